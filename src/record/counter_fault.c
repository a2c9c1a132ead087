/* Tells the settings that forbid counters apart: perf_event_open(2). */
#include "record/counter_fault.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/parse.h"
#include "record/proc_fields.h"
#include "record/small_file.h"

/* kernel.perf_event_paranoid; may be negative. */
static int paranoid_level(void)
{
    struct buf text = {0};
    uint64_t level = 2;
    int sign = 1;

    if (small_file_read(&text, "/proc/sys/kernel/perf_event_paranoid")) {
        struct str s = str_trim(str_from_to(buf_str(&text), 0, text.n ? text.n - 1 : 0));
        if (str_starts(s, STR("-"))) {
            sign = -1;
            s = str_from_to(s, 1, s.n);
        }
        if (!parse_u64(s, &level) || level > 100)
            level = 2;
    }
    buf_free(&text);
    return sign * (int)level;
}

/* Whether system calls are filtered, as in most containers: "Seccomp: 2". */
static bool is_filtered(void)
{
    struct buf text = {0};
    struct str value;

    const bool found = small_file_read(&text, "/proc/self/status") &&
                       proc_status_value(buf_str(&text), STR("\nSeccomp:"), &value) &&
                       str_equal(str_trim(value), STR("2"));
    buf_free(&text);
    return found;
}

static bool forbidden(const struct counting *how, uint32_t tid, struct fault *f)
{
    const int level = paranoid_level();
    const bool wide = how->n_tids == 0;

    if (geteuid() == 0 || is_filtered())
        return fault_set(f, FAULT_SYSTEM,
                         "perf_event_open is forbidden here%s; a container needs the capability "
                         "PERFMON and a seccomp profile that allows the call (docker run --cap-add "
                         "PERFMON --security-opt seccomp=unconfined)",
                         is_filtered() ? " by a filter of system calls" : "");
    if (level > 2)
        return fault_set(f, FAULT_SYSTEM,
                         "kernel.perf_event_paranoid is %d, which forbids recording to users; run "
                         "as root, or sudo sysctl kernel.perf_event_paranoid=2",
                         level);
    if (wide)
        return fault_set(f, FAULT_SYSTEM,
                         "kernel.perf_event_paranoid is %d, which forbids recording the whole "
                         "system to users; run as root, or sudo sysctl "
                         "kernel.perf_event_paranoid=0",
                         level);
    if (how->need_kernel)
        return fault_set(f, FAULT_SYSTEM,
                         "kernel.perf_event_paranoid is %d, which hides the kernel from users; run "
                         "as root, or sudo sysctl kernel.perf_event_paranoid=1",
                         level);
    return fault_set(f, FAULT_SYSTEM,
                     "process %u belongs to another user or may not be traced; run as root, or "
                     "with the capabilities PERFMON and SYS_PTRACE",
                     tid);
}

bool counter_fault_files(const struct counters_needed *needed, struct fault *f)
{
    const unsigned long long files = needed->files;

    return fault_set(
        f, FAULT_SYSTEM,
        "%zu threads on %zu processor%s need %zu counters, but only %llu files may be "
        "open; raise the limit (sudo prlimit --nofile=%llu --pid $$, or as root ulimit "
        "-n %llu), record some threads (-t) or processors (-C), or run as root, who "
        "may count the whole system",
        needed->threads, needed->processors, needed->processors == 1 ? "" : "s", needed->counters,
        (unsigned long long)needed->files_most, files, files);
}

bool counter_fault(const struct counting *how, const struct event_choice *event, uint32_t tid,
                   int error, struct fault *f)
{
    struct excerpt e;
    const char *name = excerpt_of(&e, str_of(event->name));
    uint64_t most = 0;

    switch (error) {
    case EACCES:
    case EPERM:
        return forbidden(how, tid, f);
    case ENOSYS:
        return fault_set(
            f, FAULT_SYSTEM,
            "this kernel has no perf events (CONFIG_PERF_EVENTS), wanted one that has");
    case ENOENT:
    case EOPNOTSUPP:
    case ENODEV:
        if (how->chain == CHAIN_LBR)
            return fault_set(f, FAULT_SYSTEM,
                             "-g lbr: the processor does not keep the last calls of %s here, as "
                             "Intel's do that are not virtual; -g dwarf works everywhere",
                             name);
        return fault_set(f, FAULT_SYSTEM,
                         "%s: this machine does not count it, as most virtual ones have no "
                         "hardware counters; cpu-clock is always there (-e cpu-clock)",
                         name);
    case EBADF:
        return fault_set(f, FAULT_USAGE,
                         "--cgroup: events are not counted by this tree of groups, wanted one of "
                         "version 2, or perf_event of version 1");
    case EMFILE:
    case ENFILE:
        return fault_set(f, FAULT_SYSTEM,
                         "more counters needed than files may be open; raise ulimit -n, or record "
                         "the whole system (-a)");
    case ESRCH:
        return fault_set(f, FAULT_SYSTEM, "process %u has ended, wanted one that runs", tid);
    case EINVAL:
        if (small_file_number(&most, "/proc/sys/kernel/perf_event_max_sample_rate") &&
            how->frequency > most)
            return fault_set(f, FAULT_USAGE,
                             "-F %llu: more samples a second than this kernel takes, wanted at "
                             "most %llu (kernel.perf_event_max_sample_rate)",
                             (unsigned long long)how->frequency, (unsigned long long)most);
        return fault_set(f, FAULT_SYSTEM, "%s: this kernel does not take samples of it", name);
    default:
        return fault_set(f, FAULT_SYSTEM, "%s: cannot be counted: %s", name, strerror(error));
    }
}
