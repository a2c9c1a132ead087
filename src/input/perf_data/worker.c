/* swapper 0 [001] cycles: takes samples, and applies mappings and process events on the way. */
#include "input/perf_data/worker.h"

#include "base/perf_file.h"
#include "input/perf_data/time/wall_report.h"

/* So many samples, or 0: it stands for time that none does. */
static bool add(struct worker *w, const struct event *event, const struct sample_fields *s,
                stack_id stack, uint64_t period, uint64_t n)
{
    const uint64_t values[] = {period, n, s->weight};
    labels_id labels = sample_labels_of(&w->labels, event->name, s);

    if (n)
        diagnostics_sample(&w->addresses.found, event->name);
    if (event_is_looked(event, &w->rec->names))
        diagnostics_apart(&w->addresses.found, stack);
    if (w->reading.ask->labels >> OPTIONAL_MEMORY)
        labels = sample_memory_labels(&w->memory, event, s, labels);
    w->n_not_taken += n == 0;
    return builder_add_stack(&w->builder, stack, labels, values, 0);
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
        if (!add(w, &w->rec->events.rows[row->event], s, stack, period, 1))
            return false;
    }
    return true;
}

/* Counts the time that a thread was away, if it was. */
static bool count_off_cpu_time(struct worker *w, uint32_t tid, uint64_t time_ns)
{
    struct off_cpu_waits *o = &w->off_cpu;
    struct off_thread *t = off_cpu_thread(o, processes_thread(&w->processes, tid));
    const uint64_t values[INPUT_COLUMNS] = {time_ns - t->since_ns, 1};
    bool counts = t->is_away && time_ns >= t->since_ns;

    t->is_away = t->is_gone = t->is_fresh = false;
    if (!counts)
        return true;
    o->n_waits++;
    o->n_unknown += !t->is_sampled;
    o->n_near += t->is_sampled && !t->at_leaving;
    o->ns += values[0];
    o->unknown_ns += t->is_sampled ? 0 : values[0];
    o->near_ns += t->is_sampled && !t->at_leaving ? values[0] : 0;
    o->lost_ns += t->at_leaving && t->is_lost ? values[0] : 0;
    o->n_stale += t->is_stale;
    w->builder.moment = (struct moment){
        .at_ns = t->since_ns,
        .state = state_of_guess(t->state, t->is_sampled && !t->at_leaving),
    };
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
    struct off_cpu_waits *o = &w->off_cpu;
    struct off_thread *t = off_cpu_thread(o, processes_thread(&w->processes, change->left));

    o->n_unseen += t->is_away && !t->is_gone && !t->is_ending;
    t->is_ending = change->is_ending || (t->is_ending && !change->is_new);
    if (change->is_ending || change->is_new) {
        t->is_away = t->is_gone = false;
        return true;
    }
    t->is_gone = t->is_gone || change->is_gone;
    t->is_away = !t->is_gone;
    if (t->is_gone)
        return true;
    o->n_left++;
    t->is_stale = t->is_sampled && !t->is_fresh;
    t->at_leaving = t->at_leaving && t->is_fresh;
    t->since_ns = s->time_ns;
    t->state = change->state;
    t->labels = sample_labels_in(&w->labels, t->state, s);
    return t->is_sampled || unknown_stack(w, &t->stack);
}

static bool take_change(struct worker *w, const struct off_change *change,
                        const struct sample_fields *s)
{
    if (change->has_come && processes_is_thread(change->came) &&
        !count_off_cpu_time(w, change->came, s->time_ns))
        return false;
    return !change->has_left || !processes_is_thread(change->left) || leave(w, change, s);
}

/* When a measured wait began: samples of flame record are taken as it ends, those of perf tell of
 * all waits of a stack when all has ended. */
static uint64_t begin_of(const struct worker *w, const struct sample_fields *s)
{
    const uint64_t at_ns = w->builder.moment.at_ns;

    if (at_ns == NO_TIME || !recording_is_ours(w->rec))
        return at_ns;
    return at_ns > s->period ? at_ns - s->period : 0;
}

