/* Tests how certain the changes of functions are, by comparing their sums run by run. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "model/compare/difference.h"
#include "model/compare/evidence.h"
#include "model/compare/variation.h"

/* What tells how many samples are behind a run's values. */
struct run_counts {
    double weight; /* of a sample, in the integers of the column; 0: the counts beside it tell */
    size_t column; /* of the counts, */
    double unit;   /* and what one sample is in it */
};

/* All rows of a test: what is compared, and its samples. */
struct tested {
    const struct difference *d;
    size_t n; /* runs of both sides */
    struct run_counts by_run[DIFFERENCE_RUNS_MOST];
    bool plain; /* all values are counts */
};

static bool is_count(const struct profile *p, const struct column *c)
{
    return !c->unit || str_equal(names_get(&p->names, c->unit), STR("samples"));
}

/* Finds how many samples a run's values stand for; false when that is not known. */
static bool find_counts(const struct difference *d, enum side side, size_t run,
                        struct run_counts *to)
{
    const struct profile *p = d->profile;
    const size_t column = difference_column(d, side, run);
    const struct column *c = &p->columns[column];
    const struct column *counts = d->counted ? &p->columns[difference_counts(d, column)] : NULL;
    const double digits = pow(10, c->scale);

    *to = (struct run_counts){.weight = c->period > 0 ? c->period * digits : 0, .unit = 1};
    if (counts && counts->total)
        *to = (struct run_counts){.column = difference_counts(d, column),
                                  .unit = pow(10, counts->scale)};
    else if (!(to->weight > 0) && is_count(p, c))
        to->weight = digits;
    return to->column || to->weight > 0 || !c->total;
}

static enum difference_samples find_samples(struct tested *t)
{
    const struct difference *d = t->d;
    const struct profile *p = d->profile;
    bool known = true;
    bool census = true;
    bool unknown = d->no_counts;
    size_t n = 0;

    t->plain = true;
    for (unsigned side = 0; side < SIDES; side++)
        for (size_t run = 0; run < d->n_runs[side]; run++, n++) {
            const struct column *c = &p->columns[difference_column(d, (enum side)side, run)];
            known = find_counts(d, (enum side)side, run, &t->by_run[n]) && known;
            t->plain = t->plain && is_count(p, c) && !t->by_run[n].column && !(c->period > 0);
            census = census && (c->census || !c->total);
            unknown = unknown || c->period < 0;
        }
    t->n = n;
    if (unknown)
        return SAMPLES_UNKNOWN;
    return census ? SAMPLES_CENSUS : known ? SAMPLES_KNOWN : SAMPLES_MEASURED;
}

/* The values of a row and their counts (NULL: not wanted); sums: by column. */
static void fill(const struct tested *t, const uint64_t *sums, double *values, double *counts)
{
    for (size_t run = 0; run < t->n; run++) {
        const struct run_counts *of = &t->by_run[run];
        values[run] = (double)sums[1 + run];
        if (counts)
            counts[run] = of->column       ? (double)sums[of->column] / of->unit
                          : of->weight > 0 ? values[run] / of->weight
                                           : 0;
    }
}

static struct evidence *test(const struct tested *t, const struct evidence_runs *runs,
                             const uint64_t *sums, bool counted)
{
    const struct profile *p = t->d->profile;
    size_t n_frames = p->frames.n;
    double *values = mem_alloc(n_frames * t->n, sizeof *values);
    double *counts = counted ? mem_alloc(n_frames * t->n, sizeof *counts) : NULL;
    struct evidence_runs tested = *runs;
    struct evidence *e = mem_alloc(1, sizeof *e);

    for (size_t i = 0; i < n_frames; i++)
        fill(t, sums + i * p->n_columns, values + i * t->n, counts ? counts + i * t->n : NULL);
    tested.counts = counts;
    evidence_test(e, &tested, values, n_frames);
    mem_free(values, n_frames * t->n, sizeof *values);
    mem_free(counts, counts ? n_frames * t->n : 0, sizeof *counts);
    return e;
}

