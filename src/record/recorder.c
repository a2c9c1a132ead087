/* The loop of a recording. Signals and the end of the command arrive through descriptors, so that
 * nothing is missed between looking and sleeping. */
#include "record/recorder.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/perf_file.h"
#include "record/command.h"
#include "record/container.h"
#include "record/counters.h"
#include "record/group_paths.h"
#include "record/kernel_map.h"
#include "record/small_file.h"
#include "record/synthetic.h"
#include "record/targets.h"
#include "record/tasks.h"
#include "record/trap/lead.h"
#include "record/waits.h"

enum { STEP_MS = 250, PATH = 4096 };

/* How -g auto decides. Once there are SEEN_LEAST samples, more of each stack is taken if many are
 * cut. Once there are JUDGED_LEAST, frame pointers if they tell all callers in most stacks or
 * copies would be too much to write, else as much of each stack as is needed. */
enum {
    SEEN_LEAST = 100,
    JUDGED_LEAST = 400,
    FEW_PERCENT = 10,       /* of stacks, that may lack callers by frame pointers */
    CUT_PERCENT = 2,        /* of stacks, that may be cut */
    COPIES_MOST = 64 << 20, /* bytes a second */
    BURST = 2,              /* times so many while a program starts */
};

/* Threads times processors, above which there is nothing to choose. */
enum { TO_CHOOSE_MOST = 512 };

/* Owns all but the order. */
struct recorder {
    const struct record_order *order;
    struct counting counting;
    struct command command;
    struct counters counters;
    struct recording_file file;
    struct ring_counts counts;
    struct code_names names;
    struct buf containers;     /* what their ids are called, if groups are told */
    struct task_filter filter; /* used where counters.filtered */
    struct waits waits;
    struct targets targets;
    struct pollfd *polled; /* the signals, then a ring each */
    sigset_t before;
    bool blocked;
    uint64_t begun_ns;
    struct stack_verdict judged; /* n 0: not yet */
    uint64_t copies_a_second;    /* bytes, if too many; 0: not */
    bool seen, decided;
    bool stopped;     /* by a signal */
    const char *path; /* of the recording */
    bool is_waiting;  /* for the watch: what comes is kept in memory */
    struct lead lead;
    uint64_t lead_ns; /* so long before it sprang the recording begins */
    enum watch_state watched;
    bool ending; /* counters have stopped */
};

/* Whether sets of counters to choose from would be too many files. */
static bool is_too_much(const struct recorder *r)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t n = r->targets.n_tids * (processors > 0 ? (size_t)processors : 1);
    struct rlimit files;

    return r->order->all || r->targets.groups.n || n > TO_CHOOSE_MOST ||
           (getrlimit(RLIMIT_NOFILE, &files) == 0 &&
            n * COUNTER_SETS * r->order->counting.events->n > files.rlim_max / 2);
}

static bool find_targets(struct recorder *r, struct fault *f)
{
    const struct record_order *order = r->order;
    const struct targets *t = &r->targets;

    if (order->command[0] && !command_prepare(&r->command, order->command, order->files, f))
        return false;
    if (!targets_find(&r->targets, order, (uint32_t)r->command.pid, &r->filter, f))
        return false;
    if (r->counting.chain == CHAIN_AUTO && (order->watch || is_too_much(r)))
        r->counting.chain = CHAIN_FRAME_POINTERS;
    r->counting.on_exec = t->n_tids && order->command[0] && order->delay_ns == 0;
    r->counting.tids = t->tids;
    r->counting.n_tids = t->n_tids;
    r->counting.groups = t->groups.fds;
    r->counting.n_groups = t->groups.n;
    return true;
}

/* SIGINT and SIGTERM end the recording, the end of a child wakes the loop. */
static bool take_signals(struct recorder *r, struct fault *f)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGCHLD);
    r->blocked = sigprocmask(SIG_BLOCK, &set, &r->before) == 0;
    r->polled = mem_alloc(r->counters.n_processors + 1, sizeof *r->polled);
    r->polled[0] =
        (struct pollfd){.fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK), .events = POLLIN};
    for (size_t i = 0; i < r->counters.n_processors; i++)
        r->polled[i + 1] = (struct pollfd){
            .fd = r->counters.rings[i].pages ? r->counters.rings[i].fd : -1, .events = POLLIN};
    return r->polled[0].fd >= 0 ||
           fault_set(f, FAULT_SYSTEM, "signals cannot be taken: %s", strerror(errno));
}

