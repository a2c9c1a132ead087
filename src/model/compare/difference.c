/* Sums both sides of a profile by stack and by function, and rates their differences. */
#include "model/compare/difference.h"

#include <math.h>

#include "base/mem.h"
#include "model/compare/evidence.h"
#include "model/compare/variation.h"
#include "model/graph/build.h"
#include "model/graph/pair.h"
#include "model/stack_walk.h"

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Sums a sample over the runs of one side; false when the sum does not fit. */
static bool add_runs(const struct difference *d, const struct profile *p, enum side side,
                     uint32_t sample, uint64_t *sum)
{
    *sum = 0;
    for (size_t run = 0; run < d->n_runs[side]; run++) {
        uint64_t value = p->columns[difference_column(d, side, run)].values[sample];
        if (value > UINT64_MAX - *sum)
            return false;
        *sum += value;
    }
    return true;
}

static double whole_of(const struct difference *d, const struct profile *p, enum side side)
{
    double whole = 0;

    for (size_t run = 0; run < d->n_runs[side]; run++)
        whole += (double)p->columns[difference_column(d, side, run)].total;
    return whole;
}

/* ---- the first column */

/* Factors that turn the sums of each side into widths: whole numbers, and so exact, where the sides
 * differ only in their number of runs; else as precise as a double. */
struct widths {
    bool exact;
    uint64_t times[SIDES];
    double factor[SIDES];
};

static bool is_by_runs(const struct difference *d)
{
    for (unsigned side = 0; side < SIDES; side++)
        if (d->weight[side] != 1 / (double)d->n_runs[side])
            return false;
    return true;
}

static struct widths widths_of(const struct difference *d, const struct profile *p,
                               enum difference_layout layout)
{
    const double finest = 4503599627370496.0; /* 2^52 */
    const double most = 1.8e19;
    struct widths w = {.exact = true};
    bool has[SIDES] = {layout != LAYOUT_AFTER, layout != LAYOUT_BEFORE};
    uint64_t common = greatest_divisor(d->n_runs[SIDE_BEFORE], d->n_runs[SIDE_AFTER]);
    double exact = 0;
    double whole = 0;

    for (unsigned side = 0; side < SIDES; side++) {
        uint64_t others = d->n_runs[side == SIDE_BEFORE ? SIDE_AFTER : SIDE_BEFORE];
        w.times[side] = has[side] ? layout == LAYOUT_UNION ? others / common : 1 : 0;
        exact += (double)w.times[side] * whole_of(d, p, side);
        whole += has[side] ? d->weight[side] * whole_of(d, p, side) : 0;
    }
    w.exact = exact < most && (layout != LAYOUT_UNION || is_by_runs(d));
    for (unsigned side = 0; side < SIDES; side++)
        w.factor[side] = has[side] && whole > 0 ? d->weight[side] * (finest / whole) : 0;
    return w;
}

static uint64_t width_of(const struct difference *d, const struct profile *p, uint32_t sample,
                         const struct widths *w)
{
    uint64_t exact = 0;
    double width = 0;

    for (unsigned side = 0; side < SIDES; side++)
        for (size_t run = 0; run < d->n_runs[side]; run++) {
            uint64_t value = p->columns[difference_column(d, side, run)].values[sample];
            if (w->exact)
                exact += value * w->times[side];
            else
                width += (double)value * w->factor[side];
        }
    return w->exact ? exact : (uint64_t)(width + 0.5);
}

/* Widths are computed by sample, so that a frame's width is that of its callees and itself. */
void difference_lay_out(const struct difference *d, struct profile *p,
                        enum difference_layout layout)
{
    struct column *c = &p->columns[0];
    struct widths w = widths_of(d, p, layout);

    c->total = 0;
    for (uint32_t i = 0; i < p->n_samples; i++) {
        c->values[i] = width_of(d, p, i, &w);
        c->total += c->values[i];
    }
    if (!w.exact)
        c->scale = 0;
}

/* ---- how much most functions changed */

double difference_ratio(const struct difference *d, const struct profile *p)
{
    struct graph_measure measures[SIDES] = {0};
    double runs = (double)d->n_runs[SIDE_BEFORE] / (double)d->n_runs[SIDE_AFTER];

    for (unsigned side = 0; side < SIDES; side++) {
        struct graph_measure *m = &measures[side];
        m->self = mem_alloc(p->frames.n, sizeof *m->self);
        for (uint32_t i = 0; i < p->n_samples; i++) {
            uint64_t sum;
            if (!add_runs(d, p, (enum side)side, i, &sum))
                continue;
            m->self[p->stacks.rows[p->samples[i].stack].frame] += sum;
            m->sum += sum;
        }
    }
    double ratio =
        graph_pair_ratio(&measures[SIDE_AFTER], &measures[SIDE_BEFORE], p->frames.n) * runs;
    for (unsigned side = 0; side < SIDES; side++)
        mem_free(measures[side].self, p->frames.n, sizeof *measures[side].self);
    return ratio;
}