/* Puts what was measured in place of what samples say of the whole, in their unit. */
static void take_whole(const struct difference *d)
{
    struct evidence *e = d->total_evidence;
    struct evidence_row *row = &e->rows[0];
    const double scale = d->whole->before > 0 ? row->before / d->whole->before : 0;
    const struct evidence_row sampled = *row;

    if (!(scale > 0))
        return;
    e->n_proven += (size_t)d->whole->proven - (size_t)row->proven;
    *row = *d->whole;
    row->before = sampled.before;
    row->after = sampled.before + (d->whole->after - d->whole->before) * scale;
    row->low *= scale;
    row->high *= scale;
    row->variance *= scale * scale;
    row->weight = sampled.weight;
}

struct ranked_variation {
    double p;
    size_t row;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked_variation *x = a;
    const struct ranked_variation *y = b;

    if (x->p < y->p || x->p > y->p)
        return x->p < y->p ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static bool is_judged(const struct variation *v)
{
    return v->verdict == VARIATION_WITHIN || v->verdict == VARIATION_BEYOND;
}

/* Benjamini and Hochberg's q of what was judged, but not of the whole. */
static void correct(struct evidence *e, const struct variation *variations)
{
    struct ranked_variation *ranked = mem_alloc(e->n_rows, sizeof *ranked);
    size_t n = 0;
    double q = 1;

    for (size_t i = 1; i < e->n_rows; i++)
        if (is_judged(&variations[i]))
            ranked[n++] = (struct ranked_variation){variations[i].p, i};
    if (n)
        qsort(ranked, n, sizeof *ranked, compare_ranked);
    for (size_t i = n; i-- > 0;) {
        q = fmin(q, ranked[i].p * (double)n / (double)(i + 1));
        e->rows[ranked[i].row].q = q;
    }
    mem_free(ranked, e->n_rows, sizeof *ranked);
}

/* Puts intervals by how much functions vary in place of those by samples. */
static void take_variation(const struct difference *d, struct evidence *e,
                           const struct variation *variations)
{
    const double scale = d->scale[SIDE_AFTER] / d->weight[SIDE_AFTER];

    for (size_t i = 0; i < e->n_rows; i++) {
        struct evidence_row *row = &e->rows[i];
        const struct variation *v = &variations[i];
        const double half = is_judged(v) ? v->half * scale : (double)INFINITY;
        row->low = row->after - row->before - half;
        row->high = row->after - row->before + half;
        row->beyond_noise = v->verdict == VARIATION_BEYOND;
        row->proven = false;
        row->p = v->p;
        row->q = 1;
    }
    e->n_proven = 0;
    correct(e, variations);
}

static bool is_proven(const struct difference *d, frame_id frame, bool self)
{
    const struct evidence_row *row = difference_evidence(d, frame, self);

    return row && row->after != row->before && difference_is_function(d, frame) &&
           difference_verdict_of(d, frame, self) == VERDICT_PROVEN;
}

static bool is_any_proven(const struct difference *d)
{
    for (frame_id i = 1; i < d->profile->frames.n; i++)
        if (is_proven(d, i, true))
            return true;
    return false;
}

bool difference_is_named(const struct difference *d, frame_id frame)
{
    return frame && is_proven(d, frame, !d->named_by_total);
}

void difference_test(struct difference *d)
{
    double scale[DIFFERENCE_RUNS_MOST];
    size_t n = 0;
    struct frame_sums sums;
    struct tested t = {.d = d};

    d->samples = find_samples(&t);
    const bool known = d->samples == SAMPLES_KNOWN || d->samples == SAMPLES_CENSUS;
    struct evidence_runs runs = {.n_before = d->n_runs[SIDE_BEFORE],
                                 .n_after = d->n_runs[SIDE_AFTER],
                                 .scale = scale,
                                 .weight = known && t.plain ? t.by_run[0].weight : 0,
                                 .untested = d->samples == SAMPLES_UNKNOWN,
                                 .census = difference_is_exact(d),
                                 .tests = d->tests};

    for (unsigned side = 0; side < SIDES; side++)
        for (size_t run = 0; run < d->n_runs[side]; run++)
            scale[n++] = d->scale[side] * (double)d->n_runs[side];
    frame_sums_build(&sums, d->profile, d->reversed);
    d->total_evidence = test(&t, &runs, sums.total, known && !t.plain);
    d->self_evidence = test(&t, &runs, sums.self, known && !t.plain);
    if (d->whole)
        take_whole(d);
    if (d->total_variation) {
        take_variation(d, d->total_evidence, d->total_variation);
        take_variation(d, d->self_evidence, d->self_variation);
    }
    frame_sums_free(&sums);
    d->named_by_total = !is_any_proven(d);
}

bool difference_is_function(const struct difference *d, frame_id frame)
{
    return !d->all_told || frame_is_told(&d->profile->frames.rows[frame]);
}

const struct evidence_row *difference_evidence(const struct difference *d, frame_id frame,
                                               bool self)
{
    const struct evidence *e = self ? d->self_evidence : d->total_evidence;
    const struct evidence_row *row = e ? &e->rows[frame] : NULL;

    return row && isfinite(row->low) && isfinite(row->high) ? row : NULL;
}

enum difference_basis difference_basis(const struct difference *d)
{
    if (d->n_runs[SIDE_BEFORE] > 1 || d->n_runs[SIDE_AFTER] > 1)
        return BASIS_RUNS;
    if (!d->total_variation)
        return BASIS_SAMPLES;
    return d->ranges ? BASIS_RANGES : BASIS_TIMES;
}

const struct variation *difference_variation(const struct difference *d, frame_id frame, bool self)
{
    const struct variation *all = self ? d->self_variation : d->total_variation;

    return all ? &all[frame] : NULL;
}

static enum difference_verdict verdict_of_times(const struct difference *d,
                                                const struct variation *v)
{
    switch (v->verdict) {
    case VARIATION_WITHIN:
        return VERDICT_WITHIN;
    case VARIATION_BEYOND:
        return d->ranges ? VERDICT_BEYOND_RANGES : VERDICT_BEYOND_TIMES;
    case VARIATION_SHORT:
        return VERDICT_SHORT;
    case VARIATION_FEW_SAMPLES:
        return VERDICT_FEW_SAMPLES;
    case VARIATION_SKIPPED:
        return VERDICT_SKIPPED;
    case VARIATION_FEW_WAITS:
        break;
    }
    return VERDICT_FEW_WAITS;
}

enum difference_verdict difference_verdict_of(const struct difference *d, frame_id frame, bool self)
{
    const struct variation *v = difference_variation(d, frame, self);
    const struct evidence_row *row = difference_evidence(d, frame, self);