/* A child's own child may lie in a ring that is looked at before that of its parent. */
static void show_forks(struct recorder *r)
{
    const struct ring *rings = r->counters.rings;
    size_t before;

    do {
        before = r->filter.n;
        for (size_t i = 0; i < r->counters.n_processors; i++)
            if (rings[i].pages)
                ring_show(&rings[i], &r->filter);
    } while (r->filter.n > before);
}

/* Writes what all rings hold, and a mark: what comes later is newer than what came before. */
static bool drain(struct recorder *r, struct fault *f)
{
    const struct perf_event_header mark = {.type = PERF_RECORD_FINISHED_ROUND_TYPE,
                                           .size = sizeof mark};
    struct task_filter *filter = r->counters.filtered ? &r->filter : NULL;
    struct lead_chunk *chunk = r->is_waiting ? lead_chunk(&r->lead, clock_now_ns()) : NULL;
    const struct ring_use use = {&r->file, chunk ? &chunk->counts : &r->counts,
                                 chunk ? NULL : &r->names, filter};
    struct ring *rings = r->counters.rings;
    const size_t n = r->counters.n_processors;
    uint64_t before = r->file.end;

    r->file.held = chunk ? &chunk->records : NULL;
    for (size_t i = 0; i < n; i++)
        if (rings[i].pages)
            ring_look(&rings[i]);
    waits_look(&r->waits);
    if (filter)
        show_forks(r);
    for (size_t i = 0; i < n; i++)
        if (rings[i].pages && !ring_drain(&rings[i], &use, f))
            return false;
    if (!waits_drain(&r->waits, r->ending, clock_now_ns(), &use, f))
        return false;
    code_names_catch_up(&r->names);
    return r->file.end == before ||
           recording_file_add(&r->file, (struct str){(const char *)&mark, sizeof mark}, f);
}

/* Records of what runs, which the caller frees. */
static struct buf tasks_now(const struct recorder *r)
{
    const struct record_order *order = r->order;
    const struct tasks_chosen chosen = {r->targets.n_tids == 0, order->pids, order->n_pids,
                                        order->tids, order->n_tids};
    struct tasks tasks = {.data = r->counting.data};
    struct buf records = {0};

    kernel_map_add(&records);
    if (counters_tell_groups(&r->counters))
        group_paths_add(&records);
    tasks_add_chosen(&tasks, &chosen, &records);
    tasks_free(&tasks);
    return records;
}

/* Before anything is counted, as that takes a while in which no ring is read and a container may
 * end before the recording does; and at the end. Only of what is recorded. */
static void name_containers(struct recorder *r)
{
    struct buf lines = {0};

    if (!counters_tell_groups(&r->counters))
        return;
    const bool some = targets_group_lines(&r->targets, &lines);
    const struct str groups = buf_str(&lines);
    container_names_add(&r->containers, some ? &groups : NULL);
    buf_free(&lines);
}

static bool tell_tasks(struct recorder *r, struct fault *f)
{
    struct buf records = tasks_now(r);

    code_names_see_all(&r->names, buf_str(&records));
    bool ok = recording_file_add(&r->file, buf_str(&records), f);
    buf_free(&records);
    return ok;
}

/* Tells what time it was: between switches nothing else says how long threads wait. perf, too,
 * names the idle thread. */
static bool tell_time(struct recorder *r, uint64_t time_ns, struct fault *f)
{
    struct buf record = {0};

    if (!r->counting.switches)
        return true;
    synthetic_comm_at(&record, 0, 0, STR("swapper"), time_ns);
    bool ok = recording_file_add(&r->file, buf_str(&record), f);
    buf_free(&record);
    return ok;
}

/* Whether a signal to end has come. */
static bool is_ended(struct recorder *r)
{
    struct signalfd_siginfo info;
    bool end = false;

    while (read(r->polled[0].fd, &info, sizeof info) == (ssize_t)sizeof info)
        end = end || info.ssi_signo != SIGCHLD;
    r->stopped = r->stopped || end;
    struct command *command = r->order->running ? r->order->running : &r->command;
    if (command->pid > 0) {
        command_wait(command, false);
        end = end || command->ended;
    }
    return end;
}

