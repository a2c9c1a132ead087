/* The table of runs, and its tests. */
#include "app/trial/runs.h"

#include <math.h>
#include <unistd.h>

#include "base/mem.h"

enum { PAIRS_LEAST = 2 }; /* before and after a change of speed */

static const double ns = 1e-9;
static const double change_least = 0.05;
static const double errors_least = 6;

void trial_runs_add(struct trial_runs *runs, const struct trial_run *run)
{
    runs->rows = mem_grow(runs->rows, &runs->room, runs->n + 1, sizeof *runs->rows);
    runs->rows[runs->n++] = *run;
    ++*(run->failed ? &runs->n_failed[run->side] : &runs->n_good[run->side]);
    runs->n_sampled[run->side] += !run->failed && run->samples;
}

void trial_run_close(struct trial_run *run)
{
    if (run->has_file)
        close(run->file);
    run->has_file = false;
}

void trial_runs_free(struct trial_runs *runs)
{
    for (size_t i = 0; i < runs->n; i++)
        trial_run_close(&runs->rows[i]);
    mem_free(runs->rows, runs->room, sizeof *runs->rows);
}

/* ---- what is measured ------------------------------------------------------------------------ */

static bool is_clock(const struct event_choice *e)
{
    return e->type == PERF_TYPE_SOFTWARE &&
           (e->config == PERF_COUNT_SW_CPU_CLOCK || e->config == PERF_COUNT_SW_TASK_CLOCK);
}

static void add(struct measures *m, enum measure_kind kind, size_t event, const char *name)
{
    m->rows[m->n++] = (struct trial_measure){.kind = kind, .event = event, .name = name};
}

void measures_choose(struct measures *m, const struct record_request *r, bool replaced,
                     size_t n_events)
{
    const struct event_choices *events = &r->events;
    const size_t n = events->n < n_events ? events->n : n_events;
    const bool first = n && !is_clock(&events->rows[0]);
    const bool by_wall = r->wall || r->off_cpu;

    *m = (struct measures){0};
    if (first)
        add(m, MEASURE_EVENT, 0, events->rows[0].name);
    add(m, by_wall ? MEASURE_WALL : MEASURE_CPU, 0, by_wall ? "wall time" : "processor time");
    add(m, by_wall ? MEASURE_CPU : MEASURE_WALL, 0, by_wall ? "processor time" : "wall time");
    for (size_t i = first; i < n; i++)
        if (!is_clock(&events->rows[i]))
            add(m, MEASURE_EVENT, i, events->rows[i].name);
    if (events->n == 0 && n_events && !replaced)
        add(m, MEASURE_EVENT, 0, "cycles");
}

/* Samples of a clock are time on processors; with waits among them they are neither. */
const struct trial_measure *measures_of_samples(const struct measures *m,
                                                const struct record_request *r)
{
    const struct trial_measure *cpu = NULL;

    if (r->wall || r->off_cpu || r->user || r->kernel)
        return NULL;
    for (size_t i = 0; i < m->n; i++) {
        if (m->rows[i].kind == MEASURE_EVENT && m->rows[i].event == 0)
            return &m->rows[i];
        if (m->rows[i].kind == MEASURE_CPU)
            cpu = &m->rows[i];
    }
    return cpu;
}

