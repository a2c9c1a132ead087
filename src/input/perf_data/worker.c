/* swapper 0 [001] cycles: takes samples, and applies mappings and process events on the way. */
#include "input/perf_data/worker.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"

enum { LABEL_MEMO = 1 << 9 };

/* A label set, by what it was made of. */
struct label_memo {
    uint32_t tid, pid, cpu;
    name_id comm, event;
    enum off_state state;
    labels_id id;
    bool used;
};

static const char *const label_keys[] = {"comm", "pid", "tid", "cpu", "event", "state"};
static const char *const states[] = {"", "blocked", "runnable", ""};

struct number {
    char text[16];
};

static struct str number_of(struct number *number, const char *before, uint32_t value)
{
    int n = snprintf(number->text, sizeof number->text, "%s%" PRIu32, before, value);

    return (struct str){number->text, (size_t)n};
}

/* perf calls a thread without a recorded name :TID. */
static labels_id make_labels(struct worker *w, const struct label_memo *of, bool has_cpu)
{
    const struct names *names = &w->processes.names;
    struct number comm, pid, tid, cpu;
    const struct str values[] = {
        of->comm ? names_get(names, of->comm) : number_of(&comm, ":", of->tid),
        number_of(&pid, "", of->pid),
        number_of(&tid, "", of->tid),
        has_cpu ? number_of(&cpu, "", of->cpu) : STR(""),
        names_get(names, of->event),
        str_of(states[of->state]),
    };

    return label_builder_of(&w->label_builder, values);
}

static labels_id labels_of(struct worker *w, name_id event, enum off_state state,
                           const struct sample_fields *s)
{
    struct label_memo of = {.tid = s->tid,
                            .pid = s->pid,
                            .cpu = s->has_cpu ? s->cpu : UINT32_MAX,
                            .comm = processes_comm(&w->processes, s->tid),
                            .event = event,
                            .state = state,
                            .used = true};
    struct label_memo *memo =
        &w->memo[(of.tid * 31 + of.comm * 7 + of.cpu + of.event * 131 + of.state) &
                 (LABEL_MEMO - 1)];

    if (memo->used && memo->tid == of.tid && memo->pid == of.pid && memo->cpu == of.cpu &&
        memo->comm == of.comm && memo->event == of.event && memo->state == of.state)
        return memo->id;
    of.id = make_labels(w, &of, s->has_cpu);
    *memo = of;
    return of.id;
}

static bool add(struct worker *w, const struct event *event, const struct sample_fields *s,
                stack_id stack, uint64_t period)
{
    const uint64_t values[INPUT_COLUMNS] = {period, 1};

    diagnostics_sample(&w->addresses.found, event->name);
    return builder_add_stack(&w->builder, stack, labels_of(w, event->name, OFF_NONE, s), values, 0);
}

/* Only the first event of a group samples; the counts of the others since the last sample are their
 * weights. */
static bool add_group(struct worker *w, const struct event *event, const struct sample_fields *s,
                      stack_id stack)
{
    const uint64_t format = event->read_format;
    struct bytes b = s->read;
    uint64_t n, value, id;
    size_t n_times = 0u + !!(format & READ_TIME_ENABLED) + !!(format & READ_TIME_RUNNING);

    if (!bytes_u64(&b, &n) || !bytes_skip(&b, 8 * n_times))
        return true;
    for (; n; n--) {
        if (!bytes_u64(&b, &value) || !bytes_u64(&b, &id) ||
            (format & READ_LOST && !bytes_skip(&b, 8)))
            return true;
        struct event_id *row = events_find_id(&w->rec->events, id);
        if (!row || value <= row->read)
            continue;
        uint64_t period = value - row->read;
        row->read = value;
        if (!add(w, &w->rec->events.rows[row->event], s, stack, period))
            return false;
    }
    return true;
}

/* Counts the time that a thread was away, if it was. */
static bool come_back(struct worker *w, uint32_t tid, uint64_t time_ns)
{
    struct off_cpu *o = &w->off_cpu;
    struct off_thread *t = off_cpu_thread(o, processes_thread(&w->processes, tid));
    const uint64_t values[INPUT_COLUMNS] = {time_ns - t->since_ns, 1};
    bool counts = t->is_away && time_ns >= t->since_ns;

    t->is_away = t->is_gone = t->is_fresh = false;
    if (!counts)
        return true;
    o->n_waits++;
    o->n_unknown += !t->is_sampled;
    o->n_near += t->is_sampled && !t->at_leaving;
    o->n_stale += t->is_stale;
    if (w->builder.p->timed)
        w->builder.time_ns = t->since_ns;
    return builder_add_stack(&w->builder, t->stack, t->labels, values, 0);
}

static bool unknown_stack(struct worker *w, stack_id *stack)
{
    frame_id frame;

    builder_begin(&w->builder);
    if (!builder_frame(&w->builder, STR("[unknown]"), KIND_UNKNOWN, &frame) ||
        !builder_push(&w->builder, frame))
        return false;
    *stack = builder_stack(&w->builder, LEAF_FIRST);
    return true;
}