/* Sleeps until there is something to do or a time has come; at most a step. */
static void sleep_until(struct recorder *r, uint64_t until_ns)
{
    uint64_t now = clock_now_ns();
    int ms = STEP_MS;

    if (until_ns && until_ns <= now)
        return;
    if (until_ns && until_ns - now < (uint64_t)STEP_MS * 1000000)
        ms = (int)((until_ns - now) / 1000000) + 1;
    (void)!poll(r->polled, (nfds_t)r->counters.n_processors + 1, ms);
    for (size_t i = 1; i <= r->counters.n_processors; i++)
        if (r->polled[i].revents & (POLLHUP | POLLERR))
            r->polled[i].fd = -1; /* all that it counted has ended */
}

/* Whether nobody is left who was to be recorded. */
static bool all_ended(const struct recorder *r)
{
    const struct record_order *order = r->order;
    const struct tasks_chosen chosen = {false, order->pids, order->n_pids, order->tids,
                                        order->n_tids};

    return order->n_pids + order->n_tids != 0 && !order->command[0] && !tasks_run(&chosen);
}

/* Waits before counting, as --delay asks. False when it ends before. */
static bool wait_first(struct recorder *r)
{
    const uint64_t until = clock_now_ns() + r->order->delay_ns;

    while (r->order->delay_ns && clock_now_ns() < until) {
        sleep_until(r, until);
        if (is_ended(r))
            return false;
    }
    return true;
}

/* What samples take of stacks now. */
static uint32_t stack_bytes_of(const struct recorder *r)
{
    const struct counting *how = &r->counting;

    return r->counters.set == SET_OTHER_STACKS ? how->other_stack_bytes : how->stack_bytes;
}

/* Bytes a second that so many of each stack are, by what came so far. */
static uint64_t copies_a_second(const struct recorder *r, uint32_t stack_bytes)
{
    const uint64_t ms = (clock_now_ns() - r->begun_ns) / 1000000 + 1;

    return r->file.end * 1000 / ms * stack_bytes / stack_bytes_of(r);
}

/* Chooses a set of counters by what was recorded so far. If that cannot be read, nothing is
 * changed, but that too much is not taken. */
static void decide(struct recorder *r)
{
    const uint32_t a = r->counting.stack_bytes;
    const uint32_t b = r->counting.other_stack_bytes;
    const uint32_t fewer = a < b ? a : b;
    const uint32_t more = a < b ? b : a;
    struct stack_verdict v;
    struct fault ignored = {0};

    const uint64_t n = r->counts.samples - r->counts.waits;

    if (r->counters.n_sets == 1 || r->decided || n < SEEN_LEAST || (r->seen && n < JUDGED_LEAST))
        return;
    const uint64_t least = copies_a_second(r, fewer);
    const bool last = n >= JUDGED_LEAST;
    const bool too_many = least / (last ? 1 : BURST) > COPIES_MOST;
    r->seen = true;
    r->decided = too_many || last;
    if (too_many) /* at once: buffers fill while stacks are judged */
        counters_choose(&r->counters, SET_FRAME_POINTERS);
    if (!r->order->stacks.judge(r->order->stacks.context, r->path, fewer, &v, &ignored))
        return;
    if (r->decided)
        r->judged = v;
    const uint32_t wanted = v.cut * 100 > v.n * CUT_PERCENT ? more : fewer;
    const bool enough = (v.n - v.by_pointers) * 100 <= v.n * FEW_PERCENT;
    r->copies_a_second = too_many && !enough ? least : 0;
    if (too_many)
        return;
    if (r->decided && enough)
        counters_choose(&r->counters, SET_FRAME_POINTERS);
    else if ((r->decided || wanted == more) && wanted != stack_bytes_of(r))
        counters_choose(&r->counters, r->counters.set == SET_FIRST ? SET_OTHER_STACKS : SET_FIRST);
}

static bool loop(struct recorder *r, struct fault *f)
{
    const struct record_order *order = r->order;
    const uint64_t until = order->for_ns ? r->begun_ns + order->for_ns : 0;
    bool on = true;

    while (on && f->kind == FAULT_NONE) {
        sleep_until(r, until);
        on = !is_ended(r) && !(until && clock_now_ns() >= until) && !all_ended(r);
        if (!on)
            counters_enable(&r->counters, false);
        r->ending = !on;
        const uint64_t ended_ns = clock_now_ns();
        if (!drain(r, f) || (!on && !tell_time(r, ended_ns, f)))
            return false;
        if (on) {
            waits_watch(&r->waits, &r->counters, clock_now_ns(), r->counts.samples);
            decide(r);
        }
        if (order->progress)
            order->progress(order->context, clock_now_ns() - r->begun_ns, &r->counts, r->file.end);
    }
    return true;
}

