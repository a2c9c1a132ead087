/* The loop of a recording. Signals and the end of the command arrive through descriptors, so that
 * nothing is missed between looking and sleeping. */
#include "record/recorder.h"

#include <errno.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/perf_file.h"
#include "record/chain_choice.h"
#include "record/code/kernel_map.h"
#include "record/ending.h"
#include "record/group/group_paths.h"
#include "record/recorder_state.h"
#include "record/targets/tasks.h"

enum { STEP_MS = 250 };

static bool find_targets(struct recorder *r, struct fault *f)
{
    const struct record_order *order = r->order;
    const struct targets *t = &r->targets;

    if (order->command[0] && !command_prepare(&r->command, order->command, &order->setting, f))
        return false;
    if (!targets_find(&r->targets, order, (uint32_t)r->command.pid, &r->filter, f))
        return false;
    if (r->counting.chain == CHAIN_AUTO && targets_are_many(t, order))
        r->counting.chain = CHAIN_FRAME_POINTERS;
    r->counting.on_exec = t->n_tids && order->command[0] && order->delay_ns == 0;
    r->counting.delayed = order->delay_ns != 0;
    targets_lend(t, order, &r->counting);
    return true;
}

/* Counts processors where that may be, and a program can leave others out. */
static bool open_counters(struct recorder *r, struct fault *f)
{
    if (counters_may_be_of_processors(&r->counting) && thread_filter_open(&r->program))
        r->counting.filter = r->program.filter;
    if (!counters_open(&r->counters, &r->counting, f))
        return false;
    r->filter.keeps_samples = r->counters.by_program;
    return !r->counters.by_program ||
           thread_filter_begin(&r->program, &r->counting, waits_for_program(r->order)) ||
           fault_set(f, FAULT_SYSTEM, "the kernel refuses the program (bpf): %s", strerror(errno));
}

/* What the loop waits for: a signal, or a ring. */
static bool poll_all(struct recorder *r, struct fault *f)
{
    if (!stop_signals_take(&r->signals, f))
        return false;
    const struct off_cpu_recorder *sleep = &r->waits.off_cpu;
    const size_t n = r->counters.n_processors;
    r->n_polled = 1 + n + sleep->n_processors;
    r->polled = mem_alloc(r->n_polled, sizeof *r->polled);
    r->polled[0] = (struct pollfd){.fd = r->signals.fd, .events = POLLIN};
    for (size_t i = 0; i < n; i++)
        r->polled[i + 1] = (struct pollfd){
            .fd = r->counters.rings[i].pages ? r->counters.rings[i].fd : -1, .events = POLLIN};
    for (size_t i = 0; i < sleep->n_processors; i++)
        r->polled[1 + n + i] = (struct pollfd){.fd = sleep->fds[i], .events = POLLIN};
    return true;
}

/* Writes what all rings hold, and a mark: what comes later is newer than what came before. */
static bool drain(struct recorder *r, struct fault *f)
{
    const struct perf_event_header mark = {.type = PERF_RECORD_FINISHED_ROUND_TYPE,
                                           .size = sizeof mark};
    struct task_filter *filter = r->counters.filtered ? &r->filter : NULL;
    struct lead_chunk *chunk = r->is_waiting ? lead_chunk(&r->lead, clock_now_ns()) : NULL;
    struct ring_counts *counts = chunk ? &chunk->counts : &r->counts;
    struct code_names *names = chunk ? NULL : &r->names;
    struct asleep *asleep = waits_asleep(&r->waits);
    const struct ring_use use = {&r->file, counts, names, filter, r->order->busy, asleep};
    struct ring *rings = r->counters.rings;
    const size_t n = r->counters.n_processors;
    uint64_t before = r->file.end;

    r->file.held = chunk ? &chunk->records : NULL;
    rings_look(rings, n);
    waits_look(&r->waits);
    if (filter)
        rings_show(rings, n, filter);
    if (!rings_drain(rings, n, &use, f) ||
        !waits_drain(&r->waits, r->ending, clock_now_ns(), &use, f))
        return false;
    code_names_catch_up(&r->names);
    return r->file.end == before ||
           recording_file_add(&r->file, (struct str){(const char *)&mark, sizeof mark}, f);
}

