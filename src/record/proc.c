/* Checks that /proc is mounted for this process: /proc/self must be its own number. */
#include "record/proc.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/parse.h"

bool proc_check(struct fault *f)
{
    struct stat status;
    char self[32];
    uint64_t number;
    const ssize_t n = readlink("/proc/self", self, sizeof self);

    if (n > 0 && parse_u64((struct str){self, (size_t)n}, &number) && number == (uint64_t)getpid())
        return true;
    if (n > 0 || stat("/proc/uptime", &status) == 0)
        return fault_set(f, FAULT_SYSTEM,
                         "/proc is that of another namespace of processes, in which this one is "
                         "not known; mount -t proc proc /proc");
    return fault_set(f, FAULT_SYSTEM,
                     "/proc is not mounted, so nothing is known of what runs; mount -t proc proc "
                     "/proc");
}