static bool open_file(struct recorder *r, struct fault *f)
{
    r->names.files.beside = r->path;
    r->file.held = NULL;
    r->file.events = r->counters.events;
    r->file.n_events = r->counters.n_events;
    r->file.n_sets = r->counters.n_sets;
    r->file.beside = r->waits.off_cpu.is_open ? &r->waits.off_cpu.event : NULL;
    r->file.program = r->order->program;
    r->file.arguments = r->order->arguments;
    r->file.command = r->order->started ? r->order->started : r->order->command;
    return recording_file_create(&r->file, r->path, f) && recording_file_begin(&r->file, f);
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
    const struct ring_use use = {&r->file, &r->counts, &r->names, NULL};

    r->is_waiting = false;
    r->begun_ns = clock_now_ns();
    r->lead_ns = r->begun_ns - lead_begun_ns(&r->lead, r->begun_ns);
    waits_begin_at(&r->waits, r->begun_ns - r->lead_ns);
    return r->order->sprung(r->order->sprung_context, &r->path, f) && open_file(r, f) &&
           lead_write(&r->lead, &use, f);
}

/* Counts, but records only once the trap springs; true as well when it never does. */
static bool wait_for_trap(struct recorder *r, struct fault *f)
{
    struct watch *w = r->order->watch;
    struct buf records = tasks_now(r);

    lead_tell(&r->lead, buf_str(&records));
    buf_free(&records);
    r->is_waiting = true;
    while (r->watched == WATCH_ON && f->kind == FAULT_NONE) {
        sleep_until(r, w->next_ns);
        if (!drain(r, f))
            return false;
        keep_lead(r);
        if (is_ended(r))
            r->watched = r->stopped ? WATCH_STOPPED : WATCH_ENDED;
        else
            r->watched = all_ended(r) ? WATCH_ENDED : watch_look(w, clock_now_ns(), f);
    }
    return f->kind == FAULT_NONE && (r->watched != WATCH_SPRUNG || write_lead(r, f));
}

/* The command runs once all that can fail before it is done. */
static bool begin(struct recorder *r, int *status, struct fault *f)
{
    waits_open(&r->waits, &r->counting, r->order); /* takes longest, while threads come and go */
    if (!find_targets(r, f))
        return false;
    if (!counters_open(&r->counters, &r->counting, f) || (!r->order->watch && !open_file(r, f)) ||
        !take_signals(r, f))
        return false;
    name_containers(r);
    r->begun_ns = clock_now_ns();
    if (r->order->delay_ns == 0 && !waits_begin(&r->waits, &r->targets, r->order, f))
        return false;
    if (r->counters.filtered && r->counting.on_exec) {
        counters_enable(&r->counters, true);
        r->counting.on_exec = false;
    }
    if (r->order->command[0] && !command_start(&r->command, status, f))
        return false;
    if (!wait_first(r))
        return true;
    r->begun_ns += r->order->delay_ns;
    if (r->order->delay_ns && !waits_begin(&r->waits, &r->targets, r->order, f))
        return false;
    if (!r->counting.on_exec)
        counters_enable(&r->counters, true);
    return r->order->watch ? wait_for_trap(r, f)
                           : tell_tasks(r, f) && tell_time(r, clock_now_ns(), f);
}

static void release(struct recorder *r)
{
    command_give_up(&r->command);
    recording_file_close(&r->file);
    code_names_free(&r->names);
    buf_free(&r->containers);
    task_filter_free(&r->filter);
    lead_free(&r->lead);
    if (r->polled && r->polled[0].fd >= 0)
        close(r->polled[0].fd);
    if (r->blocked)
        sigprocmask(SIG_SETMASK, &r->before, NULL);
    mem_free(r->polled, r->counters.n_processors + 1, sizeof *r->polled);
    counters_close(&r->counters);
    waits_free(&r->waits);
    targets_free(&r->targets);
}

