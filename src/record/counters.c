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
#include "base/parse.h"
#include "record/counter_fault.h"
#include "record/data_fields.h"
#include "record/sample_fields.h"
#include "record/small_file.h"
#include "record/tasks.h"

enum {
    RING_BYTES = 512 << 10,      /* what users may lock for each processor */
    RING_BYTES_STACKS = 4 << 20, /* for samples that take stacks along */
    CLOCK = 1,                   /* CLOCK_MONOTONIC, by which runtimes date their code */
    PROCESSORS_MOST = 1 << 16,
    FILES_BESIDE = 64, /* that a recorder has open besides its counters */
    COUNT_FORMAT = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
};

#if defined __x86_64__
#define USER_REGISTERS UINT64_C(0xff0fff) /* all but segment registers: asm/perf_regs.h */
#elif defined __aarch64__
#define USER_REGISTERS UINT64_C(0x1ffffffff)
#else
#define USER_REGISTERS UINT64_C(0)
#endif

static bool takes_stacks(const struct counting *how)
{
    return how->chain == CHAIN_DWARF || how->chain == CHAIN_AUTO;
}

static size_t ring_bytes(const struct counting *how)
{
    return takes_stacks(how) ? RING_BYTES_STACKS : RING_BYTES;
}

/* Adds what samples hold of their callers. */
static void set_chain(struct perf_event_attr *a, const struct counting *how, enum counter_set set)
{
    if (how->chain == CHAIN_NONE)
        return;
    a->sample_type |= PERF_SAMPLE_CALLCHAIN;
    if (how->chain == CHAIN_LBR) {
        a->sample_type |= PERF_SAMPLE_BRANCH_STACK;
        a->branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_CALL_STACK |
                                PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES;
        a->exclude_callchain_user = 1;
    }
    if (!takes_stacks(how) || set == SET_FRAME_POINTERS)
        return;
    a->sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
    a->exclude_callchain_user = how->chain == CHAIN_DWARF;
    a->sample_regs_user = USER_REGISTERS;
    a->sample_stack_user = set == SET_OTHER_STACKS ? how->other_stack_bytes : how->stack_bytes;
}

/* The first attribute of each set tells of maps and threads as well: one that does not count tells
 * nothing. */
static void set_attr(struct perf_event_attr *a, const struct event_choice *e,
                     const struct counting *how, enum counter_set set, bool first, bool filtered)
{
    const bool by_period = how->frequency == 0 || event_is_tracepoint(e);

    *a = (struct perf_event_attr){
        .type = e->type,
        .size = PERF_ATTR_SIZE_VER5,
        .config = e->config,
        .config1 = e->config1,
        .config2 = e->config2,
        .sample_type = SAMPLE_FIELDS,
        .read_format = COUNT_FORMAT | PERF_FORMAT_ID | PERF_FORMAT_LOST,
        .disabled = 1,
        .inherit = how->n_tids != 0 && !filtered,
        .enable_on_exec = how->on_exec && set == SET_FIRST && !filtered,
        .exclude_user = e->no_user || how->no_user,
        .exclude_kernel = e->no_kernel || how->no_kernel,
        .exclude_hv = e->no_kernel || how->no_kernel,
        .freq = !by_period,
        .precise_ip = e->precise & 3,
        .sample_id_all = 1,
        .use_clockid = 1,
        .clockid = CLOCK,
        .watermark = 1,
    };
    a->mmap = a->mmap2 = a->build_id = a->comm = a->comm_exec = a->task = first;
    a->mmap_data = first && how->data;
    a->sample_type |= PERF_SAMPLE_CGROUP;
    a->cgroup = first;
    a->context_switch = first && how->switches;
    /* With the field, the kernel takes each software event, whatever the period. */
    if (by_period && how->period > 1)
        a->sample_type &= ~(uint64_t)PERF_SAMPLE_PERIOD;
    a->sample_type |= how->data ? data_fields_of(e) : 0;
    a->sample_period = by_period ? how->period : how->frequency;
    set_chain(a, how, set);
    if (event_is_tracepoint(e))
        a->sample_type |= PERF_SAMPLE_RAW;
    a->wakeup_watermark = (uint32_t)ring_bytes(how) / 4;
}

