/* FORK | SWITCH IN | sample sample | SWITCH OUT | SWITCH IN | EXIT
 * Follows what threads do all their lives, and gives each part of it a stack. */
#include "input/perf_data/time/wall.h"

#include "base/mem.h"
#include "input/perf_data/time/wall_events.h"

static const char *const frame_names[] = {
    [STATE_RUNNING] = "[running]",
    [STATE_READY] = "[ready]",
    [STATE_WAITING] = "[waiting]",
};

/* ---- events ---------------------------------------------------------------------------------- */

/* A recorder may open an event several times, to take stacks in other ways, or for each kind of
 * processor. */
static bool is_chosen(const struct wall *w, const struct event *event)
{
    return w->event && event->type == w->event->type &&
           (event->config & UINT32_MAX) == (w->event->config & UINT32_MAX);
}

bool wall_wants(const struct wall *w, const struct event *event)
{
    return is_chosen(w, event) || event == w->tracepoint || event == w->sleep ||
           event == w->waking || event_is_switch(event);
}

/* Whether samples of sched_switch are only some: a frequency that was meant for a clock holds for
 * them as well. */
static bool is_partial(const struct event *event)
{
    return event->frequency != 0 || event->period > 1;
}

/* When a record says that it is, or else the first of all times. */
static uint64_t begin_of(const struct recording *rec)
{
    size_t i = 0;

    if (rec->begin_ns && recording_is_ours(rec))
        return rec->begin_ns;
    while (i < rec->n_records && rec->records[i].time_ns == 0)
        i++;
    return i < rec->n_records ? rec->records[i].time_ns : 0;
}

void wall_init(struct wall *w, struct recording *rec, enum ask_read read,
               struct processes *processes, struct builder *builder, struct sample_labels *labels)
{
    *w = (struct wall){.rec = rec,
                       .processes = processes,
                       .builder = builder,
                       .labels = labels,
                       .is_latency = read == READ_LATENCY,
                       .event = wall_choose_event(&rec->events),
                       .sleep = wall_find_sleep(rec),
                       .n_samples = 1};
    for (uint32_t i = 0; i < rec->events.n; i++)
        w->has_records = w->has_records || rec->events.rows[i].switches;
    off_cpu_init_switches(&w->switches, rec);
    w->waking = off_cpu_find_waking(rec, &w->waking_pid_at);
    w->tracepoint = w->switches.event;
    if (w->has_records || (w->tracepoint && is_partial(w->tracepoint)))
        w->switches.event = NULL;
    w->is_wide = w->switches.event != NULL;
    w->begin_ns = begin_of(rec);
    w->end_ns = rec->n_records ? rec->records[rec->n_records - 1].time_ns : 0;
}

void wall_free(struct wall *w)
{
    off_cpu_free(&w->switches);
    mem_free(w->threads, w->threads_room, sizeof *w->threads);
    mem_free(w->running, w->running_room, sizeof *w->running);
    mem_free(w->samples, w->samples_room, sizeof *w->samples);
}

/* ---- samples of an interval ------------------------------------------------------------------ */

static void keep_sample(struct wall *w, struct wall_thread *t, const struct wall_sample *sample)
{
    uint32_t at = w->unused;

    if (at)
        w->unused = w->samples[at].next;
    else {
        at = w->n_samples++;
        w->samples = mem_grow(w->samples, &w->samples_room, w->n_samples, sizeof *w->samples);
    }
    w->samples[at] = *sample;
    if (t->n_samples)
        w->samples[t->last].next = at;
    else
        t->first = at;
    t->last = at;
    t->n_samples++;
}

static void drop_samples(struct wall *w, struct wall_thread *t)
{
    if (t->n_samples) {
        w->samples[t->last].next = w->unused;
        w->unused = t->first;
    }
    t->n_samples = 0;
}

/* ---- parts of lives -------------------------------------------------------------------------- */

static bool add(struct wall *w, stack_id stack, labels_id labels, struct moment from, uint64_t ns)
{
    const uint64_t values[INPUT_COLUMNS] = {ns, 1};

    w->builder->moment = from;
    return builder_add_stack(w->builder, stack, labels, values, 0);
}

/* For a message only: a sum that does not fit is as large as can be. */
static void sum_up(uint64_t *sum, uint64_t ns)
{
    *sum = ns > UINT64_MAX - *sum ? UINT64_MAX : *sum + ns;
}

