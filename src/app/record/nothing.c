/* "what was recorded slept all the time; ... flame record --off-cpu -p 4711 --for 5s" */
#include "app/record/nothing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/common/shell_quote.h"
#include "app/record/rate.h"

/* So many samples would have been taken of one that runs; a line so long is still read. */
enum { LEAST_NS = 150000000, EXPECTED = 10, LINE_MOST = 400, ONE_PERCENT = 100 };

/* What sleeps takes no samples of the clock, nor of what processors count. */
static bool is_of_running(const struct record_request *r)
{
    const struct event_choice *e = r->events.n ? &r->events.rows[0] : NULL;

    return !record_is_by_period(r) &&
           (!e || e->type != PERF_TYPE_SOFTWARE || e->config == PERF_COUNT_SW_CPU_CLOCK ||
            e->config == PERF_COUNT_SW_TASK_CLOCK);
}

bool record_slept(const struct record_request *r, const struct record_outcome *o)
{
    const uint64_t expected = o->ns / 1000 * record_frequency(r) / 1000000;
    const bool asked = r->all || r->processors || r->off_cpu || r->wall || r->user || r->kernel;

    return is_of_running(r) && !asked && o->ns >= LEAST_NS && expected >= EXPECTED &&
           o->not_sampled.ns == 0 && o->counts.samples * ONE_PERCENT <= expected;
}

/* The command line of this run with an option more, as a user writes it. Empty if it is long. */
static void add_line(struct buf *to, const struct record_request *r, const char *option)
{
    const bool may = geteuid() == 0 && !getenv("SUDO_UID");

    buf_add(to, may ? STR("") : STR("sudo "));
    for (char *const *word = r->arguments; *word; word++) {
        shell_quote(to, str_of(*word));
        buf_add_byte(to, ' ');
        if (word == r->arguments + 1) {
            buf_add(to, str_of(option));
            buf_add_byte(to, ' ');
        }
    }
    if (to->n)
        to->p[to->n - 1] = '\0';
    if (to->n > LINE_MOST)
        buf_clear(to);
}

static bool fault_of_sleep(const struct record_request *r, const struct record_outcome *o,
                           struct fault *f)
{
    struct buf line = {0};
    struct excerpt e;

    add_line(&line, r, "--off-cpu");
    fault_set(f, FAULT_INPUT,
              "no samples were taken, so nothing is drawn: %s slept, or waited, for all of the "
              "%" PRIu64 ".%02" PRIu64 " s; --off-cpu draws where%s%s",
              r->command[0] ? excerpt_of(&e, str_of(r->command[0])) : "what was recorded",
              o->ns / 1000000000, o->ns / 10000000 % 100, line.n ? ": " : "", line.n ? line.p : "");
    buf_free(&line);
    return false;
}

bool record_is_empty(const struct record_request *r, const struct record_outcome *o)
{
    const bool awake =
        r->off_cpu && !r->several_states && o->waits.by == WAITS_BY_PROGRAM && o->counts.waits == 0;

    return (o->counts.samples == 0 && o->not_sampled.ns == 0 && !r->wall) || awake;
}

bool record_fault_of_nothing(const struct record_request *r, const struct recorded *recorded,
                             struct fault *f)
{
    const struct record_outcome *o = &recorded->outcome;

    if (o->counts.samples)
        return fault_set(f, FAULT_INPUT,
                         "no sleep was sampled, so nothing is drawn: what was recorded did not "
                         "sleep for as long as a sample stands for (--off-cpu-period); without "
                         "--off-cpu, what ran is drawn");
    if (trap_request_is_set(&r->trap))
        return fault_set(f, FAULT_INPUT, "no samples were taken, so nothing is drawn; wanted %s",
                         r->trap.lead_ns ? "--off-cpu or --wall, as what stalls may sleep"
                                         : "--lead, for what ran before, or --off-cpu or --wall, "
                                           "as what stalls may sleep");
    if (o->cost.ended && r->delay_ns && o->cost.wall_ns <= r->delay_ns)
        return fault_set(f, FAULT_INPUT,
                         "no samples were taken, so nothing is drawn: the command ended before the "
                         "delay (--delay), wanted a shorter one");
    if (record_slept(r, o))
        return fault_of_sleep(r, o, f);
    if (!is_of_running(r))
        return fault_set(f, FAULT_INPUT,
                         "no samples were taken, so nothing is drawn: %s did not come%s; wanted "
                         "a program in which it does%s",
                         o->event, r->period > 1 ? " often enough" : "",
                         r->period > 1 ? ", or a lower number (-c)" : "");
    return fault_set(f, FAULT_INPUT,
                     "no samples were taken, so nothing is drawn; wanted a program that runs for "
                     "longer, or more samples (-F, -c)");
}