/* Records of what runs, which the caller frees. */
static struct buf tasks_now(struct recorder *r)
{
    const struct record_order *order = r->order;
    const struct tasks_chosen chosen = {r->targets.n_tids == 0, order->pids, order->n_pids,
                                        order->tids, order->n_tids};
    struct tasks tasks = {.held = &r->names.held, .data = r->counting.data};
    struct buf records = {0};

    kernel_map_add(&records);
    if (counters_tell_groups(&r->counters))
        group_paths_add(&records);
    tasks_add_chosen(&tasks, &chosen, &records);
    r->maps_cut = tasks.n_cut;
    tasks_free(&tasks);
    return records;
}

/* Writes records, and frees them. */
static bool add_all(struct recorder *r, struct buf *records, struct fault *f)
{
    const bool ok = recording_file_add(&r->file, buf_str(records), f);

    buf_free(records);
    return ok;
}

static bool tell_tasks(struct recorder *r, struct fault *f)
{
    struct buf records = tasks_now(r);

    code_names_see_all(&r->names, buf_str(&records));
    return add_all(r, &records, f);
}

/* Between switches nothing else says how long threads wait. */
static bool tell_time(struct recorder *r, uint64_t time_ns, bool begins, struct fault *f)
{
    return !r->counting.switches || recording_file_add_time(&r->file, time_ns, begins, f);
}

/* Adds a sample for the time that no other stands for. */
static bool tell_not_sampled(struct recorder *r, struct fault *f)
{
    const uint64_t n = r->counts.samples - r->counts.waits;
    struct buf records = {0};

    not_sampled_end(&r->not_sampled, r->order, &r->command, &r->counters, n, &records);
    return add_all(r, &records, f);
}

/* Whether a signal to end has come. */
static bool is_ended(struct recorder *r)
{
    bool end = stop_signals_came(&r->signals);

    r->stopped = r->stopped || end;
    struct command *command = r->order->running ? r->order->running : &r->command;
    if (command->pid > 0) {
        command_wait(command, false);
        end = end || command->ended;
    }
    return end || r->stopped;
}

static bool has_command(const struct record_order *order)
{
    return order->command[0] || order->running;
}

/* Sleeps until there is something to do or a time has come; at most a step. */
static void sleep_until(struct recorder *r, uint64_t until_ns)
{
    uint64_t now = clock_now_ns();
    int ms = r->full_ns ? STEP_MS : waits_step_ms(&r->waits, STEP_MS);

    if (until_ns && until_ns <= now)
        return;
    if (until_ns && until_ns - now < (uint64_t)ms * 1000000)
        ms = (int)((until_ns - now) / 1000000) + 1;
    (void)!poll(r->polled, (nfds_t)r->n_polled, ms);
    for (size_t i = 1; i < r->n_polled; i++)
        if (r->polled[i].revents & (POLLHUP | POLLERR))
            r->polled[i].fd = -1; /* all that it counted has ended */
}

/* Waits before counting, as --delay asks, and tells of what starts meanwhile. False when it ends
 * before, or with a fault. */
static bool wait_first(struct recorder *r, struct fault *f)
{
    const uint64_t until = clock_now_ns() + r->order->delay_ns;

    while (r->order->delay_ns && clock_now_ns() < until) {
        sleep_until(r, until);
        if (!drain(r, f) || is_ended(r))
            return false;
    }
    return true;
}

/* Ends the recording: what the kernel holds, and the time. */
static bool end_recording(struct recorder *r, struct fault *f)
{
    counters_enable(&r->counters, false);
    const uint64_t ended_ns = clock_now_ns();
    r->ending = true;
    recording_file_end(&r->file);
    return drain(r, f) && tell_time(r, ended_ns, false, f);
}

/* Notes when the disk was full. */
static void note_full(struct recorder *r)
{
    const uint64_t ns = clock_now_ns() - r->begun_ns;

    if (r->file.full && !r->full_ns)
        r->full_ns = ns ? ns : 1;
}

