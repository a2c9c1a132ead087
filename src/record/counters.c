/* Opens counters by perf_event_open(2), and gives way where this kernel or user cannot do more. */
#include "record/counters.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/counter_attr.h"
#include "record/counter_fault.h"
#include "record/data_fields.h"
#include "record/processors.h"
#include "record/small_file.h"
#include "record/targets/tasks.h"

enum {
    FILES_BESIDE = 64, /* that a recorder has open besides its counters */
};

static bool find_processors(struct counters *c, const struct counting *how, struct fault *f)
{
    struct processors found;
    const bool ok = processors_find(&found, how->processors, "", f);

    c->processors = found.numbers;
    c->processors_room = found.room;
    c->n_processors = found.n;
    return ok;
}

static bool count_one(void *context, uint32_t number)
{
    size_t *n = context;

    (void)number;
    ++*n;
    return true;
}

/* Lets as many files be open as counters need, as far as the hard limit goes. False when that is
 * too few. */
static bool allow_files(struct counters_needed *needed)
{
    struct rlimit limit;
    size_t open = 0;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return true;
    tasks_each("/proc/self/fd", count_one, &open);
    needed->files = open + needed->counters + FILES_BESIDE;
    needed->files_most = limit.rlim_max;
    if (limit.rlim_cur < needed->files) {
        limit.rlim_cur = limit.rlim_max;
        (void)!setrlimit(RLIMIT_NOFILE, &limit);
    }
    return needed->files <= needed->files_most;
}

/* Leaves out what kernels before 6.0, 5.12, 5.7 and older ones, down to 4.3, do not know, newest
 * first. False when nothing is left to leave out. */
static bool drop_newest_feature(struct counters *c, struct perf_event_attr *a)
{
    if (a->read_format & PERF_FORMAT_LOST) {
        a->read_format &= ~(uint64_t)PERF_FORMAT_LOST;
        return true;
    }
    if (a->build_id) {
        a->build_id = 0;
        return true;
    }
    uint64_t fields = a->sample_type;
    const bool less = data_fields_give_way(&fields, &c->untold);
    a->sample_type = fields;
    /* Nobody asked for groups, so that they are missing is not said. */
    c->untold &= ~(uint64_t)PERF_SAMPLE_CGROUP;
    a->cgroup = a->cgroup && a->sample_type & PERF_SAMPLE_CGROUP;
    if (less || !a->context_switch)
        return less;
    a->context_switch = 0;
    c->no_switches = true;
    return true;
}

bool counters_tell_groups(const struct counters *c)
{
    return c->n_events && c->attrs[c->has_teller ? c->n_events : 0].cgroup;
}

static bool is_refusal(int error)
{
    return error == EACCES || error == EPERM;
}

static bool is_absent(int error)
{
    return error == ENOENT || error == EOPNOTSUPP || error == ENODEV;
}

/* With the one that counts nothing. */
static size_t count_all(const struct counters *c)
{
    return c->n_events + c->has_teller;
}

static size_t events_of_set(const struct counters *c)
{
    return c->n_events / c->n_sets;
}

static const struct event_choice *choice_of(const struct counters *c, size_t event)
{
    static const struct event_choice teller = {
        .name = "dummy:u", .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY};

    if (event == c->n_events)
        return &teller;
    const size_t at = event % events_of_set(c);

    return at == 0 && c->replaced ? &c->replacement : &c->choices[at];
}

/* The first attribute of each set tells of maps and threads as well, if no counter does that alone:
 * one that does not count tells nothing. */
static void set_attrs(struct counters *c, const struct counting *how)
{
    const bool by_thread = how->n_tids && !c->filtered;

    for (size_t i = 0; i < c->n_events; i++) {
        const bool first = i % events_of_set(c) == 0;
        const struct counter_role role = {.set = (enum counter_set)(i / events_of_set(c)),
                                          .by_thread = by_thread,
                                          .not_idle = c->filtered,
                                          .tells = first && !c->has_teller,
                                          .switches = first && how->switches};
        counter_attr(&c->attrs[i], choice_of(c, i), how, &role);
    }
    if (c->has_teller)
        counter_attr_teller(&c->attrs[c->n_events], how, by_thread);
}

