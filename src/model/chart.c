/* Gives each sample of a thread the time from it to the next sample of that thread. */
#include "model/chart.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/pairs.h"

enum {
    PERIODS_MOST = 3,     /* between neighbours without a gap: samples get lost */
    PARALLEL_PERCENT = 1, /* overlaps up to here are those of clocks that differ a little */
    CONSTANT_PERCENT = 90,
    RETURNS_PERCENT = 5, /* more of them leave no bars to read */
};

/* Larger times are damaged; sums of two below it fit. */
static const uint64_t time_most = UINT64_C(1) << 62;

/* A sample to be placed. */
struct placed_sample {
    uint64_t time, weight; /* weight: in ns; 0: not a time */
    uint32_t thread;
    uint32_t lane; /* threads of one lane take turns */
    uint32_t row;
};

struct chart {
    const struct profile *p;
    struct placed_sample *moments;
    uint32_t n, room;
    uint32_t *threads; /* by label set: the number of its thread */
    uint32_t n_threads;
    uint64_t period; /* in ns; 0: not known */
    bool exact;      /* weights are lengths */
};

static name_id find_key(const struct profile *p)
{
    static const char *const keys[] = {"tid", "thread", "pid", "comm"}; /* the best first */
    enum { KEYS = sizeof keys / sizeof keys[0] };
    size_t n = p->labels.n ? p->labels.end[p->labels.n - 1] : 0;
    size_t best = KEYS;
    name_id found = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < best; k++)
            if (str_equal(names_get(&p->names, p->labels.pairs[i].key), str_of(keys[k]))) {
                best = k;
                found = p->labels.pairs[i].key;
            }
    return found;
}

/* What parts threads: their numbers, as names change; else the best that is known. */
static struct pair identity_of(const struct profile *p, labels_id set, name_id key)
{
    const struct thread *t = labels_thread(&p->labels, set);
    const name_id instead = t->pid ? t->pid : t->name ? t->name : t->process;

    if (t->tid)
        return (struct pair){t->tid, t->pid};
    return instead ? (struct pair){instead, 0}
                   : (struct pair){labels_value(&p->labels, set, key), UINT32_MAX};
}

static void number_threads(struct chart *chart)
{
    const struct profile *p = chart->p;
    const name_id key = find_key(p);
    struct pairs pairs;

    pairs_init(&pairs);
    chart->threads = mem_alloc(p->labels.n, sizeof *chart->threads);
    for (labels_id set = 0; set < p->labels.n; set++) {
        const struct pair identity = identity_of(p, set, key);
        chart->threads[set] = pairs_add(&pairs, identity.a, identity.b);
    }
    chart->n_threads = pairs.n;
    pairs_free(&pairs);
}

/* How many ns the unit has; 0: it is not one of time. */
static double ns_of_unit(const struct profile *p)
{
    static const struct {
        const char *unit;
        double ns;
    } units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    const struct column *c = &p->columns[0];
    double ns = 0;

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (str_equal(names_get(&p->names, c->unit), str_of(units[i].unit)))
            ns = units[i].ns;
    for (unsigned i = 0; i < c->scale; i++)
        ns /= 10;
    return ns;
}