/* Once the disk is full nothing is recorded any more, but the command goes on. */
static bool end_full(struct recorder *r, struct fault *f)
{
    note_full(r);
    for (size_t i = 1; i < r->n_polled; i++)
        r->polled[i].fd = -1;
    return end_recording(r, f);
}

static bool drain_and_watch(struct recorder *r, struct fault *f)
{
    if (!drain(r, f))
        return false;
    if (r->file.full)
        return end_full(r, f);
    waits_watch(&r->waits, &r->counters, clock_now_ns(), r->counts.samples);
    chain_choice_look(r);
    return true;
}

static bool loop(struct recorder *r, struct fault *f)
{
    const struct record_order *order = r->order;
    const uint64_t until = order->for_ns ? r->begun_ns + order->for_ns : 0;
    bool on = true;

    while (on) {
        sleep_until(r, until);
        on = !is_ended(r) && !(until && clock_now_ns() >= until) && !targets_ended(r->order) &&
             !(r->full_ns && !has_command(order));
        if (!r->full_ns && !(on ? drain_and_watch(r, f) : end_recording(r, f)))
            return false;
        note_full(r);
        if (order->progress && !r->full_ns)
            order->progress(order->context, clock_now_ns() - r->begun_ns, &r->counts, r->file.end);
    }
    return true;
}

static bool open_file(struct recorder *r, struct fault *f)
{
    r->names.files.beside = r->place.path;
    r->file.held = NULL;
    r->file.events = r->counters.events;
    r->file.n_events = r->counters.n_events;
    r->file.n_sets = r->counters.n_sets;
    r->file.beside[0] = counters_teller(&r->counters);
    r->file.beside[1] = waits_event(&r->waits);
    r->file.program = r->order->program;
    r->file.arguments = r->order->arguments;
    r->file.command = r->order->started ? r->order->started : r->order->command;
    return recording_file_create(&r->file, &r->place, f) && recording_file_begin(&r->file, f);
}

/* Keeps the last seconds before the conditions came true. */
static void keep_lead(struct recorder *r)
{
    const struct watch *w = r->order->watch;
    const uint64_t now = clock_now_ns();
    const uint64_t kept = watch_window_ns(w) + r->order->lead_ns;
    const uint64_t since = w->trap.holds ? w->trap.since_ns : now;

    lead_drop(&r->lead, since > kept ? since - kept : 0);
    waits_begin_at(&r->waits, since > kept ? since - kept : 0);
    if (lead_is_full(&r->lead)) {
        struct buf records = tasks_now(r);
        lead_tell(&r->lead, buf_str(&records));
        buf_free(&records);
    }
}

/* Begins the file with what came before the trap sprang. */
static bool write_lead(struct recorder *r, struct fault *f)
{
    const struct ring_use use = {&r->file, &r->counts, &r->names, NULL, NULL, NULL};

    r->is_waiting = false;
    r->begun_ns = clock_now_ns();
    r->lead_ns = r->begun_ns - lead_begun_ns(&r->lead, r->begun_ns);
    waits_begin_at(&r->waits, r->begun_ns - r->lead_ns);
    return r->order->sprung(r->order->sprung_context, &r->place, f) && open_file(r, f) &&
           tell_time(r, r->begun_ns - r->lead_ns, true, f) && lead_write(&r->lead, &use, f);
}

/* Counts, but records only once the trap springs; true as well when it never does. */
static bool wait_for_trap(struct recorder *r, struct fault *f)
{
    struct watch *w = r->order->watch;
    struct buf records = tasks_now(r);

    lead_tell(&r->lead, buf_str(&records));
    buf_free(&records);
    r->is_waiting = true;
    watch_set_priority(w, true);
    while (r->watched == WATCH_ON && f->kind == FAULT_NONE) {
        sleep_until(r, w->next_ns);
        if (!drain(r, f))
            break;
        keep_lead(r);
        if (is_ended(r))
            r->watched = r->stopped ? WATCH_STOPPED : WATCH_ENDED;
        else
            r->watched = targets_ended(r->order) ? WATCH_ENDED : watch_look(w, clock_now_ns(), f);
    }
    watch_set_priority(w, false);
    return f->kind == FAULT_NONE && (r->watched != WATCH_SPRUNG || write_lead(r, f));
}