/* Whether to open an event again after it was changed by what the error tells. */
static bool adapt(struct counters *c, const struct counting *how, size_t event, int error)
{
    struct perf_event_attr *a = &c->attrs[event];

    if (error == EINVAL)
        return drop_newest_feature(c, a);
    if (is_refusal(error) && a->sample_type & PERF_SAMPLE_PHYS_ADDR) {
        a->sample_type &= ~(uint64_t)PERF_SAMPLE_PHYS_ADDR;
        c->no_physical = true;
        return true;
    }
    if (is_refusal(error) && !how->need_kernel && !a->exclude_kernel && !a->exclude_user &&
        how->n_tids) {
        a->exclude_kernel = a->exclude_hv = 1;
        c->user_only = true;
        return true;
    }
    if (is_absent(error) && event == 0 && how->may_replace && how->chain != CHAIN_LBR &&
        !c->replaced) {
        c->replacement = (struct event_choice){
            .name = "cpu-clock", .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK};
        c->replaced = true;
        set_attrs(c, how);
        return true;
    }
    return false;
}

static int open_one(struct counters *c, const struct counting *how, size_t event, size_t target,
                    uint32_t processor)
{
    const bool group = how->n_groups != 0;
    const bool thread = how->n_tids && !c->filtered;
    const int who = group ? how->groups[target] : thread ? (int)how->tids[target] : -1;
    const unsigned long flags = PERF_FLAG_FD_CLOEXEC | (group ? PERF_FLAG_PID_CGROUP : 0UL);

    for (;;) {
        long fd = syscall(SYS_perf_event_open, &c->attrs[event], who, (int)processor, -1, flags);
        if (fd >= 0)
            return (int)fd;
        if (!adapt(c, how, event, errno))
            return -1;
    }
}

/* The first counter on a processor has its ring; the others write into it. */
static bool share_ring(struct counters *c, const struct counting *how, size_t processor, int fd)
{
    struct ring *ring = &c->rings[processor];

    if (ring->pages)
        return ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, ring->fd) == 0;
    return ring_map(ring, fd, counter_ring_bytes(how));
}

static size_t counters_of_event(const struct counters *c)
{
    return c->n_targets * c->n_processors;
}

/* Opens the counters of an event and a target on all processors. A thread that has ended has
 * none. */
static bool open_target(struct counters *c, const struct counting *how, size_t event, size_t target,
                        struct fault *f)
{
    const uint32_t tid = how->n_tids ? how->tids[target] : 0;

    for (size_t i = 0; i < c->n_processors; i++) {
        size_t at = event * counters_of_event(c) + target * c->n_processors + i;
        int fd = open_one(c, how, event, target, c->processors[i]);
        if (c->by_program && fd >= 0 && ioctl(fd, PERF_EVENT_IOC_SET_BPF, how->filter) != 0) {
            close(fd);
            fd = -1;
        }
        if (fd < 0 && errno == ESRCH && how->n_tids > 1)
            return true;
        if (fd < 0 && c->filtered && is_refusal(errno))
            return counter_fault_files(&c->needed, f);
        if (fd < 0)
            return counter_fault(how, choice_of(c, event), tid, errno, f);
        c->fds[at] = fd;
        if (!share_ring(c, how, i, fd))
            return fault_set(f, FAULT_SYSTEM,
                             "no memory for records: %s; raise kernel.perf_event_mlock_kb or "
                             "ulimit -l",
                             strerror(errno));
        struct recorded_event *e = &c->events[event];
        uint64_t *ids = c->ids + event * counters_of_event(c);
        if (ioctl(fd, PERF_EVENT_IOC_ID, &ids[e->n_ids]) != 0)
            return counter_fault(how, choice_of(c, event), tid, errno, f);
        e->n_ids++;
    }
    return true;
}

