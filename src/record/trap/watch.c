/* The loop that waits for a trap to spring. */
#include "record/trap/watch.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"

enum {
    STEP_MS = 250,
    SLOWEST_MS = 5000,
    COST = 1000, /* of so much time, one part is spent */
    STALL_COST = 50
};

static const uint64_t MS = 1000000;

static uint64_t own_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static size_t file_at(const struct watch *w)
{
    return w->order->n_conditions;
}

static size_t command_at(const struct watch *w)
{
    return w->order->n_conditions + (w->order->file != NULL);
}

static size_t n_readings(const struct watch *w)
{
    return command_at(w) + (w->order->command != NULL);
}

static bool is_stall(const struct watch *w, size_t i)
{
    return w->order->conditions[i].metric == METRIC_STALL;
}

static bool open_condition(struct watch *w, size_t i, struct fault *f)
{
    const struct watch_order *o = w->order;

    if (is_stall(w, i))
        return stall_open(&w->stalls[i], &o->conditions[i], &o->recorded, o->root, o->stacks, f);
    return gauge_open(&w->gauges[i], &o->conditions[i], &o->recorded, o->root, f);
}

bool watch_open(struct watch *w, const struct watch_order *order, struct fault *f)
{
    bool ok = true;

    *w = (struct watch){.order = order,
                        .command = {.text = order->command, .as = order->as},
                        .trap = {.lasting_ns = order->lasting_ns},
                        .begun_ns = clock_now_ns()};
    sigprocmask(SIG_BLOCK, NULL, &w->command.blocked); /* before any is held back by us */
    w->gauges = mem_alloc(order->n_conditions, sizeof *w->gauges);
    w->stalls = mem_alloc(order->n_conditions, sizeof *w->stalls);
    w->readings = mem_alloc(n_readings(w), sizeof *w->readings);
    for (size_t i = 0; ok && i < order->n_conditions; i++)
        ok = open_condition(w, i, f);
    w->recorded.root = order->root;
    for (size_t i = 0; ok && i < order->recorded.n_pids; i++)
        ok = family_add(&w->recorded, order->recorded.pids[i]) ||
             fault_set(f, FAULT_USAGE, "process %" PRIu32 " does not run, wanted one that does",
                       order->recorded.pids[i]);
    return ok;
}

void watch_close(struct watch *w)
{
    polled_command_end(&w->command);
    for (size_t i = 0; w->gauges && i < w->order->n_conditions; i++)
        gauge_close(&w->gauges[i]);
    for (size_t i = 0; w->stalls && i < w->order->n_conditions; i++)
        stall_close(&w->stalls[i]);
    if (w->stalls)
        mem_free(w->stalls, w->order->n_conditions, sizeof *w->stalls);
    if (w->gauges)
        mem_free(w->gauges, w->order->n_conditions, sizeof *w->gauges);
    if (w->readings)
        mem_free(w->readings, n_readings(w), sizeof *w->readings);
    family_free(&w->recorded);
    *w = (struct watch){0};
}

/* A file that made the trap spring counts again when it was written since, or is another. */
static enum truth look_at_file(struct watch *w)
{
    struct stat s;

    w->file_found = 0;
    if (stat(w->order->file, &s) != 0) {
        w->file_mark = 0;
        return TRUTH_NO;
    }
    w->file_found = ((uint64_t)s.st_mtim.tv_sec * 1000000000 + (uint64_t)s.st_mtim.tv_nsec) ^
                    (uint64_t)s.st_ino << 1 ^ (uint64_t)s.st_dev << 40;
    w->file_found |= 1;
    return w->file_found == w->file_mark ? TRUTH_NO : TRUTH_YES;
}

static enum gauge_reading read_one(struct watch *w, size_t i, uint64_t now_ns)
{
    uint64_t *value = &w->readings[i].value;

    return is_stall(w, i) ? stall_read(&w->stalls[i], now_ns, value)
                          : gauge_read(&w->gauges[i], now_ns, value);
}

/* Reads all numbers, or only those about stalls. False when what one is about is no more. */
static bool read_numbers(struct watch *w, bool all, uint64_t now_ns)
{
    for (size_t i = 0; i < w->order->n_conditions; i++) {
        struct watch_reading *r = &w->readings[i];
        if (!all && !is_stall(w, i))
            continue;
        switch (read_one(w, i, now_ns)) {
        case GAUGE_NUMBER:
            r->truth = condition_holds(&w->order->conditions[i], r->value) ? TRUTH_YES : TRUTH_NO;
            r->known = true;
            break;
        case GAUGE_NOT_YET:
            r->truth = TRUTH_UNKNOWN;
            break;
        case GAUGE_GONE:
            w->gone = i;
            return false;
        }
    }
    return true;
}

