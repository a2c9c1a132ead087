/* 544 bytes that declare uint8_t a[4294967295] must not take 4 GB. */
#include "input/babeltrace/child/bounds.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/limits.h"

enum {
    MEMORY_LEAST = 48 << 20,
    MEMORY_TIMES = 32, /* of an event, its fields are held as objects */
    SECONDS_LEAST = 20,
    BYTES_A_SECOND = 100000, /* a hundredth of what is usual */
};

static uint64_t size_of(const char *path)
{
    DIR *folder = opendir(path);
    uint64_t bytes = 0;
    struct dirent *entry;
    struct stat st;

    while (folder && (entry = readdir(folder)))
        if (fstatat(dirfd(folder), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(st.st_mode))
            bytes += (uint64_t)st.st_size;
    if (folder)
        closedir(folder);
    return bytes;
}

struct bounds bounds_of(struct str folders)
{
    struct bounds b = {0};

    for (size_t at = 0; at < folders.n; at += strlen(folders.p + at) + 1)
        b.bytes += size_of(folders.p + at);
    b.memory = MEMORY_LEAST + b.bytes * MEMORY_TIMES;
    b.seconds = SECONDS_LEAST + b.bytes / BYTES_A_SECOND;
    return b;
}

static void lower(int what, uint64_t most)
{
    struct rlimit limit;

    if (getrlimit(what, &limit) != 0 || limit.rlim_cur <= most)
        return;
    limit.rlim_cur = (rlim_t)most;
    (void)setrlimit(what, &limit);
}

void bounds_set(const struct bounds *b)
{
    if (!MAPS_MORE_THAN_IT_USES)
        lower(RLIMIT_DATA, b->memory);
    lower(RLIMIT_CPU, b->seconds);
}

bool bounds_were_reached(const struct bounds *b, int status, char *words, unsigned n)
{
    struct rusage used;

    if (!WIFSIGNALED(status) || getrusage(RUSAGE_CHILDREN, &used) != 0)
        return false;
    if (WTERMSIG(status) == SIGXCPU && (uint64_t)used.ru_utime.tv_sec + 1 >= b->seconds) {
        (void)snprintf(words, n,
                       "takes more than %" PRIu64 " s of processor time, the limit for a trace of "
                       "%" PRIu64 " bytes",
                       b->seconds, b->bytes);
        return true;
    }
    /* GLib traps where it gets no memory; the others abort, or use what they did not get. */
    const bool is_full = (uint64_t)used.ru_maxrss * 1024 > b->memory / 2;
    if (WTERMSIG(status) != SIGTRAP &&
        !(is_full && (WTERMSIG(status) == SIGABRT || WTERMSIG(status) == SIGSEGV)))
        return false;
    (void)snprintf(words, n,
                   "takes more than %" PRIu64 " bytes of memory, the limit for a trace of %" PRIu64
                   " bytes",
                   b->memory, b->bytes);
    return true;
}