/* Whose events are counted. */
enum counted {
    COUNT_THREADS,    /* or what else was asked for: groups, the system */
    COUNT_PROCESSORS, /* and who reads leaves others out */
    COUNT_BY_PROGRAM, /* the same, as a program does */
};

/* Finds how many counters there are: of each thread, or of the whole system if those of threads
 * are too many, or a program leaves others out. */
static void find_size(struct counters *c, const struct counting *how, enum counted counted)
{
    const bool wide = counted != COUNT_THREADS;

    c->n_sets = how->chain == CHAIN_AUTO ? COUNTER_SETS : 1;
    c->n_events = how->events->n * c->n_sets;
    c->has_teller = how->delayed;
    c->choices = how->events->rows;
    c->n_targets = how->n_groups ? how->n_groups : how->n_tids && !wide ? how->n_tids : 1;
    c->needed = (struct counters_needed){.threads = how->n_tids,
                                         .processors = c->n_processors,
                                         .counters = count_all(c) * counters_of_event(c)};
    c->few_files = !allow_files(&c->needed) && how->n_tids > 1 && !wide;
    c->filtered = c->few_files || wide;
    c->by_program = counted == COUNT_BY_PROGRAM;
    if (c->filtered)
        c->n_targets = 1;
}

static void allocate(struct counters *c, const struct counting *how)
{
    const size_t n = count_all(c) * counters_of_event(c);

    c->attrs = mem_alloc(count_all(c), sizeof *c->attrs);
    c->events = mem_alloc(count_all(c), sizeof *c->events);
    c->fds = mem_alloc(n, sizeof *c->fds);
    c->ids = mem_alloc(n, sizeof *c->ids);
    c->rings = mem_alloc(c->n_processors, sizeof *c->rings);
    for (size_t i = 0; i < n; i++)
        c->fds[i] = -1;
    set_attrs(c, how);
}

static bool open_all(struct counters *c, const struct counting *how, enum counted counted,
                     struct fault *f)
{
    *c = (struct counters){0};
    if (counter_takes_stacks(how) && USER_REGISTERS == 0)
        return fault_set(f, FAULT_USAGE, "-g dwarf: not known how on this processor, wanted fp");
    if (!find_processors(c, how, f))
        return false;
    find_size(c, how, counted);
    allocate(c, how);
    for (size_t event = 0; event < count_all(c); event++) {
        for (size_t target = 0; target < c->n_targets; target++)
            if (!open_target(c, how, event, target, f))
                return false;
        if (c->events[event].n_ids == 0)
            return counter_fault(how, choice_of(c, event), how->n_tids ? how->tids[0] : 0, ESRCH,
                                 f);
        c->events[event].attr = &c->attrs[event];
        c->events[event].name = choice_of(c, event)->name;
        c->events[event].ids = c->ids + event * counters_of_event(c);
    }
    return true;
}

/* Whether a processor has it at the same rate whoever runs: by frequency, what is rare of a thread
 * would be drowned by others. */
static bool is_steady(const struct event_choice *e)
{
    if (e->type == PERF_TYPE_SOFTWARE)
        return e->config == PERF_COUNT_SW_CPU_CLOCK || e->config == PERF_COUNT_SW_TASK_CLOCK;
    return e->type == PERF_TYPE_HARDWARE &&
           (e->config == PERF_COUNT_HW_CPU_CYCLES || e->config == PERF_COUNT_HW_REF_CPU_CYCLES ||
            e->config == PERF_COUNT_HW_INSTRUCTIONS);
}

/* Of switches the whole system has too many records. What the processor notes of its last calls is
 * that of others, if it does not know the threads. */
bool counters_may_be_of_processors(const struct counting *how)
{
    bool ok = !how->switches && how->n_tids && !how->n_groups && how->chain != CHAIN_LBR;

    for (size_t i = 0; i < how->events->n; i++) {
        const struct event_choice *e = &how->events->rows[i];
        const bool by_number = how->frequency == 0 && how->period > 1;
        ok = ok && !event_is_tracepoint(e) && (by_number || is_steady(e));
    }
    return ok;
}