    if (v)
        return v->before > 0 || v->after > 0 || v->verdict == VARIATION_SKIPPED
                   ? verdict_of_times(d, v)
                   : VERDICT_UNKNOWN;
    if (!row)
        return VERDICT_UNKNOWN;
    if (difference_is_exact(d))
        return VERDICT_CENSUS;
    if (difference_basis(d) == BASIS_RUNS && !row->tested)
        return d->samples == SAMPLES_UNKNOWN ? VERDICT_NO_SAMPLES : VERDICT_FEW_SAMPLES;
    if (!row->beyond_noise)
        return VERDICT_WITHIN;
    if (row->proven)
        return VERDICT_PROVEN;
    return difference_basis(d) == BASIS_RUNS ? VERDICT_NOT_PROVEN : VERDICT_BEYOND_SAMPLING;
}

double difference_sureness(const struct difference *d, frame_id frame)
{
    const struct evidence_row *row = difference_evidence(d, frame, d->by_self);
    const double doubted = 0.3;
    const double noise = 0.1;

    if (difference_is_named(d, frame))
        return 1;
    switch (difference_verdict_of(d, frame, d->by_self)) {
    case VERDICT_UNKNOWN:
    case VERDICT_PROVEN:
    case VERDICT_CENSUS:
    case VERDICT_BEYOND_TIMES:
    case VERDICT_BEYOND_RANGES:
        return 1;
    case VERDICT_FEW_SAMPLES:
    case VERDICT_NO_SAMPLES:
        if (difference_basis(d) == BASIS_RUNS && row && !row->beyond_noise)
            break;
        return doubted;
    case VERDICT_NOT_PROVEN:
    case VERDICT_BEYOND_SAMPLING:
    case VERDICT_FEW_WAITS:
    case VERDICT_SHORT:
    case VERDICT_SKIPPED:
        return doubted;
    case VERDICT_WITHIN:
        break;
    }
    return noise;
}