/* A thread's stack is that of its last sample; once it was looked at while it waited, of the last
 * of these. */
static bool take_off_cpu(struct worker *w, const struct event *event, const struct sample_fields *s,
                         stack_id stack)
{
    struct off_cpu_waits *o = &w->off_cpu;
    struct off_thread *t = off_cpu_thread(o, processes_thread(&w->processes, s->tid));
    const uint64_t values[INPUT_COLUMNS] = {s->period, 1};
    struct off_change change;

    if (o->is_measured) {
        o->n_left++;
        o->n_waits++;
        w->builder.moment = (struct moment){begin_of(w, s), STATE_WAITING};
        return builder_add_stack(&w->builder, stack, sample_labels_in(&w->labels, STATE_WAITING, s),
                                 values, 0);
    }
    const bool is_looked = event_is_looked(event, &w->rec->names);
    if (t->is_looked && !is_looked && o->event != event)
        return true;
    t->stack = stack;
    t->is_sampled = t->is_fresh = true;
    t->at_leaving = o->event == event || event_is_switch(event);
    t->is_looked = is_looked;
    t->is_lost = is_looked && !diagnostics_is_rooted(&w->addresses.found, w->builder.p, stack);
    return o->event != event || !off_cpu_read_sample(o, s, &change) || take_change(w, &change, s);
}

static bool take_other(struct worker *w, const struct record *record, uint64_t time_ns)
{
    struct off_change change;
    struct sample_fields s = {0};

    if (ask_wall(w->reading.ask))
        return wall_take_record(&w->wall, record, time_ns);
    return w->reading.ask->read != READ_OFF_CPU ||
           !off_cpu_read_record(&w->off_cpu, record, &s, &change) || take_change(w, &change, &s);
}

static bool take_wall(struct worker *w, const struct event *event, const struct sample_fields *s,
                      stack_id stack, uint64_t time_ns)
{
    diagnostics_sample(&w->addresses.found, event->name);
    return wall_take_sample(&w->wall, event, s, stack, time_ns);
}

/* A sample that is not counted still tells where its thread is. */
static void note_uncounted_sample(struct worker *w, const struct event *event,
                                  const struct record *record)
{
    struct sample_fields s;

    if (w->labels.asked && sample_read(&s, event, record->body))
        sample_labels_see(&w->labels, &s);
}

/* Takes a sample of which off-CPU time or all of a thread's time is measured. */
static bool take_in_time(struct worker *w, const struct event *event, const struct sample_fields *s,
                         stack_id stack, uint64_t time_ns)
{
    if (w->labels.asked)
        sample_labels_see(&w->labels, s);
    return w->reading.ask->read == READ_OFF_CPU ? take_off_cpu(w, event, s, stack)
                                                : take_wall(w, event, s, stack, time_ns);
}

static bool is_not_taken(const struct worker *w, const struct record *record)
{
    return record->misc & PERF_SAMPLE_MISC_NOT_TAKEN && recording_is_ours(w->rec);
}

/* Whether samples of the event say anything of what is asked for. */
static bool wants(const struct worker *w, const struct event *event)
{
    return (!w->off_cpu.event || w->off_cpu.event == event) &&
           (!ask_wall(w->reading.ask) || wall_wants(&w->wall, event));
}

/* Finds the stack of a sample for the worker that takes it, which also tells what is wrong with it.
 */
static bool find_for_other(struct worker *w, const struct record *record)
{
    const struct event *event = recording_event_of(w->rec, record->body);
    struct found_stack *found = &w->found->rows[w->at];
    struct sample_fields s;

    if (!wants(w, event) || !sample_read(&s, event, record->body))
        return true;
    builder_begin(&w->builder);
    w->addresses.found.last_whole = 0;
    if (!chains_stack(&w->chains, event, &s, record->misc, &found->stack))
        return false;
    found->whole = w->addresses.found.last_whole;
    found->n_names = w->profile->names.n;
    return builder_in_proportion(&w->builder, 0) &&
           reading_within_limits(w->profile, &w->reading.ask->limits, w->reading.name, 0,
                                 &w->fault);
}