static labels_id labels_of(struct wall *w, uint32_t row, enum thread_state state)
{
    const struct sample_fields who = {.tid = w->processes->threads[row].tid,
                                      .pid = w->threads[row].pid};

    return sample_labels_in(w->labels, state, &who);
}

/* The frame that names a state, called by the thread's stack if it has one. */
static bool stack_of(struct wall *w, const struct wall_thread *t, enum thread_state state,
                     stack_id *stack)
{
    struct builder *b = w->builder;
    frame_id *frame = &w->frames[state];

    builder_begin(b);
    if ((!*frame && !builder_frame(b, str_of(frame_names[state]), KIND_UNKNOWN, frame)) ||
        !builder_push(b, *frame))
        return false;
    const bool slept = state == STATE_WAITING && t->is_slept;
    *stack = slept || t->is_sampled ? builder_stack_on(b, LEAF_FIRST, slept ? t->slept : t->stack)
                                    : builder_stack(b, LEAF_FIRST);
    return true;
}

static uint64_t weight_of(const struct wall *w, uint64_t ns, uint32_t beside)
{
    if (!w->is_latency || beside < 2)
        return ns;
    return ns / beside + (ns % beside * 2 >= beside);
}

/* Without a sample, the thread's stack before is the best guess; where nothing samples what runs,
 * it is one that waited, so the guess has a frame of its own. */
static bool add_unsampled(struct wall *w, uint32_t row, uint64_t ns)
{
    const struct wall_thread *t = &w->threads[row];
    stack_id stack = t->stack;

    if (ns == 0)
        return true;
    sum_up(&w->guessed_ns, ns);
    return ((t->is_sampled && w->event) || stack_of(w, t, STATE_RUNNING, &stack)) &&
           add(w, stack, labels_of(w, row, STATE_RUNNING),
               (struct moment){t->since_ns, state_of_guess(STATE_RUNNING, true)},
               weight_of(w, ns, t->beside));
}

/* The first samples take what cannot be divided. */
static bool add_running(struct wall *w, uint32_t row, uint64_t until_ns)
{
    const struct wall_thread *t = &w->threads[row];
    const uint64_t ns = until_ns - t->since_ns;
    const uint64_t n = t->n_samples;
    uint64_t at_ns = t->since_ns;
    uint32_t next = t->first;

    if (n == 0)
        return add_unsampled(w, row, ns);
    for (uint64_t i = 0; i < n; i++) {
        const struct wall_sample *sample = &w->samples[next];
        uint64_t part = ns / n + (i < ns % n);
        if (!add(w, sample->stack, sample->labels, (struct moment){at_ns, STATE_RUNNING},
                 weight_of(w, part, sample->beside)))
            return false;
        at_ns += part;
        next = sample->next;
    }
    return true;
}

static bool stop_running(struct wall *w, uint32_t row, uint64_t time_ns)
{
    struct wall_thread *t = &w->threads[row];
    bool ok = add_running(w, row, time_ns);

    t->ran_ns += time_ns - t->since_ns;
    w->running[t->process]--;
    drop_samples(w, t);
    return ok;
}

/* Whether anything is known of where it waits. */
static bool has_stack(const struct wall_thread *t)
{
    return t->is_sampled || (t->is_slept && t->why == STATE_WAITING);
}

/* A part of the time that a thread was off processors. */
static bool add_away(struct wall *w, uint32_t row, enum thread_state why, uint64_t until_ns,
                     bool is_guessed)
{
    struct wall_thread *t = &w->threads[row];
    const struct moment from = {t->since_ns, state_of_guess(why, is_guessed)};
    const uint64_t ns = until_ns - t->since_ns;
    stack_id stack;

    t->since_ns = until_ns;
    return ns == 0 ||
           (stack_of(w, t, why, &stack) && add(w, stack, labels_of(w, row, why), from, ns));
}

/* A wait up to its waking; the thread was ready from then on. */
static bool stop_sleeping(struct wall *w, uint32_t row, bool is_guessed)
{
    struct wall_thread *t = &w->threads[row];

    const bool has_slept = t->woken_ns > t->since_ns;
    if (!add_away(w, row, t->why, t->woken_ns, is_guessed))
        return false;
    if (has_slept)
        builder_waker(w->builder, t->waker);
    t->why = STATE_READY;
    return true;
}