static bool leave(struct worker *w, const struct off_change *change, const struct sample_fields *s)
{
    struct off_cpu *o = &w->off_cpu;
    struct off_thread *t = off_cpu_thread(o, processes_thread(&w->processes, change->left));

    o->n_unseen += t->is_away && !t->is_gone;
    t->is_gone = t->is_gone || change->state == OFF_GONE;
    t->is_away = !t->is_gone;
    if (t->is_gone)
        return true;
    o->n_left++;
    t->is_stale = t->is_sampled && !t->is_fresh;
    t->at_leaving = t->at_leaving && t->is_fresh;
    t->since_ns = s->time_ns;
    t->labels = labels_of(w, 0, change->state, s);
    return t->is_sampled || unknown_stack(w, &t->stack);
}

/* Thread 0 is an idle processor. */
static bool take_change(struct worker *w, const struct off_change *change,
                        const struct sample_fields *s)
{
    if (change->has_come && change->came && !come_back(w, change->came, s->time_ns))
        return false;
    return !change->has_left || !change->left || leave(w, change, s);
}

/* A thread's stack is that of its last sample. */
static bool take_off_cpu(struct worker *w, const struct event *event, const struct sample_fields *s,
                         stack_id stack)
{
    struct off_cpu *o = &w->off_cpu;
    struct off_thread *t = off_cpu_thread(o, processes_thread(&w->processes, s->tid));
    const uint64_t values[INPUT_COLUMNS] = {s->period, 1};
    struct off_change change;

    if (o->is_measured) {
        o->n_left++;
        o->n_waits++;
        return builder_add_stack(&w->builder, stack, labels_of(w, 0, OFF_BLOCKED, s), values, 0);
    }
    t->stack = stack;
    t->is_sampled = t->is_fresh = true;
    t->at_leaving = o->event == event || event_is_switch(event);
    return o->event != event || !off_cpu_read_sample(o, s, &change) || take_change(w, &change, s);
}

static bool take_other(struct worker *w, const struct record *record)
{
    struct off_change change;
    struct sample_fields s = {0};

    return !off_cpu_read_record(&w->off_cpu, record, &s, &change) || take_change(w, &change, &s);
}

static bool take_sample(struct worker *w, const struct record *record)
{
    const struct event *event = recording_event_of(w->rec, record->body);
    const uint64_t group = READ_GROUP | READ_ID;
    struct sample_fields s;
    stack_id stack;

    if (w->off_cpu.event && w->off_cpu.event != event)
        return true;
    if (!sample_read(&s, event, record->body))
        return reading_bad(&w->reading, 0, "a sample is shorter than its event says", STR(""),
                           &w->fault);
    builder_begin(&w->builder);
    if (w->builder.p->timed)
        w->builder.time_ns = s.time_ns;
    if (!chains_stack(&w->chains, event, &s, record->misc, &stack))
        return false;
    if (w->reading.off_cpu)
        return take_off_cpu(w, event, &s, stack);
    if (s.read.n && (event->read_format & group) == group)
        return add_group(w, event, &s, stack);
    return add(w, event, &s, stack, s.period);
}

/* Skips other workers' samples. */
static bool take_records(struct worker *w)
{
    const struct recording *rec = w->rec;
    struct record record;

    for (size_t i = 0; i < w->to; i++) {
        uint64_t at = rec->records[i].at;
        if (i < w->from && at & RECORD_IS_SAMPLE)
            continue;
        if (!recording_get(&w->view, at, &record))
            return false;
        processes_apply(&w->processes, &record);
        addresses_apply(&w->addresses, &record);
        if (at & RECORD_IS_SAMPLE ? !take_sample(w, &record)
                                  : w->reading.off_cpu && !take_other(w, &record))
            return false;
    }
    return !w->reading.off_cpu || off_cpu_finish(&w->off_cpu, &w->fault);
}

bool worker_begin(struct worker *w)
{
    processes_init(&w->processes, w->rec);
    builder_init(&w->builder, &w->reading, w->profile, &w->fault);
    w->builder.n_values = INPUT_COLUMNS;
    tidier_init(&w->tidier, &w->builder);
    addresses_init(&w->addresses, &w->processes, &w->tidier, w->sources);
    label_builder_init(&w->label_builder, w->profile, label_keys,
                       sizeof label_keys / sizeof label_keys[0]);
    if (w->reading.off_cpu)
        off_cpu_init(&w->off_cpu, w->rec);
    w->memo = mem_alloc(LABEL_MEMO, sizeof *w->memo);
    view_init(&w->view, &w->rec->store, w->rec->big, &w->fault);
    return chains_init(&w->chains, &w->addresses, &w->fault);
}

void worker_run(struct worker *w)
{
    w->ok = worker_begin(w) && take_records(w);
    if (w->ok && (w->reading.details || w->reading.remarks))
        diagnostics_count(&w->addresses.found, w->profile);
}

void worker_free(struct worker *w)
{
    mem_free(w->memo, LABEL_MEMO, sizeof *w->memo);
    view_free(&w->view);
    off_cpu_free(&w->off_cpu);
    label_builder_free(&w->label_builder);
    chains_free(&w->chains);
    addresses_free(&w->addresses);
    tidier_free(&w->tidier);
    builder_free(&w->builder);
    processes_free(&w->processes);
}