double measure_value(const struct trial_measure *m, const struct trial_run *run)
{
    switch (m->kind) {
    case MEASURE_CPU:
        return (double)run->cost.cpu_ns * ns;
    case MEASURE_WALL:
        return (double)run->cost.wall_ns * ns;
    case MEASURE_EVENT:
        break;
    }
    return (double)run->cost.events[m->event];
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* Sets the values of all runs that did not fail, those before first. */
static void take_values(const struct trial_measure *m, const struct trial_runs *runs,
                        double *values)
{
    size_t n = 0;

    for (unsigned side = 0; side < SIDES; side++)
        for (size_t i = 0; i < runs->n; i++)
            if (runs->rows[i].side == side && !runs->rows[i].failed)
                values[n++] = measure_value(m, &runs->rows[i]);
}

void measures_test(struct measures *m, const struct trial_runs *runs, const struct interim *looks)
{
    const struct evidence_runs sides = {.n_before = runs->n_good[SIDE_BEFORE],
                                        .n_after = runs->n_good[SIDE_AFTER],
                                        .tests = interim_tests(looks)};
    double *values = mem_alloc(runs->n, sizeof *values);

    for (size_t i = 0; i < m->n; i++) {
        struct trial_measure *row = &m->rows[i];
        evidence_free(&row->evidence);
        take_values(row, runs, values);
        evidence_test(&row->evidence, &sides, values, 1);
        interim_interval(looks, &row->evidence, &row->low, &row->high);
    }
    mem_free(values, runs->n, sizeof *values);
}

enum interim_verdict measures_look(struct measures *m, const struct trial_runs *runs,
                                   const struct interim *looks, enum interim_verdict so_far)
{
    if (so_far == INTERIM_PROVEN)
        return so_far;
    measures_test(m, runs, looks);
    return interim_verdict(looks, &m->rows[0].evidence);
}

struct measure_spread measure_spread_of(const struct trial_measure *m,
                                        const struct trial_runs *runs, enum side side)
{
    const double n = (double)runs->n_good[side];
    struct measure_spread s = {.least = INFINITY, .most = -INFINITY};
    double squares = 0;

    for (size_t i = 0; i < runs->n; i++) {
        const struct trial_run *run = &runs->rows[i];
        if (run->side != side || run->failed)
            continue;
        s.mean += measure_value(m, run) / n;
        s.least = fmin(s.least, measure_value(m, run));
        s.most = fmax(s.most, measure_value(m, run));
    }
    for (size_t i = 0; i < runs->n; i++)
        if (runs->rows[i].side == side && !runs->rows[i].failed)
            squares += pow(measure_value(m, &runs->rows[i]) - s.mean, 2);
    s.deviation = n > 1 ? sqrt(squares / (n - 1)) : 0;
    return s;
}

void measures_free(struct measures *m)
{
    for (size_t i = 0; i < m->n; i++)
        evidence_free(&m->rows[i].evidence);
}

/* ---- speed ----------------------------------------------------------------------------------- */

/* The sums of the runs of both sides, pair by pair; returns how many. */
static size_t pair_up(const struct trial_measure *m, const struct trial_runs *runs, double *sums)
{
    const size_t before = runs->n_good[SIDE_BEFORE];
    const size_t after = runs->n_good[SIDE_AFTER];
    const size_t n = before < after ? before : after;
    size_t at[SIDES] = {0};

    for (size_t i = 0; i < n; i++)
        sums[i] = 0;
    for (size_t i = 0; i < runs->n; i++) {
        const struct trial_run *run = &runs->rows[i];
        if (!run->failed && at[run->side] < n)
            sums[at[run->side]++] += measure_value(m, run);
    }
    return n;
}

/* Returns the mean; adds up the squares of what is off it. */
static double mean_of(const double *sums, size_t n, double *squares)
{
    double mean = 0;

    for (size_t i = 0; i < n; i++)
        mean += sums[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        *squares += (sums[i] - mean) * (sums[i] - mean);
    return mean;
}

/* By the split into two that differ most, in standard errors. */
struct speed_change speed_change_find(const struct trial_measure *m, const struct trial_runs *runs)
{
    double *sums = mem_alloc(runs->n, sizeof *sums);
    const size_t n = pair_up(m, runs, sums);
    struct speed_change found = {.ratio = 1};
    double most = errors_least;

    for (size_t at = PAIRS_LEAST; at + PAIRS_LEAST <= n && n > 2 * PAIRS_LEAST - 1; at++) {
        double squares = 0;
        const double first = mean_of(sums, at, &squares);
        const double then = mean_of(sums + at, n - at, &squares);
        const double error =
            sqrt(squares / (double)(n - 2) * (1 / (double)at + 1 / (double)(n - at)));
        const double errors = fabs(then - first) / (error > 0 ? error : first / 1e9);
        if (errors > most && fabs(then - first) >= change_least * first) {
            most = errors;
            found = (struct speed_change){at + 1, then / first};
        }
    }
    mem_free(sums, runs->n, sizeof *sums);
    return found;
}