/* The command runs once all that can fail before it is done. */
static bool begin(struct recorder *r, int *status, struct fault *f)
{
    const bool delayed = r->order->delay_ns != 0;

    sampled_begin(&r->names.held);
    waits_open(&r->waits, &r->counting, r->order); /* takes longest, while threads come and go */
    if (!find_targets(r, f))
        return false;
    if (!open_counters(r, f) || (!r->order->watch && !open_file(r, f)) || !poll_all(r, f))
        return false;
    ending_name_containers(r);
    r->begun_ns = clock_now_ns();
    waits_begin_at(&r->waits, delayed ? UINT64_MAX : 0);
    if (!waits_begin(&r->waits, &r->targets, r->order, f))
        return false;
    counters_tell(&r->counters);
    if (delayed && !tell_tasks(r, f))
        return false;
    if (r->counters.filtered && r->counting.on_exec) {
        counters_enable(&r->counters, true);
        r->counting.on_exec = false;
    }
    if (r->order->command[0] && !command_start(&r->command, status, f))
        return false;
    if (!wait_first(r, f))
        return f->kind == FAULT_NONE;
    not_sampled_begin(&r->not_sampled, r->order, &r->command, &r->counting, &r->counters);
    r->begun_ns += r->order->delay_ns;
    if (delayed)
        waits_begin_at(&r->waits, clock_now_ns());
    if (!r->counting.on_exec)
        counters_enable(&r->counters, true);
    if (r->order->watch)
        return wait_for_trap(r, f);
    return (delayed || tell_tasks(r, f)) && tell_time(r, clock_now_ns(), delayed, f);
}

static void release(struct recorder *r)
{
    command_give_up(&r->command);
    recording_file_close(&r->file);
    code_names_free(&r->names);
    buf_free(&r->containers);
    task_filter_free(&r->filter);
    thread_filter_close(&r->program);
    lead_free(&r->lead);
    stop_signals_free(&r->signals);
    mem_free(r->polled, r->n_polled, sizeof *r->polled);
    counters_close(&r->counters);
    waits_free(&r->waits);
    targets_free(&r->targets);
}

static struct recorder begun_by(const struct record_order *order)
{
    return (struct recorder){.order = order,
                             .counting = order->counting,
                             .place = order->place,
                             .file = {.fd = -1},
                             .signals = {.fd = -1},
                             .names = {.files = {.fd = -1}, .no_attach = order->no_attach},
                             .command = {.go = -1, .error = -1}};
}

bool record(const struct record_order *order, struct record_outcome *outcome, struct fault *f)
{
    struct recorder r = begun_by(order);

    *outcome = (struct record_outcome){0};
    if (!begin(&r, &outcome->status, f)) {
        recording_file_remove(&r.file);
        release(&r);
        return false;
    }
    outcome->watched = r.watched;
    if (order->watch && r.watched != WATCH_SPRUNG) {
        release(&r);
        return true;
    }
    bool ok = loop(&r, f) && (r.full_ns || tell_not_sampled(&r, f));
    outcome->ns = r.full_ns ? r.full_ns : clock_now_ns() - r.begun_ns;
    r.file.first_ns = r.counts.first_ns;
    r.file.last_ns = r.counts.last_ns;
    if (ok)
        ending_take_names(&r);
    ok = ok && recording_file_finish_in_room(&r.file, f);
    recording_room_release(&r.file.room, r.file.fd, r.file.end);
    if (ok && !r.file.unfinished)
        ending_complete(&r, outcome);
    outcome->given_up = ending_is_given_up(&r);
    ending_tell(&r, outcome);
    if (ok) {
        outcome->file = recording_file_hand_over(&r.file);
        outcome->has_file = true;
        outcome->names = code_names_hand_over(&r.names);
    }
    release(&r);
    return ok;
}

bool record_check(const struct record_order *order, struct fault *f)
{
    struct recorder r = begun_by(order);
    const bool ok = find_targets(&r, f) && counters_open(&r.counters, &r.counting, f);

    release(&r);
    return ok;
}