/* The command's last answer stands until it gives another. */
static void ask(struct watch *w, uint64_t now_ns, struct fault *f)
{
    struct watch_reading *r = &w->readings[command_at(w)];
    const enum truth t = polled_command_look(&w->command, now_ns, f);

    if (t != TRUTH_UNKNOWN)
        r->truth = t;
    else if (!r->known)
        r->truth = TRUTH_UNKNOWN;
    r->known = r->known || t != TRUTH_UNKNOWN;
}

static enum truth together(const struct watch *w)
{
    enum truth all = TRUTH_YES;

    for (size_t i = 0; i < n_readings(w); i++) {
        if (w->readings[i].truth == TRUTH_NO)
            return TRUTH_NO;
        if (w->readings[i].truth == TRUTH_UNKNOWN)
            all = TRUTH_UNKNOWN;
    }
    return all;
}

static enum watch_state look(struct watch *w, bool all, uint64_t now_ns, struct fault *f)
{
    w->gone = w->order->n_conditions;
    if ((all && w->recorded.n_firsts && !family_runs(&w->recorded)) ||
        !read_numbers(w, all, now_ns))
        return WATCH_ENDED;
    if (all && w->order->file)
        w->readings[file_at(w)].truth = look_at_file(w);
    if (all && w->order->command)
        ask(w, now_ns, f);
    w->now_ns = now_ns;
    return trap_judge(&w->trap, now_ns, together(w)) ? WATCH_SPRUNG : WATCH_ON;
}

static uint64_t between(uint64_t least, uint64_t value, uint64_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* The steps of looks for stalls; 0: none are looked for. */
static uint64_t stall_step(const struct watch *w)
{
    uint64_t step = 0;

    for (size_t i = 0; i < w->order->n_conditions; i++)
        if (is_stall(w, i) && (step == 0 || stall_step_ns(&w->stalls[i]) < step))
            step = stall_step_ns(&w->stalls[i]);
    return step;
}

enum watch_state watch_look(struct watch *w, uint64_t now_ns, struct fault *f)
{
    const bool late = w->order->at_most_ns && now_ns - w->begun_ns >= w->order->at_most_ns;

    if (now_ns < w->next_ns)
        return late ? WATCH_GAVE_UP : WATCH_ON;
    const bool all = now_ns >= w->next_all_ns;
    const uint64_t before = own_ns();
    const enum watch_state state = look(w, all, now_ns, f);
    const uint64_t own = own_ns() - before;
    if (all)
        w->next_all_ns = now_ns + between(STEP_MS * MS, own * COST, SLOWEST_MS * MS);
    w->next_ns = w->next_all_ns;
    const uint64_t step = stall_step(w);
    if (step) {
        const uint64_t next = now_ns + between(step, own * STALL_COST, SLOWEST_MS * MS);
        w->next_ns = next < w->next_all_ns ? next : w->next_all_ns;
    }
    return state == WATCH_ON && late ? WATCH_GAVE_UP : state;
}

void watch_set_priority(const struct watch *w, bool on)
{
    enum {
        FIRST = 10,
        RESET_ON_FORK = 0x40000000 /* SCHED_RESET_ON_FORK: include/linux/sched.h */
    };
    const struct sched_param first = {.sched_priority = FIRST};
    const struct sched_param usual = {.sched_priority = 0};

    if (stall_step(w) == 0)
        return;
    if (on && sched_getscheduler(0) == SCHED_OTHER)
        (void)!sched_setscheduler(0, SCHED_FIFO | RESET_ON_FORK, &first);
    else if (!on && sched_getscheduler(0) == (SCHED_FIFO | RESET_ON_FORK))
        (void)!sched_setscheduler(0, SCHED_OTHER, &usual);
}

/* Sleeps until it is time to look, or a signal comes. */
static void rest(const struct watch *w, struct pollfd *signals)
{
    const uint64_t now = clock_now_ns();
    uint64_t until = w->next_ns;

    if (w->order->at_most_ns && w->begun_ns + w->order->at_most_ns < until)
        until = w->begun_ns + w->order->at_most_ns;
    if (until > now)
        (void)!poll(signals, 1, (int)((until - now) / MS) + 1);
}

static enum watch_state take_signals(int fd, struct command *command)
{
    struct signalfd_siginfo info;
    enum watch_state state = WATCH_ON;

    while (read(fd, &info, sizeof info) == (ssize_t)sizeof info)
        if (info.ssi_signo != SIGCHLD)
            state = WATCH_STOPPED;
    if (command) {
        command_wait(command, false);
        if (state == WATCH_ON && command->ended)
            state = WATCH_ENDED;
    }
    return state;
}

enum watch_state watch_wait(struct watch *w, struct command *command, struct fault *f)
{
    enum watch_state state = WATCH_ON;
    sigset_t set, before;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, &before);
    struct pollfd signals = {.fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK),
                             .events = POLLIN};
    if (signals.fd < 0)
        fault_set(f, FAULT_SYSTEM, "signals cannot be taken: %s", strerror(errno));
    watch_set_priority(w, true);
    while (state == WATCH_ON && f->kind == FAULT_NONE) {
        state = take_signals(signals.fd, command);
        if (state != WATCH_ON)
            break;
        state = watch_look(w, clock_now_ns(), f);
        if (state == WATCH_ON)
            rest(w, &signals);
    }
    watch_set_priority(w, false);
    if (signals.fd >= 0)
        close(signals.fd);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return state;
}