/* Takes the stack that another worker has found. */
static stack_id take_found(struct worker *w)
{
    struct found_ids *ids = &w->ids[w->found->pieces[w->at / FOUND_PIECE].finder];
    stack_id whole;
    const stack_id stack = found_ids_stack(ids, w->profile, &w->found->rows[w->at], &whole);

    if (whole)
        diagnostics_whole(&w->addresses.found, whole);
    return stack;
}

static bool take_sample(struct worker *w, const struct record *record, uint64_t time_ns)
{
    const struct event *event = recording_event_of(w->rec, record->body);
    const uint64_t group = READ_GROUP | READ_ID;
    struct sample_fields s;
    stack_id stack;

    if (!wants(w, event)) {
        note_uncounted_sample(w, event, record);
        return true;
    }
    if (!sample_read(&s, event, record->body))
        return reading_bad(&w->reading, 0, "a sample is shorter than its event says", STR(""),
                           &w->fault);
    builder_begin(&w->builder);
    if (w->builder.p->moments.kind == TIME_POINTS || w->reading.info->has_clock)
        w->builder.moment.at_ns = s.time_ns;
    if (w->found)
        stack = take_found(w);
    else if (!chains_stack(&w->chains, event, &s, record->misc, &stack))
        return false;
    if (w->reading.ask->read != READ_RUNNING)
        return take_in_time(w, event, &s, stack, time_ns);
    if (s.read.n && (event->read_format & group) == group)
        return add_group(w, event, &s, stack);
    return add(w, event, &s, stack, s.period, !is_not_taken(w, record));
}

/* Whether it needs what is mapped; who takes the stacks of others only needs the names of threads.
 */
static bool needs_maps(const struct worker *w)
{
    return !w->found || w->finder;
}

static bool take_record(struct worker *w, const struct record *record)
{
    const struct record_at *at = &w->rec->records[w->at];
    const bool is_map = record->type == RECORD_MMAP || record->type == RECORD_MMAP2;

    if (needs_maps(w) || !is_map)
        processes_apply(&w->processes, record);
    if (needs_maps(w))
        addresses_apply(&w->addresses, record);
    if (w->finder)
        return !(at->at & RECORD_IS_SAMPLE) || find_for_other(w, record);
    return at->at & RECORD_IS_SAMPLE ? take_sample(w, record, at->time_ns)
                                     : take_other(w, record, at->time_ns);
}

/* Takes records up to one; skips other workers' samples, and switches that it does not need. */
static bool take_records(struct worker *w, size_t to)
{
    const bool needs_switches = w->reading.ask->read != READ_RUNNING && !w->finder;
    const uint64_t skipped = needs_switches ? 0 : RECORD_IS_SWITCH;
    const struct recording *rec = w->rec;
    struct record record;

    for (; w->at < to; w->at++) {
        uint64_t at = rec->records[w->at].at;
        if (at & (w->at < w->from ? RECORD_IS_SAMPLE | skipped : skipped))
            continue;
        if (!recording_get(&w->view, at, &record) || !take_record(w, &record))
            return false;
    }
    return true;
}

/* ---- one that takes what others find --------------------------------------------------------- */

static void find_piece(struct worker *w, size_t k)
{
    const size_t n = w->rec->n_records;

    w->from = k * FOUND_PIECE;
    w->to = n - w->from < FOUND_PIECE ? n : w->from + FOUND_PIECE;
    w->ok = w->ok && take_records(w, w->to);
    found_end_piece(w->found, k, w->at, w->profile, &w->told);
}

static void find_pieces(struct worker *w)
{
    size_t k;

    while (found_begin_piece(w->found, w->finder, &k))
        find_piece(w, k);
}

/* Finds pieces itself while the one that is needed is not found. */
static const struct found_piece *need_piece(struct worker *w, size_t k)
{
    struct worker *own = &w[w->n_finders];
    const struct found_piece *piece = NULL;
    size_t next;

    while (!(piece = found_get(w->found, k, false)) &&
           found_begin_piece(w->found, own->finder, &next))
        find_piece(own, next);
    return piece ? piece : found_get(w->found, k, true);
}