/* Adds the processors of a list as 0-3,5. */
static bool add_processors(struct counters *c, struct str list)
{
    struct str range;
    uint64_t first, last;

    while (take_field(&list, ',', &range)) {
        if (!parse_range(range, &first, &last) || last >= PROCESSORS_MOST)
            return false;
        for (; first <= last; first++) {
            c->processors = mem_grow(c->processors, &c->processors_room, c->n_processors + 1,
                                     sizeof *c->processors);
            c->processors[c->n_processors++] = (uint32_t)first;
        }
    }
    return c->n_processors != 0;
}

static bool find_processors(struct counters *c, const struct counting *how, struct fault *f)
{
    struct buf text = {0};
    struct excerpt e;
    bool ok;

    if (how->processors.n) {
        ok = add_processors(c, how->processors);
        return ok || fault_set(f, FAULT_USAGE, "-C: \"%s\" found, wanted processors, as 0-3,5",
                               excerpt_of(&e, how->processors));
    }
    ok = small_file_read(&text, "/sys/devices/system/cpu/online");
    if (!ok ||
        !add_processors(c, str_trim(str_from_to(buf_str(&text), 0, text.n ? text.n - 1 : 0))))
        for (long i = 0, n = sysconf(_SC_NPROCESSORS_ONLN); i < n; i++) {
            c->processors = mem_grow(c->processors, &c->processors_room, c->n_processors + 1,
                                     sizeof *c->processors);
            c->processors[c->n_processors++] = (uint32_t)i;
        }
    buf_free(&text);
    return true;
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
static bool give_way(struct counters *c, struct perf_event_attr *a)
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
    return c->n_events && c->attrs[0].cgroup;
}

static bool is_refusal(int error)
{
    return error == EACCES || error == EPERM;
}

static bool is_absent(int error)
{
    return error == ENOENT || error == EOPNOTSUPP || error == ENODEV;
}

static size_t events_of_set(const struct counters *c)
{
    return c->n_events / c->n_sets;
}

static const struct event_choice *choice_of(const struct counters *c, size_t event)
{
    const size_t at = event % events_of_set(c);

    return at == 0 && c->replaced ? &c->replacement : &c->choices[at];
}

static void set_attrs(struct counters *c, const struct counting *how)
{
    for (size_t i = 0; i < c->n_events; i++)
        set_attr(&c->attrs[i], choice_of(c, i), how, (enum counter_set)(i / events_of_set(c)),
                 i % events_of_set(c) == 0, c->filtered);
}