void watch_rearm(struct watch *w, uint64_t not_before_ns)
{
    w->file_mark = w->file_found;
    trap_arm(&w->trap, not_before_ns);
    for (size_t i = 0; i < w->order->n_conditions; i++) {
        w->gauges[i].n_rows = 0;
        w->stalls[i].found = (struct stall_found){.ns = 0};
    }
    if (w->order->command)
        w->readings[command_at(w)] = (struct watch_reading){.truth = TRUTH_UNKNOWN};
}

uint64_t watch_window_ns(const struct watch *w)
{
    for (size_t i = 0; i < w->order->n_conditions; i++)
        if (!is_stall(w, i) && gauge_is_share(&w->gauges[i]))
            return GAUGE_WINDOW_MS * MS;
    return 0;
}

static void add_condition(const struct watch *w, size_t i, const char *lasted, struct buf *to)
{
    const struct condition *c = &w->order->conditions[i];

    if (is_stall(w, i)) {
        stall_add_found(&w->stalls[i], to);
        lasted = "";
    } else {
        condition_add_subject(to, c);
        buf_add(to, c->metric == METRIC_THREADS ? STR(" were ") : STR(" was "));
        condition_add_value(to, c->metric, w->readings[i].value);
    }
    buf_add(to, str_of(lasted));
    buf_add(to, STR(" (wanted "));
    condition_add_wanted(to, c);
    buf_add(to, STR(")"));
}

void watch_add_found(const struct watch *w, struct buf *to)
{
    const size_t from = to->n;
    struct excerpt e;
    char lasted[48] = "";

    if (w->order->lasting_ns && w->trap.holds) {
        const uint64_t ms = (w->now_ns - w->trap.since_ns) / MS;
        snprintf(lasted, sizeof lasted, " for %" PRIu64 ".%" PRIu64 " s", ms / 1000, ms / 100 % 10);
    }
    for (size_t i = 0; i < n_readings(w); i++) {
        if (to->n > from)
            buf_add(to, STR(", "));
        if (i < w->order->n_conditions && w->readings[i].known) {
            add_condition(w, i, lasted, to);
        } else if (i < w->order->n_conditions) {
            condition_add_subject(to, &w->order->conditions[i]);
            buf_add(to, STR(" is not known yet"));
        } else if (w->order->file && i == file_at(w)) {
            buf_add(to, str_of(excerpt_of(&e, str_of(w->order->file))));
            buf_add(to,
                    w->readings[i].truth == TRUTH_YES ? STR(" is there") : STR(" is not there"));
        } else {
            buf_add(to, STR("\""));
            buf_add(to, str_of(excerpt_of(&e, str_of(w->order->command))));
            buf_add(to, w->readings[i].truth == TRUTH_YES ? STR("\" ended with 0")
                                                          : STR("\" did not end with 0"));
        }
    }
}

void watch_add_gone(const struct watch *w, struct buf *to)
{
    const struct condition *c = &w->order->conditions[w->gone];

    if (w->gone == w->order->n_conditions) {
        buf_add(to, STR("what was to be recorded has ended"));
        return;
    }
    const bool processes = w->gauges[w->gone].family.n_firsts || w->stalls[w->gone].family.n_firsts;
    if (processes)
        buf_add(to, STR("the process of "));
    else if (w->gauges[w->gone].scale || w->stalls[w->gone].groups.n)
        buf_add(to, STR("the control group of "));
    else
        buf_add(to, STR("what tells "));
    condition_add_subject(to, c);
    buf_add(to, processes ? STR(" has ended") : STR(" is gone"));
}