/* Takes the samples of a piece, up to where its finder has failed. */
static bool take_piece(struct worker *w, size_t k)
{
    const struct found_piece *piece = need_piece(w, k);

    found_ids_take(&w->ids[piece->finder], w->profile, piece);
    if (!take_records(w, piece->to))
        return false;
    if (piece->has_failed)
        w->fault = w[piece->finder].fault;
    return !piece->has_failed;
}

/* Takes what finders told of frames. One that found nothing may only begin now. */
static void take_marks(struct worker *w)
{
    for (size_t i = 1; i <= w->n_finders; i++) {
        const struct diagnostics *from = &w[i].addresses.found;
        const struct found_ids *ids = &w->ids[i];
        if (!ids->piece)
            continue;
        for (frame_id f = 1; f < ids->n.frames && f < from->marks_room; f++)
            if (from->marks[f])
                diagnostics_mark(&w->addresses.found, ids->frames[f], from->marks[f]);
    }
}

static bool take_pieces(struct worker *w)
{
    bool ok = w->ok;

    w->ids = mem_alloc(w->n_finders + 1, sizeof *w->ids);
    for (size_t k = 0; ok && k < w->found->n_pieces; k++)
        ok = take_piece(w, k);
    found_stop(w->found);
    if (ok)
        take_marks(w);
    return ok;
}

/* Ends what lasts to the end of the recording. */
static bool end_times(struct worker *w)
{
    if (ask_wall(w->reading.ask))
        return wall_end(&w->wall) && wall_report(&w->wall, &w->fault);
    return w->reading.ask->read != READ_OFF_CPU ||
           off_cpu_finish(&w->off_cpu, &w->reading, &w->fault);
}

bool worker_begin(struct worker *w)
{
    const bool has_weights = w->reading.ask->read == READ_RUNNING && recording_has_weights(w->rec);

    processes_init(&w->processes, w->rec);
    builder_init(&w->builder, &w->reading, w->profile, &w->fault);
    w->builder.n_values = has_weights ? INPUT_COLUMNS + 1 : INPUT_COLUMNS;
    tidier_init(&w->tidier, &w->builder);
    addresses_init(&w->addresses, &w->processes, &w->tidier, w->sources);
    sample_labels_init(&w->labels, &w->processes, w->profile);
    sample_memory_init(&w->memory, &w->addresses, w->reading.ask->labels >> OPTIONAL_MEMORY);
    if (ask_wall(w->reading.ask))
        wall_init(&w->wall, w->rec, w->reading.ask->read, &w->processes, &w->builder, &w->labels);
    if (w->reading.ask->read == READ_OFF_CPU)
        off_cpu_init(&w->off_cpu, w->rec);
    view_init(&w->view, &w->rec->store, w->rec->big, &w->fault);
    return chains_init(&w->chains, &w->addresses, &w->fault);
}

static bool take_all(struct worker *w)
{
    if (!w->found)
        return w->ok && take_records(w, w->to);
    struct worker *own = &w[w->n_finders];
    own->ok = worker_begin(own);
    return take_pieces(w);
}

void worker_run(struct worker *w)
{
    w->ok = worker_begin(w);
    if (w->finder) {
        find_pieces(w);
        return;
    }
    w->ok = take_all(w) && end_times(w);
    if (w->ok)
        diagnostics_count(&w->addresses.found, w->profile);
}

void worker_free(struct worker *w)
{
    for (size_t i = 0; w->ids && i <= w->n_finders; i++)
        found_ids_free(&w->ids[i]);
    mem_free(w->ids, w->n_finders + 1, sizeof *w->ids);
    view_free(&w->view);
    off_cpu_free(&w->off_cpu);
    wall_free(&w->wall);
    sample_labels_free(&w->labels);
    chains_free(&w->chains);
    addresses_free(&w->addresses);
    tidier_free(&w->tidier);
    builder_free(&w->builder);
    processes_free(&w->processes);
}