static int by_time(const void *a, const void *b)
{
    const struct placed_sample *x = a;
    const struct placed_sample *y = b;

    if (x->lane != y->lane)
        return x->lane < y->lane ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* False when a sample has no time, or one that is damaged. */
static bool list_moments(struct chart *chart)
{
    const struct profile *p = chart->p;
    const double ns = ns_of_unit(p);
    const uint64_t *at_ns = p->moments.at_ns;
    uint64_t first = UINT64_MAX;

    chart->room = p->n_samples;
    chart->moments = mem_alloc(chart->room, sizeof *chart->moments);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        double weight = (double)p->columns[0].values[i] * ns;
        if (at_ns[i] >= time_most && p->columns[0].values[i])
            return false;
        if (at_ns[i] >= time_most)
            continue;
        first = at_ns[i] < first ? at_ns[i] : first;
        chart->moments[chart->n++] = (struct placed_sample){
            .time = at_ns[i],
            .weight = weight < (double)time_most ? (uint64_t)(weight + 0.5) : time_most,
            .thread = chart->threads[p->samples[i].labels],
            .row = i,
        };
    }
    for (uint32_t i = 0; i < chart->n; i++)
        chart->moments[i].time -= first;
    if (chart->n)
        qsort(chart->moments, chart->n, sizeof *chart->moments, by_time);
    return chart->n > 0;
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Returns the median of the numbers, which it sorts; 0: there are none. */
static uint64_t median(uint64_t *numbers, size_t n)
{
    if (!n)
        return 0;
    qsort(numbers, n, sizeof *numbers, compare_numbers);
    return numbers[n / 2];
}

/* The weight that nearly all samples have, when it is a time: the period that was asked for. Times
 * that differ say how long each lasted. */
static uint64_t constant_weight(const struct chart *chart, uint64_t *scratch)
{
    size_t n = 0;
    size_t same = 0;

    for (uint32_t i = 0; i < chart->n; i++)
        if (chart->moments[i].weight)
            scratch[n++] = chart->moments[i].weight;
    uint64_t usual = median(scratch, n);
    for (size_t i = 0; i < n; i++)
        same += scratch[i] == usual;
    return same * 100 >= n * CONSTANT_PERCENT ? usual : 0;
}

/* The usual time between two samples of a thread. */
static uint64_t usual_distance(const struct chart *chart, uint64_t *scratch)
{
    uint64_t *last = mem_alloc(chart->n_threads, sizeof *last); /* by thread: 1 + its last time */
    size_t n = 0;

    for (uint32_t i = 0; i < chart->n; i++) {
        const struct placed_sample *m = &chart->moments[i];
        if (last[m->thread])
            scratch[n++] = m->time + 1 - last[m->thread];
        last[m->thread] = m->time + 1;
    }
    mem_free(last, chart->n_threads, sizeof *last);
    return median(scratch, n);
}

static void find_period(struct chart *chart)
{
    uint64_t *scratch = mem_alloc(chart->n, sizeof *scratch);

    chart->period = constant_weight(chart, scratch);
    if (!chart->period) {
        chart->exact = chart->exact || ns_of_unit(chart->p) > 0;
        chart->period = usual_distance(chart, scratch);
    }
    mem_free(scratch, chart->n, sizeof *scratch);
}

/* How long a sample surely lasted. */
static uint64_t least_of(const struct chart *chart, const struct placed_sample *m)
{
    return chart->exact || m->weight > chart->period ? m->weight : chart->period / 2;
}

/* Whether more samples than clocks explain begin while one of another thread lasts. */
static bool are_parallel(const struct chart *chart)
{
    uint64_t overlaps = 0;
    uint64_t end = 0;
    uint64_t n = 0;
    uint32_t thread = 0;

    for (uint32_t i = 0; i < chart->n; i++) {
        const struct placed_sample *m = &chart->moments[i];
        if (!chart->p->columns[0].values[m->row])
            continue;
        overlaps += n > 0 && m->thread != thread && m->time < end;
        n++;
        uint64_t ends = m->time + least_of(chart, m);
        if (ends >= end) {
            end = ends;
            thread = m->thread;
        }
    }
    return overlaps * 100 > n * PARALLEL_PERCENT;
}

/* Whether threads of one process often go on after another of them ran: on one axis nothing would
 * be joined. Processes that do so, such as a shell and its commands, read well on one. */
static bool are_interleaved(const struct chart *chart)
{
    bool *ran = mem_alloc(chart->n_threads, sizeof *ran);
    uint64_t returns = 0;
    name_id process = 0;
    uint32_t thread = UINT32_MAX;

    for (uint32_t i = 0; i < chart->n; i++) {
        const struct placed_sample *m = &chart->moments[i];
        const labels_id set = chart->p->samples[m->row].labels;
        const name_id pid = labels_thread(&chart->p->labels, set)->pid;
        returns += ran[m->thread] && m->thread != thread && pid && pid == process;
        ran[m->thread] = true;
        thread = m->thread;
        process = pid;
    }
    mem_free(ran, chart->n_threads, sizeof *ran);
    return returns * 100 > (uint64_t)chart->n * RETURNS_PERCENT;
}

/* How long sample i is drawn. */
static uint64_t length_of(const struct chart *chart, uint32_t i)
{
    const struct placed_sample *m = &chart->moments[i];
    const bool is_last = i + 1 == chart->n || chart->moments[i + 1].lane != m->lane;
    uint64_t most = is_last ? time_most : chart->moments[i + 1].time - m->time;
    uint64_t length = m->weight > chart->period || chart->exact ? m->weight : chart->period;

    if (!chart->exact && most / PERIODS_MOST <= chart->period)
        return most;
    return length < most ? length : most;
}

/* Puts the samples and their lengths in the place of what was measured. False, with nothing
 * changed, when none lasted. */
static bool take(struct profile *p, const struct chart *chart)
{
    struct sample *samples = mem_alloc(chart->n, sizeof *samples);
    unsigned char *states = mem_alloc(chart->n, 1);
    struct waker *wakers = mem_alloc(chart->n, sizeof *wakers);
    struct placed_sample *placed = mem_alloc(chart->n, sizeof *placed); /* weight: the length */
    struct column *c = &p->columns[0];
    uint32_t n = 0;

    for (uint32_t i = 0; i < chart->n; i++) {
        struct placed_sample m = chart->moments[i];
        m.weight = length_of(chart, i);
        if (!c->values[m.row] || !m.weight)
            continue;
        samples[n] = p->samples[m.row];
        states[n] = moments_state(&p->moments, m.row);
        wakers[n] = moments_waker(&p->moments, m.row);
        placed[n++] = m;
    }
    for (uint32_t i = 0; i < n; i++) {
        p->samples[i] = samples[i];
        moments_set(&p->moments, p->n_samples, i, (struct moment){placed[i].time, states[i]});
        moments_set_waker(&p->moments, i, wakers[i]);
        c->total = (i ? c->total : 0) + placed[i].weight;
        c->values[i] = placed[i].weight;
    }
    if (n) {
        p->n_samples = n;
        moments_drop_wakers(&p->moments, n);
        profile_forget_slots(p);
        p->moments.kind = TIME_SPANS;
        c->name = names_add(&p->names, STR("time"));
        c->unit = names_add(&p->names, STR("ns"));
        c->scale = 0;
        c->period = 0;
    }
    mem_free(samples, chart->n, sizeof *samples);
    mem_free(states, chart->n, 1);
    mem_free(wakers, chart->n, sizeof *wakers);
    mem_free(placed, chart->n, sizeof *placed);
    return n > 0;
}

static int by_total(const void *a, const void *b)
{
    const struct chart_lane *x = a;
    const struct chart_lane *y = b;

    if (x->total != y->total)
        return x->total > y->total ? -1 : 1;
    return (x->end > y->end) - (x->end < y->end);
}

/* Sums the lengths of each thread; false when the sum of all is no time. */
static bool sum_threads(const struct chart *chart, struct chart_lane *sums)
{
    uint64_t all = 0;

    for (uint32_t i = 0; i < chart->n; i++) {
        const struct placed_sample *m = &chart->moments[i];
        const uint64_t length = chart->p->columns[0].values[m->row] ? length_of(chart, i) : 0;
        if (length >= time_most - all)
            return false;
        all += length;
        sums[m->thread].total += length;
        sums[m->thread].labels = chart->p->samples[m->row].labels;
    }
    return true;
}

/* Gives each thread a lane, the heaviest the first. */
static bool make_lanes(struct chart *chart, struct chart_lanes *lanes)
{
    uint32_t *lane_of = mem_alloc(chart->n_threads, sizeof *lane_of);

    *lanes =
        (struct chart_lanes){mem_alloc(chart->n_threads, sizeof *lanes->rows), 0, chart->n_threads};
    for (uint32_t i = 0; i < chart->n; i++)
        chart->moments[i].lane = chart->moments[i].thread;
    qsort(chart->moments, chart->n, sizeof *chart->moments, by_time);
    for (uint32_t i = 0; i < chart->n_threads; i++)
        lanes->rows[i].end = i;
    const bool fits = sum_threads(chart, lanes->rows);
    qsort(lanes->rows, chart->n_threads, sizeof *lanes->rows, by_total);
    for (uint32_t i = 0; i < chart->n_threads; i++) {
        lane_of[lanes->rows[i].end] = i;
        lanes->n += lanes->rows[i].total > 0;
    }
    for (uint32_t i = 0; i < chart->n; i++)
        chart->moments[i].lane = lane_of[chart->moments[i].thread];
    qsort(chart->moments, chart->n, sizeof *chart->moments, by_time);
    mem_free(lane_of, chart->n_threads, sizeof *lane_of);
    return fits;
}

/* Counts the samples of lanes, which are those that last. */
static void end_lanes(const struct chart *chart, struct chart_lanes *lanes)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < chart->n; i++) {
        const struct placed_sample *m = &chart->moments[i];
        n += chart->p->columns[0].values[m->row] && length_of(chart, i);
        lanes->rows[m->lane].end = n;
    }
}