/* Which chains samples have, for those taken last. */
static void tell_chain(const struct recorder *r, struct record_outcome *outcome)
{
    const struct counting *how = &r->counting;

    outcome->judged = r->judged;
    outcome->copies_a_second = r->copies_a_second;
    outcome->chain = how->chain;
    outcome->stack_bytes = stack_bytes_of(r);
    if (r->counters.set == SET_FRAME_POINTERS)
        outcome->chain = CHAIN_FRAME_POINTERS;
    if (r->decided && r->counters.set != SET_FRAME_POINTERS)
        outcome->chain = CHAIN_DWARF;
}

/* What the command took, if it has ended. */
static void tell_cost(const struct recorder *r, struct command_cost *cost)
{
    const struct command *c = &r->command;

    cost->ended = c->ended;
    cost->by_signal = c->ended && WIFSIGNALED(c->status);
    cost->wall_ns = c->ended ? c->ended_ns - c->begun_ns : 0;
    cost->cpu_ns = c->cpu_ns;
    if (!r->counters.filtered)
        cost->n_events = counters_sums(&r->counters, cost->events, COSTS_MOST);
}

static void tell(struct recorder *r, struct record_outcome *outcome)
{
    command_wait(&r->command, false); /* Ctrl-C ends both */
    outcome->counts = r->counts;
    outcome->counts.lost += r->waits.off_cpu.lost;
    outcome->waits = r->waits.outcome;
    outcome->taken = r->names.files.counts;
    outcome->bytes = r->file.end;
    tell_chain(r, outcome);
    outcome->replaced = r->counters.replaced;
    outcome->user_only = r->counters.user_only;
    outcome->no_physical = r->counters.no_physical;
    outcome->no_switches = r->counters.no_switches;
    outcome->untold = r->counters.untold;
    outcome->filtered = r->counters.filtered && !r->counters.by_program;
    outcome->needed = r->counters.needed;
    outcome->stopped = r->stopped;
    outcome->lead_ns = r->lead_ns;
    outcome->lead_short = r->lead.shortened_ns != 0;
    outcome->running = r->command.pid > 0 && !r->command.ended;
    outcome->status = command_exit_status(&r->command);
    tell_cost(r, &outcome->cost);
    snprintf(outcome->event, sizeof outcome->event, "%s", counters_event(&r->counters, 0));
}

static void take_names(struct recorder *r)
{
    code_names_finish(&r->names);
    name_containers(r);
    if (r->containers.n)
        taken_files_add_bytes(&r->names.files, TAKEN_GROUPS, STR("/sys/fs/cgroup"),
                              buf_str(&r->containers));
    r->file.build_ids = buf_str(&r->names.build_ids.records);
    r->file.taken_fd = r->names.files.fd;
    r->file.taken_size = r->names.files.size;
}

bool record(const struct record_order *order, struct record_outcome *outcome, struct fault *f)
{
    struct recorder r = {.order = order,
                         .counting = order->counting,
                         .path = order->path,
                         .file = {.fd = -1},
                         .names = {.files = {.fd = -1}, .no_attach = order->no_attach},
                         .command = {.go = -1, .error = -1}};

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
    const bool takes_stacks = r.counting.chain == CHAIN_DWARF || r.counting.chain == CHAIN_AUTO ||
                              r.waits.off_cpu.is_open;
    bool ok = loop(&r, f);
    outcome->ns = clock_now_ns() - r.begun_ns;
    r.file.first_ns = r.counts.first_ns;
    r.file.last_ns = r.counts.last_ns;
    if (ok)
        take_names(&r);
    ok = ok && recording_file_finish(&r.file, f);
    if (ok && !order->keep_stacks && takes_stacks)
        outcome->unwound = recording_file_unwind(
            &r.file, &order->stacks, r.counters.set == SET_FRAME_POINTERS, &outcome->copies_stay);
    tell(&r, outcome);
    release(&r);
    return ok;
}

bool record_check(const struct record_order *order, struct fault *f)
{
    struct recorder r = {.order = order,
                         .counting = order->counting,
                         .file = {.fd = -1},
                         .names = {.files = {.fd = -1}},
                         .command = {.go = -1, .error = -1}};
    const bool ok = find_targets(&r, f) && counters_open(&r.counters, &r.counting, f);

    release(&r);
    return ok;
}
