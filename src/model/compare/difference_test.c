/* Tests how certain the changes of functions are, by comparing their sums run by run. */
#include <math.h>

#include "base/mem.h"
#include "model/compare/difference.h"
#include "model/compare/evidence.h"

/* What one sample weighs in the integers of the columns; 0: the columns do not count samples. */
static double weight_of(const struct profile *p)
{
    const struct column *c = &p->columns[1];

    return c->unit && !str_equal(names_get(&p->names, c->unit), STR("samples")) ? 0
                                                                                : pow(10, c->scale);
}

static struct evidence *test(const struct difference *d, const struct evidence_runs *runs,
                             const uint64_t *sums)
{
    size_t n = runs->n_before + runs->n_after;
    size_t n_frames = d->profile->frames.n;
    double *values = mem_alloc(n_frames * n, sizeof *values);
    struct evidence *e = mem_alloc(1, sizeof *e);

    for (size_t frame = 0; frame < n_frames; frame++)
        for (size_t run = 0; run < n; run++)
            values[frame * n + run] = (double)sums[frame * (n + 1) + 1 + run];
    evidence_test(e, runs, values, n_frames);
    mem_free(values, n_frames * n, sizeof *values);
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
}

void difference_test(struct difference *d)
{
    double scale[DIFFERENCE_RUNS_MOST];
    size_t n = 0;
    struct frame_sums sums;
    struct evidence_runs runs = {.n_before = d->n_runs[SIDE_BEFORE],
                                 .n_after = d->n_runs[SIDE_AFTER],
                                 .scale = scale,
                                 .weight = weight_of(d->profile),
                                 .tests = d->tests};

    for (unsigned side = 0; side < SIDES; side++)
        for (size_t run = 0; run < d->n_runs[side]; run++)
            scale[n++] = d->scale[side] * (double)d->n_runs[side];
    frame_sums_build(&sums, d->profile, d->reversed);
    d->total_evidence = test(d, &runs, sums.total);
    d->self_evidence = test(d, &runs, sums.self);
    if (d->whole)
        take_whole(d);
    frame_sums_free(&sums);
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

double difference_sureness(const struct difference *d, frame_id frame)
{
    const double unproven = 0.6;
    const double within_noise = 0.3;
    const struct evidence_row *row = difference_evidence(d, frame, d->by_self);

    if (!row)
        return 1;
    if (!row->beyond_noise)
        return within_noise;
    bool testable = d->n_runs[SIDE_BEFORE] > 1 && d->n_runs[SIDE_AFTER] > 1;
    return row->proven || !testable ? 1 : unproven;
}
