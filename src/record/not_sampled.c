/* {pid} ({name}) R ... {14: user} {15: kernel} {16, 17: the same of children that were waited for},
 * in ticks: proc_pid_stat(5). */
#include "record/not_sampled.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/native.h"
#include "base/parse.h"
#include "base/perf_file.h"
#include "record/proc_fields.h"
#include "record/small_file.h"
#include "record/synthetic.h"
#include "record/targets/tasks.h"

/* Where nothing can be mapped. */
enum { ADDRESS = 0, SIZE = 4096, IP = 16 };

#define SECOND_NS UINT64_C(1000000000)

enum { USER, KERNEL, CHILDREN_USER, CHILDREN_KERNEL, FIELDS };

/* Fields 14 and the following, behind the name, which may hold spaces and brackets. */
static bool read_ticks(struct str text, uint64_t ticks[FIELDS])
{
    enum { BEFORE = 11 };
    struct str rest = proc_stat_fields(text);
    struct str word;

    for (size_t i = 0; i < BEFORE; i++)
        if (!take_field(&rest, ' ', &word))
            return false;
    for (size_t i = 0; i < FIELDS; i++)
        if (!take_field(&rest, ' ', &word) || !parse_u64(word, &ticks[i]))
            return false;
    return true;
}

/* Of a thread, its process. */
static struct used_time used_by(uint32_t pid)
{
    const long a_second = sysconf(_SC_CLK_TCK);
    const uint64_t tick_ns = SECOND_NS / (a_second > 0 ? (uint64_t)a_second : 100);
    uint64_t ticks[FIELDS] = {0};
    struct buf text = {0};

    if (!small_file_read(&text, "/proc/%u/stat", pid) || !read_ticks(buf_str(&text), ticks))
        memset(ticks, 0, sizeof ticks);
    buf_free(&text);
    return (struct used_time){ticks[USER] * tick_ns, ticks[KERNEL] * tick_ns,
                              ticks[CHILDREN_USER] * tick_ns, ticks[CHILDREN_KERNEL] * tick_ns};
}

static void add(struct used_time *to, const struct used_time *t, bool is_own, bool are_children_own)
{
    *(is_own ? &to->user_ns : &to->beside_user_ns) += t->user_ns;
    *(is_own ? &to->kernel_ns : &to->beside_kernel_ns) += t->kernel_ns;
    *(are_children_own ? &to->user_ns : &to->beside_user_ns) += t->beside_user_ns;
    *(are_children_own ? &to->kernel_ns : &to->beside_kernel_ns) += t->beside_kernel_ns;
}