/* Whether to open an event again after it was changed by what the error tells. */
static bool adapt(struct counters *c, const struct counting *how, size_t event, int error)
{
    struct perf_event_attr *a = &c->attrs[event];

    if (error == EINVAL)
        return give_way(c, a);
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
    return ring_map(ring, fd, ring_bytes(how));
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

/* Finds how many counters there are: of each thread, or of the whole system if those of threads
 * are too many, or a program leaves others out. */
static void find_size(struct counters *c, const struct counting *how, bool by_program)
{
    c->n_sets = how->chain == CHAIN_AUTO ? COUNTER_SETS : 1;
    c->n_events = how->events->n * c->n_sets;
    c->choices = how->events->rows;
    c->n_targets = how->n_groups ? how->n_groups : how->n_tids && !by_program ? how->n_tids : 1;
    c->needed = (struct counters_needed){.threads = how->n_tids,
                                         .processors = c->n_processors,
                                         .counters = c->n_events * counters_of_event(c)};
    c->filtered = (!allow_files(&c->needed) && how->n_tids > 1) || by_program;
    c->by_program = by_program;
    if (c->filtered)
        c->n_targets = 1;
}

static void allocate(struct counters *c, const struct counting *how)
{
    const size_t n = c->n_events * counters_of_event(c);

    c->attrs = mem_alloc(c->n_events, sizeof *c->attrs);
    c->events = mem_alloc(c->n_events, sizeof *c->events);
    c->fds = mem_alloc(n, sizeof *c->fds);
    c->ids = mem_alloc(n, sizeof *c->ids);
    c->rings = mem_alloc(c->n_processors, sizeof *c->rings);
    for (size_t i = 0; i < n; i++)
        c->fds[i] = -1;
    set_attrs(c, how);
}

static bool open_all(struct counters *c, const struct counting *how, bool by_program,
                     struct fault *f)
{
    *c = (struct counters){0};
    if (takes_stacks(how) && USER_REGISTERS == 0)
        return fault_set(f, FAULT_USAGE, "-g dwarf: not known how on this processor, wanted fp");
    if (!find_processors(c, how, f))
        return false;
    find_size(c, how, by_program);
    allocate(c, how);
    for (size_t event = 0; event < c->n_events; event++) {
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

/* Programs drop samples, not records of switches, of which the whole system has too many. What the
 * processor notes of its last calls is that of others, if it does not know the threads. */
static bool may_use_program(const struct counting *how)
{
    bool ok =
        how->filter && !how->switches && how->n_tids && !how->n_groups && how->chain != CHAIN_LBR;

    for (size_t i = 0; i < how->events->n; i++)
        ok = ok && !event_is_tracepoint(&how->events->rows[i]);
    return ok;
}

bool counters_open(struct counters *c, const struct counting *how, struct fault *f)
{
    struct fault ignored = {0};

    if (may_use_program(how)) {
        if (open_all(c, how, true, &ignored))
            return true;
        counters_close(c);
    }
    return open_all(c, how, false, f);
}

static void enable_set(const struct counters *c, enum counter_set set, bool on)
{
    const size_t n = events_of_set(c) * counters_of_event(c);

    for (size_t i = set * n; i < (set + 1) * n; i++)
        if (c->fds[i] >= 0)
            ioctl(c->fds[i], on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

void counters_enable(const struct counters *c, bool on)
{
    enable_set(c, c->set, on);
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

const char *counters_event(const struct counters *c, size_t event)
{
    return choice_of(c, event)->name;
}

/* As COUNT_FORMAT and PERF_FORMAT_ID let the kernel tell it. */
struct count {
    uint64_t n, enabled_ns, running_ns, id, lost;
};

static uint64_t sum_of(const struct counters *c, size_t event)
{
    const size_t n = counters_of_event(c);
    double sum = 0;

    for (size_t i = event * n; i < (event + 1) * n; i++) {
        struct count count = {0};
        if (c->fds[i] < 0 || read(c->fds[i], &count, sizeof count) <= 0)
            continue;
        sum += count.running_ns
                   ? (double)count.n * (double)count.enabled_ns / (double)count.running_ns
                   : (double)count.n;
    }
    return (uint64_t)(sum + 0.5);
}

size_t counters_sums(const struct counters *c, uint64_t *sums, size_t most)
{
    const size_t n = events_of_set(c) < most ? events_of_set(c) : most;

    for (size_t event = 0; event < n; event++) {
        sums[event] = 0;
        for (size_t set = 0; set < c->n_sets; set++)
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
    const size_t n = c->n_events * counters_of_event(c);

    for (size_t i = 0; c->rings && i < c->n_processors; i++)
        ring_unmap(&c->rings[i]);
    for (size_t i = 0; c->fds && i < n; i++)
        if (c->fds[i] >= 0)
            close(c->fds[i]);
    mem_free(c->attrs, c->n_events, sizeof *c->attrs);
    mem_free(c->events, c->n_events, sizeof *c->events);
    mem_free(c->fds, n, sizeof *c->fds);
    mem_free(c->ids, n, sizeof *c->ids);
    mem_free(c->rings, c->n_processors, sizeof *c->rings);
    mem_free(c->processors, c->processors_room, sizeof *c->processors);
    *c = (struct counters){0};
}