static enum chart_outcome place(struct profile *p, struct chart *chart, struct chart_lanes *lanes)
{
    enum chart_outcome outcome = CHART_PLACED;

    if (are_parallel(chart) || are_interleaved(chart)) {
        if (!make_lanes(chart, lanes))
            return CHART_IN_ORDER;
        end_lanes(chart, lanes);
        outcome = lanes->n > 1 ? CHART_LANES : CHART_PLACED;
    }
    return take(p, chart) ? outcome : CHART_IN_ORDER;
}

enum chart_outcome chart_place(struct profile *p, bool exact, struct chart_lanes *lanes)
{
    struct chart chart = {.p = p, .exact = exact};
    enum chart_outcome outcome = CHART_IN_ORDER;

    assert(p->n_columns == 1);
    *lanes = (struct chart_lanes){0};
    number_threads(&chart);
    if (moments_have_times(&p->moments) && list_moments(&chart))
        find_period(&chart);
    if (chart.period)
        outcome = place(p, &chart, lanes);
    if (outcome != CHART_LANES)
        chart_lanes_free(lanes);
    mem_free(chart.moments, chart.room, sizeof *chart.moments);
    mem_free(chart.threads, p->labels.n, sizeof *chart.threads);
    return outcome;
}

void chart_lanes_free(struct chart_lanes *lanes)
{
    mem_free(lanes->rows, lanes->room, sizeof *lanes->rows);
    *lanes = (struct chart_lanes){0};
}

uint64_t chart_end(const struct profile *p)
{
    uint64_t end = 0;

    for (uint32_t i = 0; i < p->n_samples; i++) {
        const uint64_t ends = p->moments.at_ns[i] + p->columns[0].values[i];
        end = ends > end ? ends : end;
    }
    return end;
}