/* Children of a process that ran before may have run before as well, and are not recorded then. */
static struct used_time used_by_now(const struct not_sampled *s, const struct record_order *order,
                                    const struct command *c)
{
    struct used_time all = {0};
    struct used_time one;

    for (size_t i = 0; i < order->n_pids; i++) {
        one = used_by(order->pids[i]);
        add(&all, &one, !s->is_part, false);
    }
    for (size_t i = 0; i < order->n_tids; i++) {
        one = used_by(order->tids[i]);
        add(&all, &one, false, false);
    }
    if (c->ended)
        one = (struct used_time){.user_ns = c->user_ns, .kernel_ns = c->cpu_ns - c->user_ns};
    else if (c->pid > 0)
        one = used_by((uint32_t)c->pid);
    if (c->ended || c->pid > 0)
        add(&all, &one, !s->is_part, !s->is_part);
    return all;
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* Counters count in programs and in the kernel, whichever of the two is sampled. */
uint64_t not_sampled_share(uint64_t ns, const struct used_time *before,
                           const struct used_time *after, const struct perf_event_attr *event)
{
    enum { KNOWN_LEAST = 2 }; /* a part of the time */
    const uint64_t user = less(after->user_ns, before->user_ns);
    const uint64_t kernel = less(after->kernel_ns, before->kernel_ns);
    const uint64_t all_user = user + less(after->beside_user_ns, before->beside_user_ns);
    const uint64_t all_kernel = kernel + less(after->beside_kernel_ns, before->beside_kernel_ns);
    const uint64_t told = (event->exclude_user ? 0 : user) + (event->exclude_kernel ? 0 : kernel);
    uint64_t found = ns;

    if (event->exclude_user || event->exclude_kernel) {
        const uint64_t all = all_user + all_kernel;
        if (all == 0 || all < ns / KNOWN_LEAST)
            return 0;
        const uint64_t part = event->exclude_kernel ? all_user : all_kernel;
        found = (uint64_t)((double)ns * ((double)part / (double)all));
    }
    return found > told ? found : told;
}

static bool is_clock(const struct perf_event_attr *event)
{
    return event->type == PERF_TYPE_SOFTWARE && event->freq && event->sample_freq &&
           (event->config == PERF_COUNT_SW_CPU_CLOCK || event->config == PERF_COUNT_SW_TASK_CLOCK);
}

void not_sampled_begin(struct not_sampled *s, const struct record_order *order,
                       const struct command *command, const struct counting *how,
                       const struct counters *c)
{
    const bool of_threads = !c->filtered && how->n_tids && !how->n_groups;
    const bool plain = how->events->n == 1 && is_clock(&c->attrs[0]) && !how->switches &&
                       !how->data && how->chain != CHAIN_LBR;

    s->is_known = of_threads && plain && !order->watch && !order->started;
    s->is_part = how->processors.n != 0;
    if (s->is_known)
        s->before = used_by_now(s, order, command);
}

/* Samples are off by the root of their number, and the kernel parts programs from itself by samples
 * as well, of which it takes a hundred a second or more. */
uint64_t not_sampled_ns(uint64_t used_ns, uint64_t frequency, uint64_t n)
{
    enum { ERRORS = 4, PERIODS_LEAST = 2, SHARE_LEAST = 100, TICK_NS = 10000000 };
    const uint64_t period = SECOND_NS / frequency;
    const uint64_t missing = used_ns > n * period ? used_ns - n * period : 0;
    const double used = (double)used_ns;
    const double chance = ERRORS * (sqrt(used * (double)period) + sqrt(used * TICK_NS) + TICK_NS);
    const bool more = missing > PERIODS_LEAST * period && missing > used_ns / SHARE_LEAST &&
                      (double)missing > chance;

    return more ? missing : 0;
}

/* The fields behind the period, all without content. */
static void add_fields(struct buf *to, uint64_t type)
{
    if (type & PERF_SAMPLE_CALLCHAIN) {
        native_u64(to, 2);
        native_u64(to, PERF_CONTEXT_USER);
        native_u64(to, IP);
    }
    if (type & PERF_SAMPLE_REGS_USER)
        native_u64(to, PERF_SAMPLE_REGS_ABI_NONE);
    if (type & PERF_SAMPLE_STACK_USER)
        native_u64(to, 0);
    if (type & PERF_SAMPLE_CGROUP)
        native_u64(to, 0);
}

static void add_sample(struct buf *to, const struct recorded_event *event, uint32_t pid,
                       uint64_t time_ns, uint64_t ns)
{
    struct perf_event_header header = {
        .type = PERF_RECORD_SAMPLE,
        .misc = PERF_RECORD_MISC_USER | PERF_SAMPLE_MISC_NOT_TAKEN,
    };
    const size_t at = to->n;

    buf_add(to, (struct str){(const char *)&header, sizeof header});
    native_u64(to, event->ids[0]);
    native_u64(to, IP);
    native_u32(to, pid);
    native_u32(to, pid);
    native_u64(to, time_ns);
    native_u64(to, 0); /* processor */
    native_u64(to, ns);
    add_fields(to, event->attr->sample_type);
    header.size = (uint16_t)(to->n - at);
    memcpy(to->p + at, &header, sizeof header);
}

/* The first process that is recorded. */
static uint32_t first_process(const struct record_order *order, const struct command *command)
{
    if (command->pid > 0)
        return (uint32_t)command->pid;
    if (order->n_pids)
        return order->pids[0];
    const uint32_t pid = tasks_process_of(order->tids[0]);
    return pid ? pid : order->tids[0];
}

void not_sampled_end(struct not_sampled *s, const struct record_order *order,
                     const struct command *command, const struct counters *c, uint64_t n,
                     struct buf *records)
{
    uint64_t counted_ns = 0;

    if (!s->is_known || counters_sums(c, &counted_ns, 1) == 0)
        return;
    const struct recorded_event *event = &c->events[c->set * (c->n_events / c->n_sets)];
    const struct used_time after = used_by_now(s, order, command);
    s->used_ns = not_sampled_share(counted_ns, &s->before, &after, event->attr);
    s->ns = not_sampled_ns(s->used_ns, event->attr->sample_freq, n);
    if (!s->ns)
        return;
    const uint32_t pid = first_process(order, command);
    const uint64_t now = clock_now_ns();
    const struct mapped_range map = {.pid = pid,
                                     .tid = pid,
                                     .address = ADDRESS,
                                     .size = SIZE,
                                     .protection = PROT_READ | PROT_EXEC,
                                     .flags = MAP_PRIVATE,
                                     .name = STR("not sampled")};
    if (command->pid > 0 && command->ended) /* and its name with it */
        synthetic_comm_at(records, pid, pid, path_base_name(str_of(command->name)), now);
    synthetic_mmap2_at(records, &map, now);
    add_sample(records, event, pid, now, s->ns);
}