/* Whether samples of the whole system are few enough, and small, to be read and left out. */
static bool may_read_all(const struct counting *how)
{
    enum { SAMPLES_MOST = 20000 }; /* a second, of some hundred bytes */
    const long n = sysconf(_SC_NPROCESSORS_ONLN);

    return how->frequency && !counter_takes_stacks(how) && n > 0 &&
           how->frequency <= SAMPLES_MOST / (uint64_t)n;
}

static bool open_processors(struct counters *c, const struct counting *how)
{
    struct fault ignored = {0};

    if (!counters_may_be_of_processors(how))
        return false;
    if (how->filter && open_all(c, how, COUNT_BY_PROGRAM, &ignored))
        return true;
    counters_close(c);
    ignored = (struct fault){0};
    if (may_read_all(how) && open_all(c, how, COUNT_PROCESSORS, &ignored))
        return true;
    counters_close(c);
    return false;
}

/* Counts the events of the command and of all that it starts, without samples. Each counter is of
 * all processors, which cannot be had with samples. */
static bool open_sums(struct counters *c, const struct counting *how, struct fault *f)
{
    const size_t n = events_of_set(c);

    if (!how->sums || !c->filtered || !how->n_tids)
        return true;
    c->sum_fds = mem_alloc(n, sizeof *c->sum_fds);
    for (; c->n_sums < n; c->n_sums++) {
        struct perf_event_attr a = {
            .type = c->attrs[c->n_sums].type,
            .size = PERF_ATTR_SIZE_VER5,
            .config = c->attrs[c->n_sums].config,
            .config1 = c->attrs[c->n_sums].config1,
            .config2 = c->attrs[c->n_sums].config2,
            .read_format = COUNT_FORMAT | PERF_FORMAT_ID,
            .disabled = 1,
            .inherit = 1,
            .enable_on_exec = 1,
            .exclude_user = c->attrs[c->n_sums].exclude_user,
            .exclude_kernel = c->attrs[c->n_sums].exclude_kernel,
            .exclude_hv = c->attrs[c->n_sums].exclude_hv,
        };
        const long fd =
            syscall(SYS_perf_event_open, &a, how->tids[0], -1, -1, PERF_FLAG_FD_CLOEXEC);
        if (fd < 0)
            return counter_fault(how, choice_of(c, c->n_sums), how->tids[0], errno, f);
        c->sum_fds[c->n_sums] = (int)fd;
    }
    return true;
}

bool counters_open(struct counters *c, const struct counting *how, struct fault *f)
{
    if (!open_processors(c, how) && !open_all(c, how, COUNT_THREADS, f))
        return false;
    return open_sums(c, how, f);
}