static bool stop_waiting(struct wall *w, uint32_t row, uint64_t time_ns)
{
    struct wall_thread *t = &w->threads[row];
    const uint64_t ns = time_ns - t->since_ns;
    const uint64_t ready_ns = t->why == STATE_READY ? ns : t->woken_ns ? time_ns - t->woken_ns : 0;

    t->ready_ns += ready_ns;
    t->waited_ns += ns - ready_ns;
    sum_up(&w->wait_ns, ns);
    const bool is_guessed = t->is_counted && has_stack(t);
    if (is_guessed)
        sum_up(&w->guessed_wait_ns, ns);
    t->is_counted = false;
    const bool is_woken = t->woken_ns != 0;
    const bool ok = w->is_latency || ((!is_woken || stop_sleeping(w, row, is_guessed)) &&
                                      add_away(w, row, t->why, time_ns, is_guessed));
    t->woken_ns = 0;
    return ok;
}

/* Ends what a thread does; one of which nothing is known has waited. */
static bool stop(struct wall *w, uint32_t row, uint64_t time_ns)
{
    struct wall_thread *t = &w->threads[row];

    switch (t->state) {
    case WALL_RUNS:
        return stop_running(w, row, time_ns);
    case WALL_THERE:
        t->why = STATE_WAITING;
        return stop_waiting(w, row, time_ns);
    case WALL_AWAY:
        return stop_waiting(w, row, time_ns);
    case WALL_UNSEEN:
    case WALL_GONE:
        break;
    }
    return true;
}

static void run_since(struct wall *w, uint32_t row, uint64_t time_ns)
{
    struct wall_thread *t = &w->threads[row];
    struct process *process = processes_get(w->processes, t->pid);

    t->state = WALL_RUNS;
    t->since_ns = time_ns;
    t->woken_ns = 0;
    t->is_left = false;
    t->process = (uint32_t)(process - w->processes->rows);
    w->running = mem_grow(w->running, &w->running_room, (size_t)t->process + 1, sizeof *w->running);
    t->beside = ++w->running[t->process];
}

/* Recorders that change how they sample have two counters for a moment, and each tells of the same
 * switch. */
static bool is_same_switch(const struct wall_thread *t, uint64_t time_ns)
{
    enum { NEAR_NS = 10000 };

    return time_ns - t->since_ns < NEAR_NS;
}

/* ---- what happens to threads ----------------------------------------------------------------- */

/* The row of a thread; false when the number is none. */
static bool find_thread(struct wall *w, uint32_t tid, uint32_t pid, uint32_t *row)
{
    if (!processes_is_thread(tid))
        return false;
    *row = processes_thread(w->processes, tid);
    w->threads = mem_grow(w->threads, &w->threads_room, (size_t)*row + 1, sizeof *w->threads);
    if (w->n_threads <= *row)
        w->n_threads = (size_t)*row + 1;
    struct wall_thread *t = &w->threads[*row];
    if (!pid)
        pid = w->processes->threads[*row].pid;
    t->pid = pid ? pid : t->pid;
    return true;
}

/* What was read of a thread behind its EXIT says that it ran on. */
static void go_on(struct wall *w, uint32_t row)
{
    struct wall_thread *t = &w->threads[row];

    if (t->state == WALL_GONE && t->is_ending)
        run_since(w, row, t->since_ns);
}

static bool switch_in(struct wall *w, uint32_t row, uint64_t time_ns)
{
    switch (w->threads[row].state) {
    case WALL_GONE:
        return true;
    case WALL_RUNS: /* its leaving was not recorded */
        w->n_unseen += !is_same_switch(&w->threads[row], time_ns);
        return true;
    case WALL_UNSEEN:
    case WALL_THERE:
    case WALL_AWAY:
        break;
    }
    if (!stop(w, row, time_ns))
        return false;
    run_since(w, row, time_ns);
    return true;
}

static bool leave(struct wall *w, uint32_t row, enum thread_state why, uint64_t time_ns)
{
    struct wall_thread *t = &w->threads[row];

    go_on(w, row);
    if (t->state == WALL_GONE)
        return true;
    if (t->state == WALL_THERE)
        run_since(w, row, t->since_ns);
    if (t->state == WALL_AWAY) { /* its return was not recorded */
        w->n_unseen += !is_same_switch(t, time_ns);
        return true;
    }
    if (!stop(w, row, time_ns))
        return false;
    t->state = WALL_AWAY;
    t->why = why;
    t->since_ns = time_ns;
    w->n_waits++;
    t->is_counted = !t->is_left;
    w->n_unknown += !has_stack(t);
    w->n_guessed += has_stack(t) && t->is_counted;
    return true;
}

