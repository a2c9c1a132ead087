/* "new is 8.1 % [6.9, 9.4] faster (processor time); parse_json -41 %; none proven slower" */
#include "app/trial/run_trial.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app/common/message.h"
#include "app/common/shell_quote.h"
#include "app/record/run_record.h"
#include "app/trial/findings.h"
#include "app/trial/folder.h"
#include "base/clock.h"
#include "base/mem.h"

/* Runs that may fail: so many, and of more one in four. */
enum { FAILURES = 3, FAILURES_PART = 4 };

enum { BEFORE_COMMAND = 3 }; /* flame record -- */

/* What this program and all that it started had of processors. */
static uint64_t own_ns(void)
{
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    struct rusage used;
    uint64_t us = 0;

    for (size_t i = 0; i < sizeof whose / sizeof *whose; i++)
        if (getrusage(whose[i], &used) == 0)
            us += (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
                  (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    return us * 1000;
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* ---- one run --------------------------------------------------------------------------------- */

/* What is missing in any of the recordings is said once. */
static void gather(struct record_outcome *all, const struct record_outcome *one)
{
    const struct ring_counts counts = all->counts;

    *all = *one;
    all->counts.samples += counts.samples;
    all->counts.lost += counts.lost;
    all->counts.throttled += counts.throttled;
    all->running = false;
}

static const int ends[] = {SIGINT, SIGTERM};

enum { ENDS = sizeof ends / sizeof *ends };

/* Those that would end this program: who started it may have had some ignored. */
static sigset_t end_signals(void)
{
    struct sigaction action;
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < ENDS; i++)
        if (sigaction(ends[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, ends[i]);
    return set;
}

static bool is_end_pending(void)
{
    const sigset_t set = end_signals();
    sigset_t pending;
    bool is = false;

    if (sigpending(&pending) == 0)
        for (size_t i = 0; i < ENDS; i++)
            is = is || (sigismember(&pending, ends[i]) == 1 && sigismember(&set, ends[i]) == 1);
    return is;
}

/* What root needs to have it drawn by a child without rights. */
static void keep_open(struct trial *t, struct trial_run *run, struct recorded *recorded)
{
    if (!t->request.reader)
        return;
    code_names_release(t->names[run->side]);
    t->names[run->side] = recorded->outcome.names;
    recorded->outcome.names = NULL;
    run->file = recorded->outcome.file;
    run->has_file = recorded->outcome.has_file;
    recorded->outcome.has_file = false;
}

/* Records one run, and measures what else the machine did meanwhile. */
static bool record_one(struct trial *t, const struct record_request *each, struct trial_run *run,
                       struct record_outcome *outcome, struct fault *f)
{
    struct recorded recorded = {0};
    struct machine_state before, after;
    const uint64_t begun_ns = clock_now_ns();
    const uint64_t own_before_ns = own_ns();

    machine_look(&before, "");
    bool ok = run_record(each, &recorded, f);
    machine_look(&after, "");
    if (ok) {
        record_give_open_to_user(recorded.outcome.file);
        keep_open(t, run, &recorded);
    }
    recorded_free(&recorded);
    t->not_started = ok ? 0 : recorded.outcome.status;
    if (!ok)
        return false;
    if (recorded.outcome.full)
        return fault_set(f, FAULT_SYSTEM, "%s: %s, wanted room for the recordings of whole runs",
                         each->recording, strerror(recorded.outcome.full));
    *outcome = recorded.outcome;
    run->cost = outcome->cost;
    run->status = outcome->status;
    run->samples = outcome->counts.samples;
    run->khz = after.khz;
    run->span_ns = clock_now_ns() - begun_ns;
    run->busy_ns = less(after.busy_ns, before.busy_ns);
    run->own_ns = own_ns() - own_before_ns;
    run->stolen_ns = less(after.stolen_ns, before.stolen_ns);
    t->stopped = t->stopped || outcome->stopped || outcome->given_up || is_end_pending();
    return true;
}

/* Makes the run and its files. number: 0 for the first, which only warms up. */
static bool make_run(struct trial *t, struct trial_run *run, struct record_outcome *outcome,
                     struct fault *f)
{
    struct record_request each = t->request;
    struct command_files files = {-1, -1, -1, &t->blocked};
    struct buf path = {0};

    trial_folder_recording(&path, t->folder.path, run->side, run->number);
    each.before = NULL;
    each.quiet = true;
    each.arguments = t->arguments[run->side];
    each.command = each.arguments + BEFORE_COMMAND;
    each.setting.files = &files;
    each.recording = path.p;
    each.recording_folder = &t->folder.sides[run->side];
    bool ok = trial_files_open(&files, &t->folder, run->side, run->number, f) &&
              record_one(t, &each, run, outcome, f);
    trial_files_close(&files);
    buf_free(&path);
    return ok;
}

static void remove_recording(const struct trial *t, struct trial_run *run)
{
    trial_run_close(run);
    trial_folder_remove_recording(&t->folder, run->side, run->number);
}

/* What the first runs tell. */
struct warmed {
    bool by_tables;  /* stacks need unwind tables, or were too few to decide: both programs get
                      * them, as one of them may need them */
    bool replaced;   /* there is no counter of cycles */
    size_t n_events; /* of so many it is known how many there were */
    uint32_t stack_bytes;
};

/* ---- the first runs -------------------------------------------------------------------------- */

static bool refuse_end(const struct trial *t, const struct trial_run *run, struct fault *f)
{
    struct buf path = {0};

    trial_folder_errors(&path, t->folder.path, run->side, run->number);
    if (!run->cost.ended)
        (void)fault_set(f, FAULT_INPUT, "%.200s was left before it ended, wanted its whole run",
                        t->shown[run->side].p);
    else
        (void)fault_set(f, FAULT_INPUT,
                        "%.200s was ended by signal %d in its first run, wanted one that ends by "
                        "itself; what it said: %.500s",
                        t->shown[run->side].p, run->status - 128, path.p);
    buf_free(&path);
    return false;
}

/* Two programs that end otherwise have not done the same work. */
static bool check_ends(const struct trial *t, struct fault *f)
{
    const int *usual = t->usual;
    struct buf path = {0};

    if (usual[SIDE_BEFORE] == usual[SIDE_AFTER])
        return true;
    const enum side side = usual[SIDE_AFTER] ? SIDE_AFTER : SIDE_BEFORE;
    trial_folder_errors(&path, t->folder.path, side, 0);
    (void)fault_set(f, FAULT_INPUT,
                    "the old program ended with %d and the new one with %d, wanted both to do the "
                    "same work; what the %s one said: %.500s",
                    usual[SIDE_BEFORE], usual[SIDE_AFTER], side == SIDE_AFTER ? "new" : "old",
                    path.p);
    buf_free(&path);
    return false;
}

/* One run of each, which is not counted; false where the runs are not alike. */
static bool warm_up_once(struct trial *t, struct warmed *w, struct fault *f)
{
    for (unsigned side = 0; side < SIDES && !t->stopped; side++) {
        struct trial_run run = {.side = (enum side)side};
        struct record_outcome outcome = {0};
        if (!make_run(t, &run, &outcome, f))
            return false;
        remove_recording(t, &run);
        if (!t->stopped && (!run.cost.ended || run.cost.by_signal))
            return refuse_end(t, &run, f);
        t->usual[side] = run.status;
        w->by_tables = w->by_tables || outcome.chain == CHAIN_DWARF || outcome.chain == CHAIN_AUTO;
        w->stack_bytes =
            outcome.stack_bytes > w->stack_bytes ? outcome.stack_bytes : w->stack_bytes;
        w->replaced = outcome.replaced;
        w->n_events = outcome.cost.n_events;
    }
    return t->stopped || check_ends(t, f);
}

/* Runs each once, so that files are in memory, and decides how stacks are taken of all that
 * follow: for both in the same way. One that fails now and then gets a second chance. */
static bool warm_up(struct trial *t, struct fault *f)
{
    struct record_request *request = &t->request;
    struct warmed w = {.stack_bytes = request->stack_bytes};
    struct fault first = {0};
    bool ok = warm_up_once(t, &w, &first);

    if (!ok && first.kind == FAULT_INPUT)
        ok = warm_up_once(t, &w, f);
    else if (!ok)
        *f = first;
    request->stack_bytes = w.stack_bytes;
    if (request->chain == CHAIN_AUTO)
        request->chain = w.by_tables ? CHAIN_DWARF : CHAIN_FRAME_POINTERS;
    measures_choose(&t->measures, request, w.replaced, w.n_events);
    return ok;
}

/* ---- all runs -------------------------------------------------------------------------------- */

static void show(const struct trial *t)
{
    const struct trial_run *last[SIDES] = {NULL, NULL};

    if (t->request.quiet || isatty(2) != 1)
        return;
    for (size_t i = 0; i < t->runs.n; i++)
        last[t->runs.rows[i].side] = &t->runs.rows[i];
    fprintf(stderr, "\r\033[Krun %zu of at most %zu a side", t->runs.n_good[SIDE_AFTER] + 1,
            t->looks.runs[t->looks.n - 1]);
    for (unsigned side = 0; side < SIDES; side++)
        if (last[side])
            fprintf(stderr, "; %s %" PRIu64 ".%03" PRIu64 " s", side == SIDE_BEFORE ? "old" : "new",
                    last[side]->cost.wall_ns / 1000000000,
                    last[side]->cost.wall_ns / 1000000 % 1000);
    fputs("; Ctrl-C ends it", stderr);
    fflush(stderr);
}

static void clear_shown(const struct trial *t)
{
    if (!t->request.quiet && isatty(2) == 1)
        fputs("\r\033[K", stderr);
}

static bool fails_too_often(const struct trial *t, enum side side, struct fault *f)
{
    const size_t failed = t->runs.n_failed[side];
    const size_t n = failed + t->runs.n_good[side];
    struct buf path = {0};

    if (failed <= FAILURES + n / FAILURES_PART)
        return false;
    for (size_t i = 0; i < t->runs.n; i++)
        if (t->runs.rows[i].side == side && t->runs.rows[i].failed)
            trial_folder_errors(&path, t->folder.path, side, t->runs.rows[i].number);
    (void)fault_set(f, FAULT_INPUT,
                    "%.200s failed in %zu of %zu runs, wanted one that does its work; what it said "
                    "last: %.500s",
                    t->shown[side].p, failed, n, path.p);
    buf_free(&path);
    return true;
}

/* Runs a side until it has one run more that did not fail. */
static bool add_run(struct trial *t, enum side side, struct fault *f)
{
    const size_t wanted = t->runs.n_good[side] + 1;

    while (t->runs.n_good[side] < wanted && !t->stopped) {
        struct trial_run run = {.side = side,
                                .number = t->runs.n_good[side] + t->runs.n_failed[side] + 1};
        struct record_outcome outcome = {0};
        show(t);
        if (!make_run(t, &run, &outcome, f))
            return false;
        run.failed = run.cost.by_signal || !run.cost.ended || run.status != t->usual[side];
        if (outcome.stopped || run.failed)
            remove_recording(t, &run);
        if (outcome.stopped)
            return true;
        gather(&t->outcome, &outcome);
        trial_runs_add(&t->runs, &run);
        if (fails_too_often(t, side, f))
            return false;
    }
    return true;
}

/* More runs tell whether there is a change, or where. */
static bool goes_on(const struct trial *t)
{
    return !t->stopped && (t->verdict == INTERIM_OPEN ||
                           (t->verdict == INTERIM_PROVEN && !t->located && t->look < t->looks.n));
}

static void tell_look(const struct trial *t)
{
    if (t->request.quiet || !goes_on(t))
        return;
    clear_shown(t);
    message_print("after %zu runs a side %s, looking again after %zu", t->runs.n_good[SIDE_AFTER],
                  t->verdict == INTERIM_OPEN ? "nothing is proven yet"
                                             : "a change is proven, but not yet seen where",
                  t->looks.runs[t->look]);
}

static bool look(struct trial *t, struct findings *findings, struct fault *f)
{
    t->look++;
    t->verdict = measures_look(&t->measures, &t->runs, &t->looks, t->verdict);
    if (t->verdict == INTERIM_PROVEN && t->look < t->looks.n &&
        !findings_locate(findings, t, &t->located, f))
        return false;
    tell_look(t);
    return true;
}

/* Old, new, new, old: what the machine does in time falls on both. */
static bool run_all(struct trial *t, struct findings *findings, struct fault *f)
{
    for (size_t pair = 0; goes_on(t); pair++) {
        for (unsigned turn = 0; turn < SIDES && !t->stopped; turn++)
            if (!add_run(t, (enum side)(turn ^ (pair & 1)), f))
                return false;
        if (t->stopped || pair + 1 < t->looks.runs[t->look])
            continue;
        if (!look(t, findings, f))
            return false;
    }
    return true;
}

/* What was made until Ctrl-C counts as one more look. */
static bool end_early(struct trial *t, struct fault *f)
{
    if (!t->stopped)
        return true;
    if (t->runs.n_good[SIDE_BEFORE] < 2 || t->runs.n_good[SIDE_AFTER] < 2)
        return fault_set(f, FAULT_INPUT,
                         "stopped after %zu runs of the old and %zu of the new program, wanted at "
                         "least 2 of each",
                         t->runs.n_good[SIDE_BEFORE], t->runs.n_good[SIDE_AFTER]);
    t->verdict = measures_look(&t->measures, &t->runs, &t->looks, t->verdict);
    if (t->verdict == INTERIM_HOPELESS) /* it was not looked whether */
        t->verdict = INTERIM_OPEN;
    return true;
}

static void show_command(struct buf *to, char *const *command)
{
    for (size_t i = 0; command[i]; i++) {
        buf_add(to, i ? STR(" ") : STR(""));
        shell_quote(to, str_of(command[i]));
    }
    buf_add_byte(to, '\0');
}

/* The arguments are not changed, so they may be the literals and the words of the user. */
static void set_command(struct trial *t, enum side side, char *const *command)
{
    static const char *const first[BEFORE_COMMAND] = {"flame", "record", "--"};
    size_t n = 0;

    while (command[n])
        n++;
    t->n_arguments[side] = BEFORE_COMMAND + n + 1;
    t->arguments[side] = mem_alloc(t->n_arguments[side], sizeof *t->arguments[side]);
    memcpy(t->arguments[side], first, sizeof first);
    memcpy(t->arguments[side] + BEFORE_COMMAND, command, (n + 1) * sizeof *command);
    show_command(&t->shown[side], command);
}

/* The folder that was named, without an ending. */
static const char *folder_of(const struct record_request *r)
{
    for (size_t i = 0; i < r->outputs.n; i++)
        if (record_is_folder(r->outputs.items[i]))
            return r->outputs.items[i];
    return "change";
}

static bool check_folders(const struct record_request *r, struct fault *f)
{
    const char *first = NULL;

    for (size_t i = 0; i < r->outputs.n; i++) {
        const char *output = r->outputs.items[i];
        if (!record_is_folder(output))
            continue;
        if (first)
            return fault_set(f, FAULT_USAGE, "%s: a second folder after %s, wanted one", output,
                             first);
        first = output;
    }
    return true;
}

static bool begin(struct trial *t, struct findings *findings, struct fault *f)
{
    const struct record_request *r = &t->request;

    if (!check_folders(r, f))
        return false;

    if (!shell_words_split(&t->words, "--before", r->before, f))
        return false;
    set_command(t, SIDE_BEFORE, t->words.words);
    set_command(t, SIDE_AFTER, r->command);
    interim_init(&t->looks, (size_t)r->runs);
    machine_look(&t->first, "");
    return findings_prepare(findings, t, f) && trial_folder_make(&t->folder, f);
}

/* All runs. A signal to end that comes between two recordings, or while stacks are unwound, waits
 * until the run is complete; the programs that run do not hold it back. */
static bool run(struct trial *t, struct findings *findings, struct fault *f)
{
    const sigset_t set = end_signals();

    sigprocmask(SIG_BLOCK, &set, &t->blocked);
    bool ok = warm_up(t, f) && run_all(t, findings, f);
    while (is_end_pending())
        sigwaitinfo(&set, NULL);
    sigprocmask(SIG_SETMASK, &t->blocked, NULL);
    return ok;
}

bool run_trial(const struct record_request *request, int *status, struct fault *f)
{
    struct trial t = {.request = *request};
    struct findings findings = {0};

    trial_folder_init(&t.folder, folder_of(request));
    bool ok = begin(&t, &findings, f) && run(&t, &findings, f);

    clear_shown(&t);
    ok = ok && end_early(&t, f) && findings_make(&findings, &t, f);
    *status = t.not_started;
    findings_free(&findings);
    trial_folder_close(&t.folder);
    measures_free(&t.measures);
    trial_runs_free(&t.runs);
    for (unsigned side = 0; side < SIDES; side++)
        code_names_release(t.names[side]);
    shell_words_free(&t.words);
    for (unsigned side = 0; side < SIDES; side++) {
        mem_free(t.arguments[side], t.n_arguments[side], sizeof *t.arguments[side]);
        buf_free(&t.shown[side]);
    }
    return ok;
}
