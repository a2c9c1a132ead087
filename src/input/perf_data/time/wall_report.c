/* worker 826: 4.213 s, of which it ran 1.204 s, waited 3.001 s, was ready 0.008 s
 * Tells how threads spent their lives. */
#include "input/perf_data/time/wall_report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"

#define SECOND UINT64_C(1000000000)

/* One thread, to be sorted. */
struct spent {
    uint64_t ran_ns, lived_ns;
    uint32_t row;
};

/* "4.213 s" */
struct seconds {
    char text[32];
};

static const char *seconds_of(struct seconds *s, uint64_t ns)
{
    snprintf(s->text, sizeof s->text, "%" PRIu64 ".%03" PRIu64 " s", ns / SECOND,
             ns % SECOND / 1000000);
    return s->text;
}

static int by_running(const void *a, const void *b)
{
    const struct spent *x = a;
    const struct spent *y = b;

    if (x->ran_ns != y->ran_ns)
        return x->ran_ns > y->ran_ns ? -1 : 1;
    if (x->lived_ns != y->lived_ns)
        return x->lived_ns > y->lived_ns ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static void tell_thread(const struct wall *w, const struct spent *spent)
{
    const struct wall_thread *t = &w->threads[spent->row];
    const uint32_t tid = w->processes->threads[spent->row].tid;
    struct str comm = names_get(&w->processes->names, processes_comm(w->processes, tid));
    struct seconds lived, ran, waited, ready;
    struct excerpt e;

    reading_remark(&w->builder->r->info->details,
                   "%s %" PRIu32 ": %s, of which it ran %s, waited %s, was ready %s",
                   comm.n ? excerpt_of(&e, comm) : "thread", tid,
                   seconds_of(&lived, spent->lived_ns), seconds_of(&ran, t->ran_ns),
                   seconds_of(&waited, t->waited_ns), seconds_of(&ready, t->ready_ns));
}

static void tell_threads(const struct wall *w)
{
    enum { TOLD_MOST = 40 };
    struct spent *spent = mem_alloc(w->n_threads, sizeof *spent);
    size_t n = 0;

    for (size_t i = 0; i < w->n_threads; i++) {
        const struct wall_thread *t = &w->threads[i];
        uint64_t lived_ns = t->ran_ns + t->waited_ns + t->ready_ns;
        if (lived_ns)
            spent[n++] = (struct spent){t->ran_ns, lived_ns, (uint32_t)i};
    }
    if (n)
        qsort(spent, n, sizeof *spent, by_running);
    for (size_t i = 0; i < n && i < TOLD_MOST; i++)
        tell_thread(w, &spent[i]);
    if (n > TOLD_MOST)
        reading_remark(&w->builder->r->info->details, "%zu more threads ran less", n - TOLD_MOST);
    if (w->n_left_out)
        reading_remark(&w->builder->r->info->details,
                       "left out, as they never were on a processor: %" PRIu64 " threads",
                       w->n_left_out);
    mem_free(spent, w->n_threads, sizeof *spent);
}

static void tell_event(const struct wall *w)
{
    const struct events *events = &w->rec->events;
    struct buf others = {0};

    for (uint32_t i = 0; i < events->n; i++) {
        const struct event *event = &events->rows[i];
        struct str name = names_get(&w->rec->names, event->name);
        struct excerpt e;
        if (wall_wants(w, event) || str_starts(name, STR("dummy")))
            continue;
        buf_add(&others, others.n ? STR(", ") : STR(""));
        buf_add(&others, str_of(excerpt_of(&e, name)));
    }
    struct str used = w->event ? names_get(&w->rec->names, w->event->name) : STR("no event");
    if (others.n)
        reading_remark(&w->builder->r->info->remarks,
                       "samples of %.*s say where threads ran; those of %.*s are not used",
                       (int)used.n, used.n ? used.p : "", (int)others.n, others.p);
    buf_free(&others);
}

static uint64_t percent_guessed(const struct wall *w)
{
    return w->guessed_wait_ns / (w->wait_ns / 100 + 1);
}

bool wall_is_guessed(const struct wall *w)
{
    return w->sleep ? percent_guessed(w) > 10 : w->n_guessed > w->n_waits / 10;
}

/* Waits without a sample of their own. */
static void tell_guessed_waits(const struct wall *w)
{
    const uint64_t percent = percent_guessed(w);
    struct text_list *to = &w->builder->r->info->remarks;

    const bool is_ours = recording_is_ours(w->rec);

    if (w->n_guessed && w->sleep)
        reading_remark(to,
                       "%" PRIu64 " of %" PRIu64 " waits, %" PRIu64
                       " %% of their time, have the stack of the last sample before them, which is "
                       "a guess; --off-cpu-period, recorded, takes more samples of sleep",
                       w->n_guessed, w->n_waits, percent);
    else if (w->n_guessed && is_ours)
        reading_remark(to,
                       "where threads waited is guessed by the sample before for %" PRIu64
                       " %% of their sleep; recorded as root it would be known",
                       percent);
    else if (w->n_guessed)
        reading_remark(to,
                       "%" PRIu64 " of %" PRIu64
                       " waits have the stack of the last sample before them, which is a guess; "
                       "perf record -e cpu-clock,sched:sched_switch --switch-events -g records "
                       "where threads left",
                       w->n_guessed, w->n_waits);
    if (w->n_unknown)
        reading_remark(to,
                       "%" PRIu64 " of %" PRIu64
                       " waits have no callers, as their threads were not "
                       "sampled before",
                       w->n_unknown, w->n_waits);
}

static void tell_guesses(const struct wall *w)
{
    struct text_list *to = &w->builder->r->info->remarks;

    if (!w->is_latency)
        tell_guessed_waits(w);
    if (!w->event)
        reading_remark(to, "no event samples what runs, so where threads ran is [running]; -e "
                           "cpu-clock, recorded as well, does");
    else if (w->guessed_ns / 10 > w->ran_ns / 100)
        reading_remark(to,
                       "%" PRIu64 " %% of the time on processors has the stack of the sample "
                       "before, as there was none in its interval; more samples (-F) are nearer",
                       w->guessed_ns / (w->ran_ns / 100 + 1));
}

static void tell_doubts(const struct wall *w)
{
    enum { SECONDS_A_DAY = 86400, DAYS_MOST = 366 };
    struct text_list *to = &w->builder->r->info->remarks;
    const uint64_t days = (w->end_ns - w->begin_ns) / SECOND / SECONDS_A_DAY;

    if (w->rec->n_lost)
        reading_remark(to,
                       "some of the %" PRIu64 " records that were lost may have said when threads "
                       "left processors or returned: their times are not exact",
                       w->rec->n_lost);
    else if (w->n_unseen)
        reading_remark(to,
                       "%" PRIu64 " switches of threads to or from processors were not recorded: "
                       "their times are not exact; perf record --switch-events, or "
                       "flame record --wall, records it",
                       w->n_unseen);
    if (days > DAYS_MOST)
        reading_remark(
            to, "by its times the recording lasts %" PRIu64 " days: some of them must be wrong",
            days);
}

bool wall_report(const struct wall *w, struct fault *f)
{
    if ((!w->has_records && !w->n_switches) || !w->end_ns)
        return fault_set(f, FAULT_INPUT,
                         "%s: does not say when threads left processors and returned, wanted what "
                         "flame record --wall, or perf record --switch-events -g, records",
                         w->builder->r->name);
    tell_threads(w);
    tell_event(w);
    tell_guesses(w);
    tell_doubts(w);
    return true;
}