/* A sample of sleep, as the thread comes back, or at the end of the recording. */
static void take_sleep(struct wall *w, struct wall_thread *t, stack_id stack)
{
    if (t->state == WALL_AWAY && t->is_counted) {
        t->is_counted = false;
        *(has_stack(t) ? &w->n_guessed : &w->n_unknown) -= 1;
    }
    t->slept = stack;
    t->is_slept = true;
}

/* One that left behind its EXIT, and never came back, had ended there. */
static bool end(struct wall *w, uint32_t row, uint64_t time_ns)
{
    struct wall_thread *t = &w->threads[row];
    const bool has_ended = t->is_ending && t->state == WALL_AWAY;
    bool ok = has_ended || stop(w, row, time_ns);

    if (t->state != WALL_UNSEEN)
        t->state = WALL_GONE;
    t->woken_ns = 0;
    t->is_ending = false;
    return ok;
}

/* One that ends twice has ended. */
static bool take_exit(struct wall *w, uint32_t row, uint64_t time_ns)
{
    struct wall_thread *t = &w->threads[row];
    const bool was_ending = t->is_ending;
    bool ok = end(w, row, time_ns);

    t->is_ending = t->state == WALL_GONE && !was_ending;
    t->since_ns = time_ns;
    return ok;
}

static bool take_end(struct wall *w, uint32_t row, uint64_t time_ns)
{
    go_on(w, row);
    return end(w, row, time_ns);
}

/* A sample of sched_switch names the next thread, which may be none of those recorded. */
static bool take_change(struct wall *w, const struct off_change *change, uint32_t pid,
                        uint64_t time_ns)
{
    const bool is_own = !change->has_left;
    uint32_t row;

    if (change->has_left && find_thread(w, change->left, pid, &row) &&
        !(change->is_ending ? take_exit(w, row, time_ns)
          : change->is_gone ? take_end(w, row, time_ns)
                            : leave(w, row, change->state, time_ns)))
        return false;
    return !change->has_come || !find_thread(w, change->came, is_own ? pid : 0, &row) ||
           (!is_own && w->threads[row].state == WALL_UNSEEN) || switch_in(w, row, time_ns);
}

/* {u32 pid, u32 parent's pid, u32 tid, u32 parent's tid, u64 time}. A new thread with the number of
 * one that seems to live ends that one. */
static bool take_fork(struct wall *w, const struct record *record, uint64_t time_ns)
{
    struct bytes b = record->body;
    uint32_t pid, tid, row;

    if (!bytes_u32(&b, &pid) || !bytes_skip(&b, 4) || !bytes_u32(&b, &tid) ||
        !find_thread(w, tid, pid, &row))
        return true;
    struct wall_thread *t = &w->threads[row];
    const bool was_there = time_ns == 0 || record->misc & MISC_OUT;
    if (was_there && t->state != WALL_UNSEEN)
        return true;
    if (!end(w, row, time_ns))
        return false;
    t->state = was_there ? WALL_THERE : WALL_AWAY;
    t->why = STATE_READY;
    t->since_ns = was_there ? w->begin_ns : time_ns;
    t->woken_ns = 0;
    t->is_sampled = t->is_left = t->is_slept = t->is_ending = false;
    return true;
}

/* {u32 pid, u32 tid, name} */
static void take_comm(struct wall *w, const struct record *record, uint64_t time_ns)
{
    struct bytes b = record->body;
    uint32_t pid, tid, row;

    if (!bytes_u32(&b, &pid) || !bytes_u32(&b, &tid) || !find_thread(w, tid, pid, &row) ||
        w->threads[row].state != WALL_UNSEEN)
        return;
    w->threads[row].state = WALL_THERE;
    w->threads[row].since_ns = time_ns ? time_ns : w->begin_ns;
}

/* One that was there, but ended before the recording began. */
static void forget(struct wall *w, uint32_t tid)
{
    uint32_t row;

    if (find_thread(w, tid, 0, &row))
        w->threads[row].state = WALL_UNSEEN;
}

