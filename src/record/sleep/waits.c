/* Chooses the cheapest way to record sleep that this kernel and user allow. */
#include "record/sleep/waits.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "record/group/group_tasks.h"
#include "record/targets/tasks.h"

/* Samples a second that are too many: each switch costs its thread some two microseconds, and 200
 * bytes. */
enum { TRACED_MOST = 20000, SECOND_NS = 1000000000 };

/* Adds sched_switch to what is counted; false where it is not to be had. */
static bool add_tracing(struct waits *w, struct counting *how)
{
    struct fault ignored = {0};
    struct event_choices *e = &w->events;

    for (size_t i = 0; i < how->events->n; i++) {
        e->rows = mem_grow(e->rows, &e->room, e->n + 1, sizeof *e->rows);
        e->rows[e->n++] = how->events->rows[i];
    }
    if (!event_choices_add(e, STR("sched:sched_switch"), &ignored))
        return false;
    how->events = e;
    return true;
}

void waits_open(struct waits *w, struct counting *how, const struct record_order *order)
{
    struct waits_outcome *o = &w->outcome;

    if (order->off_cpu_ns == 0)
        return;
    o->by = WAITS_BY_PROGRAM;
    o->why = off_cpu_open(&w->off_cpu, order->all, (uint32_t)order->off_cpu_ns,
                          order->off_cpu_stack_bytes);
    o->error = errno;
    if (o->why == OFF_CPU_FINE) {
        o->stack_bytes = order->off_cpu_stack_bytes;
        return;
    }
    off_cpu_close(&w->off_cpu);
    if (how->switches) /* they suffice: it was an extra */
        *o = (struct waits_outcome){.by = WAITS_NONE};
    else
        o->by = add_tracing(w, how) ? WAITS_BY_TRACING : WAITS_BY_SWITCHES;
    how->switches = true;
    if (o->by != WAITS_BY_TRACING && polled_waits_open(&w->looks, order->off_cpu_stack_bytes))
        o->stack_bytes = order->off_cpu_stack_bytes;
}

int waits_step_ms(const struct waits *w, int most_ms)
{
    return polled_waits_step_ms(&w->looks, clock_now_ns(), most_ms);
}

struct asleep *waits_asleep(struct waits *w)
{
    return w->looks.is_open ? &w->looks.asleep : NULL;
}

const struct recorded_event *waits_event(const struct waits *w)
{
    return w->off_cpu.is_open ? &w->off_cpu.event : w->looks.is_open ? &w->looks.event : NULL;
}

static bool add_thread(void *waits, uint32_t tid)
{
    struct waits *w = waits;

    return off_cpu_add(&w->off_cpu, tid, false);
}

static void add_of_group(void *waits, uint32_t tid)
{
    (void)!add_thread(waits, tid);
}

bool waits_for_program(const struct record_order *order)
{
    return order->command[0] && !order->n_groups && !order->n_containers;
}

/* Threads that have come since they were looked for are found, too. */
bool waits_begin(struct waits *w, const struct targets *t, const struct record_order *order,
                 struct fault *f)
{
    char folder[64];

    if (!w->off_cpu.is_open)
        return true;
    bool ok = off_cpu_begin(&w->off_cpu);
    for (size_t i = 0; ok && i < t->n_tids; i++)
        ok = off_cpu_add(&w->off_cpu, t->tids[i], i == 0 && waits_for_program(order));
    for (size_t i = 0; ok && i < order->n_pids; i++) {
        snprintf(folder, sizeof folder, "/proc/%u/task", order->pids[i]);
        tasks_each(folder, add_thread, w);
    }
    for (size_t i = 0; ok && i < t->groups.n; i++)
        if (!group_tasks_each(t->groups.fds[i], add_of_group, w))
            return fault_set(f, FAULT_SYSTEM, "--off-cpu: the threads of the group cannot be read");
    if (ok)
        off_cpu_find_asleep(&w->off_cpu);
    return ok || fault_set(f, FAULT_SYSTEM, "--off-cpu: the kernel refuses the program (bpf): %s",
                           strerror(errno));
}

void waits_begin_at(struct waits *w, uint64_t time_ns)
{
    w->off_cpu.from_ns = time_ns;
}

void waits_look(struct waits *w)
{
    off_cpu_look(&w->off_cpu);
}

bool waits_drain(struct waits *w, bool end, uint64_t now_ns, const struct ring_use *use,
                 struct fault *f)
{
    w->outcome.n_looked = w->looks.n_found;
    if (!w->off_cpu.is_open)
        return end || polled_waits_take(&w->looks, now_ns, use, f);
    if (!end)
        return off_cpu_drain(&w->off_cpu, use, f);
    bool ok = off_cpu_end(&w->off_cpu, now_ns, use, f);
    w->outcome.is_full = w->off_cpu.is_full;
    w->outcome.n_cut = w->off_cpu.n_cut;
    w->outcome.n_lost = w->off_cpu.lost;
    return ok;
}

void waits_watch(struct waits *w, struct counters *c, uint64_t now_ns, uint64_t samples)
{
    if (w->outcome.by != WAITS_BY_TRACING || w->outcome.ended_ns)
        return;
    if (w->second_ns == 0 || now_ns - w->second_ns >= SECOND_NS) {
        w->second_ns = now_ns;
        w->seen = samples;
    } else if (samples - w->seen > TRACED_MOST) {
        counters_end_last(c);
        w->outcome.ended_ns = now_ns;
    }
}

void waits_free(struct waits *w)
{
    off_cpu_close(&w->off_cpu);
    polled_waits_close(&w->looks);
    event_choices_free(&w->events);
    *w = (struct waits){.events = {.n = 0}};
}