/* The counters of n events. */
static void enable(const struct counters *c, size_t event, size_t n, bool on)
{
    const size_t each = counters_of_event(c);

    for (size_t i = event * each; i < (event + n) * each; i++)
        if (c->fds[i] >= 0)
            ioctl(c->fds[i], on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

static void enable_set(const struct counters *c, enum counter_set set, bool on)
{
    enable(c, set * events_of_set(c), events_of_set(c), on);
}

void counters_tell(const struct counters *c)
{
    if (c->has_teller)
        enable(c, c->n_events, 1, true);
}

void counters_enable(const struct counters *c, bool on)
{
    enable_set(c, c->set, on);
    if (c->has_teller && !on)
        enable(c, c->n_events, 1, false);
}

/* For a moment both count, so that nothing that is told only once is missed. */
void counters_choose(struct counters *c, enum counter_set set)
{
    if (set == c->set)
        return;
    enable_set(c, set, true);
    enable_set(c, c->set, false);
    c->set = set;
}

const struct recorded_event *counters_teller(const struct counters *c)
{
    return c->has_teller ? &c->events[c->n_events] : NULL;
}

const char *counters_event(const struct counters *c, size_t event)
{
    return choice_of(c, event)->name;
}

/* As COUNT_FORMAT and PERF_FORMAT_ID let the kernel tell it. */
struct count {
    uint64_t n, enabled_ns, running_ns, id, lost;
};

static struct count count_of(int fd)
{
    struct count count = {0};

    if (fd < 0 || read(fd, &count, sizeof count) <= 0)
        return (struct count){0};
    return count;
}

/* Those of software have no counter of the processor to share. */
static double whole(const struct count *count, const struct perf_event_attr *a)
{
    const bool shares = a->type != PERF_TYPE_SOFTWARE && a->type != PERF_TYPE_TRACEPOINT &&
                        count->running_ns && count->enabled_ns > count->running_ns;

    return shares ? (double)count->n * (double)count->enabled_ns / (double)count->running_ns
                  : (double)count->n;
}

/* Those of a thread are enabled while it runs on any processor, and run while it does on theirs. */
static uint64_t sum_of(const struct counters *c, size_t event)
{
    const size_t n = counters_of_event(c);
    const struct perf_event_attr *a = &c->attrs[event];
    double sum = 0;

    for (size_t i = event * n; i < (event + 1) * n; i += c->n_processors) {
        struct count all = {0};
        for (size_t k = 0; k < c->n_processors; k++) {
            const struct count one = count_of(c->fds[i + k]);
            all.n += one.n;
            all.running_ns += one.running_ns;
            if (!a->inherit)
                all.enabled_ns += one.enabled_ns;
            else if (one.enabled_ns > all.enabled_ns)
                all.enabled_ns = one.enabled_ns;
        }
        sum += whole(&all, a);
    }
    return (uint64_t)(sum + 0.5);
}

/* Of a counter of all processors. */
static uint64_t sum_of_all(const struct counters *c, size_t event)
{
    const struct count count = count_of(c->sum_fds[event]);

    return (uint64_t)(whole(&count, &c->attrs[event]) + 0.5);
}

size_t counters_sums(const struct counters *c, uint64_t *sums, size_t most)
{
    const size_t n = events_of_set(c) < most ? events_of_set(c) : most;

    if (c->filtered && c->n_sums < n)
        return 0;
    for (size_t event = 0; event < n; event++) {
        sums[event] = 0;
        if (c->filtered)
            sums[event] = sum_of_all(c, event);
        for (size_t set = 0; set < c->n_sets && !c->filtered; set++)
            sums[event] += sum_of(c, set * events_of_set(c) + event);
    }
    return n;
}

void counters_end_last(struct counters *c)
{
    const size_t n = counters_of_event(c);

    for (size_t event = events_of_set(c) - 1; event < c->n_events; event += events_of_set(c))
        for (size_t i = event * n; i < (event + 1) * n; i++)
            if (c->fds[i] >= 0) {
                close(c->fds[i]);
                c->fds[i] = -1;
            }
}

void counters_close(struct counters *c)
{
    const size_t n = count_all(c) * counters_of_event(c);

    for (size_t i = 0; c->rings && i < c->n_processors; i++)
        ring_unmap(&c->rings[i]);
    for (size_t i = 0; c->fds && i < n; i++)
        if (c->fds[i] >= 0)
            close(c->fds[i]);
    for (size_t i = 0; i < c->n_sums; i++)
        close(c->sum_fds[i]);
    if (c->sum_fds)
        mem_free(c->sum_fds, events_of_set(c), sizeof *c->sum_fds);
    mem_free(c->attrs, count_all(c), sizeof *c->attrs);
    mem_free(c->events, count_all(c), sizeof *c->events);
    mem_free(c->fds, n, sizeof *c->fds);
    mem_free(c->ids, n, sizeof *c->ids);
    mem_free(c->rings, c->n_processors, sizeof *c->rings);
    mem_free(c->processors, c->processors_room, sizeof *c->processors);
    *c = (struct counters){0};
}