/* Of what was before the recording, only who was there when it began counts. */
bool wall_take_record(struct wall *w, const struct record *record, uint64_t time_ns)
{
    const bool is_old = time_ns && time_ns < w->begin_ns;
    struct sample_fields s = {0};
    struct off_change change;

    if (is_old)
        time_ns = 0;
    if (record->type == RECORD_FORK)
        return take_fork(w, record, time_ns);
    if (record->type == RECORD_COMM) {
        take_comm(w, record, time_ns);
        return true;
    }
    if (!off_cpu_read_record(&w->switches, record, &s, &change))
        return true;
    if (is_old && record->type == RECORD_EXIT)
        forget(w, change.left);
    if (time_ns == 0)
        return true;
    w->n_switches += record->type != RECORD_EXIT;
    w->is_wide = w->is_wide || record->type == RECORD_SWITCH_CPU_WIDE;
    return take_change(w, &change, s.pid, time_ns);
}

/* The first waking ends a wait. Times of several processors may be out of order by a little. */
static void take_waking(struct wall *w, const struct sample_fields *s, stack_id stack,
                        uint64_t time_ns)
{
    const struct bytes raw = s->raw;
    uint32_t row;

    if (raw.n < w->waking_pid_at + 4 ||
        !find_thread(w, u32_at(raw.p + w->waking_pid_at, raw.big), 0, &row))
        return;
    struct wall_thread *t = &w->threads[row];
    if (t->state != WALL_AWAY || t->why != STATE_WAITING || t->woken_ns || time_ns < t->since_ns)
        return;
    const labels_id labels = sample_labels_in(w->labels, STATE_RUNNING, s);
    t->woken_ns = time_ns;
    t->waker = (struct waker){w->builder->p->labels.thread[labels], stack};
}

/* One that is sampled is on a processor, whatever is known of it. */
static bool take_place(struct wall *w, uint32_t row, const struct sample_fields *s,
                       uint64_t time_ns)
{
    struct wall_thread *t = &w->threads[row];

    if (t->state == WALL_THERE)
        run_since(w, row, t->since_ns);
    if (t->state == WALL_AWAY || t->state == WALL_UNSEEN) {
        w->n_unseen += t->state == WALL_AWAY;
        if (!stop(w, row, time_ns))
            return false;
        run_since(w, row, time_ns);
    }
    t->is_left = false;
    keep_sample(w, t,
                &(struct wall_sample){.stack = t->stack,
                                      .labels = sample_labels_in(w->labels, STATE_RUNNING, s),
                                      .beside = w->running[t->process]});
    return true;
}

/* A sample of sched_switch is that of who leaves, be it an idle processor or a thread that has
 * ended: the other one comes all the same. */
bool wall_take_sample(struct wall *w, const struct event *event, const struct sample_fields *s,
                      stack_id stack, uint64_t time_ns)
{
    struct off_change change;
    uint32_t row;

    if (time_ns < w->begin_ns || time_ns == 0)
        return true;
    if (event == w->waking) {
        take_waking(w, s, stack, time_ns);
        return true;
    }
    const bool is_thread = find_thread(w, s->tid, s->pid, &row);
    if (is_thread)
        go_on(w, row);
    const bool lives = is_thread && w->threads[row].state != WALL_GONE;
    if (event == w->sleep || event_is_looked(event, &w->rec->names)) {
        if (lives)
            take_sleep(w, &w->threads[row], stack);
        return true;
    }
    if (lives) {
        w->threads[row].stack = stack;
        w->threads[row].is_sampled = w->threads[row].is_left = true;
    }
    if (is_chosen(w, event))
        return !lives || take_place(w, row, s, time_ns);
    if (event != w->switches.event || !off_cpu_read_sample(&w->switches, s, &change))
        return true;
    w->n_switches++;
    return take_change(w, &change, s->pid, time_ns);
}

bool wall_end(struct wall *w)
{
    bool ok = true;

    for (size_t row = 0; ok && row < w->n_threads; row++) {
        if (w->is_wide && w->threads[row].state == WALL_THERE) {
            w->n_left_out++;
            continue;
        }
        ok = end(w, (uint32_t)row, w->end_ns);
        sum_up(&w->ran_ns, w->threads[row].ran_ns);
    }
    return ok;
}