/* ---- sums by stack */

static bool add_up(struct difference *d, enum side side)
{
    const struct profile *p = d->profile;
    uint64_t *self = mem_alloc(p->stacks.n, sizeof *self);
    uint64_t *total = mem_alloc(p->stacks.n, sizeof *total);
    uint64_t whole = 0;

    d->self[side] = self;
    d->total[side] = total;
    for (size_t run = 0; run < d->n_runs[side]; run++) {
        uint64_t more = p->columns[difference_column(d, side, run)].total;
        if (more > UINT64_MAX - whole)
            return false;
        whole += more;
    }
    for (uint32_t i = 0; i < p->n_samples; i++) {
        uint64_t sum;
        if (!add_runs(d, p, side, i, &sum))
            return false;
        self[p->samples[i].stack] += sum;
        total[p->samples[i].stack] += sum;
    }
    for (stack_id i = p->stacks.n - 1; i > 0; i--)
        total[p->stacks.rows[i].caller] += total[i];
    return true;
}

/* In reversed stacks the root is the sampled function: moves self values there. */
static void turn_self(struct difference *d, enum side side)
{
    const struct stack *rows = d->profile->stacks.rows;

    for (stack_id i = 0; i < d->profile->stacks.n; i++)
        d->self[side][i] = i && rows[i].caller == 0 ? d->total[side][i] : 0;
}

/* Of one stack: what vanished and what is new, apart from what changed in callees that both sides
 * have. */
struct exchange {
    double gone, fresh;
};

static void add_exchange(struct exchange *e, double before, double after)
{
    if (before > after)
        e->gone += before - after;
    else
        e->fresh += after - before;
}

static bool one_side_has(const struct difference *d, stack_id stack)
{
    struct change_sums sums = difference_total(d, stack);

    return !sums.before != !sums.after;
}

static double weighted(const struct difference *d, struct change_sums sums, enum side side)
{
    return (double)(side == SIDE_AFTER ? sums.after : sums.before) * d->weight[side];
}

static bool is_balanced(const struct difference *d, stack_id stack, struct exchange e)
{
    const double near = 0.25;
    struct change_sums total = difference_total(d, stack);
    double most = fmax(e.gone, e.fresh);
    double change = fabs(weighted(d, total, SIDE_AFTER) - weighted(d, total, SIDE_BEFORE));

    return e.gone > 0 && e.fresh > 0 && fabs(e.gone - e.fresh) <= near * most &&
           change <= near * most;
}

/* A caller has a smaller id than its callees. Reversed stacks are skipped: there, what stands above
 * is not a caller. */
void difference_find_moved(struct difference *d)
{
    const struct stack *rows = d->profile->stacks.rows;
    uint32_t n = d->profile->stacks.n;
    struct exchange *exchanges;

    if (d->reversed)
        return;
    exchanges = mem_alloc(n, sizeof *exchanges);
    for (stack_id i = 0; i < n; i++) {
        struct change_sums self = difference_self(d, i);
        struct change_sums total = difference_total(d, i);
        add_exchange(&exchanges[i], weighted(d, self, SIDE_BEFORE), weighted(d, self, SIDE_AFTER));
        if (i && one_side_has(d, i))
            add_exchange(&exchanges[rows[i].caller], weighted(d, total, SIDE_BEFORE),
                         weighted(d, total, SIDE_AFTER));
    }
    d->moved = mem_alloc(n, sizeof *d->moved);
    for (stack_id i = 1; i < n; i++)
        d->moved[i] =
            one_side_has(d, i) &&
            (d->moved[rows[i].caller] || is_balanced(d, rows[i].caller, exchanges[rows[i].caller]));
    mem_free(exchanges, n, sizeof *exchanges);
}

bool difference_build(struct difference *d, const struct profile *p)
{
    double digits = pow(10, p->columns[1].scale);

    d->profile = p;
    if (!add_up(d, SIDE_BEFORE) || !add_up(d, SIDE_AFTER))
        return false;
    double before = (double)d->total[SIDE_BEFORE][0] * d->weight[SIDE_BEFORE];
    for (unsigned side = 0; side < SIDES; side++) {
        if (d->reversed)
            turn_self(d, (enum side)side);
        d->scale[side] = d->weight[side] / digits;
        if (d->shares)
            d->scale[side] = d->weight[side] * (before > 0 ? 100 / before : 1);
    }
    return true;
}

static void free_evidence(struct evidence *e)
{
    if (!e)
        return;
    evidence_free(e);
    mem_free(e, 1, sizeof *e);
}

void difference_free(struct difference *d)
{
    size_t n = d->profile ? d->profile->stacks.n : 0;

    for (unsigned side = 0; side < SIDES; side++) {
        mem_free(d->total[side], n, sizeof *d->total[side]);
        mem_free(d->self[side], n, sizeof *d->self[side]);
    }
    mem_free(d->moved, d->moved ? n : 0, sizeof *d->moved);
    free_evidence(d->total_evidence);
    free_evidence(d->self_evidence);
    mem_free(d->total_variation, d->n_variations, sizeof *d->total_variation);
    mem_free(d->self_variation, d->n_variations, sizeof *d->self_variation);
    *d = (struct difference){0};
}

double difference_change(const struct difference *d, struct change_sums sums)
{
    return (double)sums.after * d->scale[SIDE_AFTER] - (double)sums.before * d->scale[SIDE_BEFORE];
}

double difference_heat(const struct difference *d, struct change_sums sums)
{
    const double full = 0.02; /* of the whole */
    struct change_sums all = difference_total(d, 0);
    double before = (double)sums.before * d->weight[SIDE_BEFORE];
    double after = (double)sums.after * d->weight[SIDE_AFTER];
    double whole = fmax((double)all.before * d->weight[SIDE_BEFORE],
                        (double)all.after * d->weight[SIDE_AFTER]);
    double change = fabs(after - before);

    if (change <= 0 || whole <= 0)
        return 0;
    double heat = sqrt(change / fmax(before, after)) * fmin(1, sqrt(change / (full * whole)));
    return after < before ? -heat : heat;
}

/* ---- by function */

unsigned char *frame_sums_mark_first(const struct profile *p)
{
    unsigned char *marks = mem_alloc(p->stacks.n / 8 + 1, 1);
    uint32_t *on_path = mem_alloc(p->frames.n, sizeof *on_path);
    struct stack_walk walk;
    stack_id stack;
    bool entered;

    stack_walk_init(&walk, &p->stacks);
    while (stack_walk_next(&walk, &stack, &entered)) {
        frame_id frame = p->stacks.rows[stack].frame;
        if (!entered)
            on_path[frame]--;
        else if (on_path[frame]++ == 0)
            marks[stack / 8] |= (unsigned char)(1u << stack % 8);
    }
    stack_walk_free(&walk);
    mem_free(on_path, p->frames.n, sizeof *on_path);
    return marks;
}

static void add_column(struct frame_sums *sums, const struct profile *p, size_t column,
                       const unsigned char *first, bool reversed)
{
    uint64_t *totals = graph_stack_totals(p, column);
    const struct stack *rows = p->stacks.rows;

    for (uint32_t i = 0; !reversed && i < p->n_samples; i++)
        sums->self[rows[p->samples[i].stack].frame * sums->n_columns + column] +=
            p->columns[column].values[i];
    for (stack_id i = 1; i < p->stacks.n; i++) {
        size_t at = rows[i].frame * sums->n_columns + column;
        if (first[i / 8] >> i % 8 & 1)
            sums->total[at] += totals[i];
        if (reversed && rows[i].caller == 0)
            sums->self[at] += totals[i];
    }
    sums->total[column] = totals[0];
    mem_free(totals, p->stacks.n, sizeof *totals);
}

void frame_sums_build(struct frame_sums *sums, const struct profile *p, bool reversed)
{
    unsigned char *first = frame_sums_mark_first(p);

    *sums = (struct frame_sums){.n_frames = p->frames.n, .n_columns = p->n_columns};
    sums->total = mem_alloc(sums->n_frames * sums->n_columns, sizeof *sums->total);
    sums->self = mem_alloc(sums->n_frames * sums->n_columns, sizeof *sums->self);
    for (size_t column = 1; column < p->n_columns; column++)
        add_column(sums, p, column, first, reversed);
    mem_free(first, p->stacks.n / 8 + 1, 1);
}

void frame_sums_free(struct frame_sums *sums)
{
    size_t n = sums->n_frames * sums->n_columns;

    mem_free(sums->total, n, sizeof *sums->total);
    mem_free(sums->self, n, sizeof *sums->self);
    *sums = (struct frame_sums){0};
}

struct change_sums difference_of_runs(const struct difference *d, const uint64_t *values)
{
    struct change_sums sums = {0};

    for (size_t run = 0; run < d->n_runs[SIDE_BEFORE]; run++)
        sums.before += values[difference_column(d, SIDE_BEFORE, run)];
    for (size_t run = 0; run < d->n_runs[SIDE_AFTER]; run++)
        sums.after += values[difference_column(d, SIDE_AFTER, run)];
    return sums;
}
