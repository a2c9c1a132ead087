/* The largest long-run variance over halved blocks; variation.h has the formulas. */
#include "model/compare/variation.h"

#include <math.h>

#include "model/compare/student.h"

enum { BEFORE, AFTER, REST, GROUPS, DF_COUNTED = 4, STRETCHES = 2 + VARIATION_RESTS_MOST };

static const uint64_t block_least_ns = 10000000;
static const double error_rate = 0.05;
static const double normal_95 = 1.959963984540054;

static uint64_t length_of(const struct variation_part *part)
{
    return part->to_ns - part->from_ns;
}

/* How many blocks of this length both parts and the rest have, less one for each that has any. */
static size_t df_of(const struct variation_plan *plan, uint64_t block_ns)
{
    uint64_t rest = 0;
    uint64_t df = 0;

    for (size_t i = 0; i < 2; i++)
        df += length_of(&plan->side[i]) / block_ns - 1;
    for (size_t i = 0; i < plan->n_rests; i++)
        rest += length_of(&plan->rest[i]) / block_ns;
    return (size_t)(df + (rest ? rest - 1 : 0));
}

void variation_prepare(struct variation_plan *plan)
{
    const uint64_t a = length_of(&plan->side[BEFORE]);
    const uint64_t b = length_of(&plan->side[AFTER]);
    uint64_t least = plan->period_ns > block_least_ns ? plan->period_ns : block_least_ns;

    plan->n_levels = 0;
    for (uint64_t block = a < b ? a : b; block >= least; block /= 2) {
        const size_t df = df_of(plan, block);
        if (df < DF_COUNTED)
            continue;
        plan->levels[plan->n_levels].block_ns = block;
        plan->levels[plan->n_levels].df = df;
        plan->levels[plan->n_levels++].t = student_t(error_rate, (double)df);
    }
}

/* ---- the events of a row --------------------------------------------------------------------- */

struct row {
    const struct variation_event *events;
    const uint32_t *at; /* indexes of its events */
};

/* The events of a part, and what lasts from before it. */
struct stretch {
    const struct variation_part *part;
    size_t group;
    size_t first, end; /* in the row */
    double rate;
    size_t n_lasting; /* waits */
    size_t n_samples, n_waits;
    double sampled, squares; /* the sum of samples, and that of their squares */
};

static size_t stretches_of(const struct variation_plan *plan, struct stretch *s)
{
    size_t n = 0;

    for (size_t i = 0; i < 2; i++)
        s[n++] = (struct stretch){.part = &plan->side[i], .group = i};
    for (size_t i = 0; i < plan->n_rests; i++)
        s[n++] = (struct stretch){.part = &plan->rest[i], .group = REST};
    return n;
}

/* Counts an event in a stretch, whose events come in the order of time. */
static void look(struct stretch *s, const struct variation_event *e, size_t at)
{
    const bool is_wait = e->rate > 0 || e->rate < 0;

    if (e->at_ns < s->part->from_ns || (e->rate < 0 && e->at_ns == s->part->from_ns)) {
        s->rate += e->rate;
        s->n_lasting = e->rate > 0 ? s->n_lasting + 1 : s->n_lasting - is_wait;
        s->first = s->end = at + 1;
    } else if (e->at_ns < s->part->to_ns) {
        s->end = at + 1;
        s->n_waits += e->rate > 0;
        s->n_samples += !is_wait;
        s->sampled += e->value;
        s->squares += e->value * e->value;
    }
}

/* Sums of the blocks of a group, as they differ from what is usual, so that they stay small. */
struct blocks {
    double usual;
    double n, sum, squares;
};

static void add_blocks(struct blocks *b, double n, double value)
{
    const double off = value - b->usual;

    b->n += n;
    b->sum += n * off;
    b->squares += n * off * off;
}

/* Adds the blocks of a stretch, as many as fit. Between two events all blocks are alike. */
static void divide(struct blocks *b, const struct row *row, const struct stretch *s, uint64_t block)
{
    const uint64_t last = s->part->from_ns + length_of(s->part) / block * block;
    uint64_t now = s->part->from_ns;
    uint64_t end = now + block;
    double rate = s->n_lasting ? s->rate : 0;
    double value = 0;

    for (size_t i = s->first; now < last; i++) {
        const struct variation_event *e = i < s->end ? &row->events[row->at[i]] : NULL;
        const uint64_t until = e && e->at_ns < last ? e->at_ns : last;
        if (until >= end) {
            const uint64_t alike = (until - end) / block;
            add_blocks(b, 1, value + rate * (double)(end - now));
            add_blocks(b, (double)alike, rate * (double)block);
            end += (alike + 1) * block;
            now = end - block;
            value = 0;
        }
        value += rate * (double)(until - now);
        now = until;
        if (e) {
            value += e->value;
            rate += e->rate;
        }
    }
}

/* ---- the rule -------------------------------------------------------------------------------- */

/* The squares of blocks from the means of their groups. rates: of the groups. */
static double squares_of(const struct row *row, const struct stretch *s, size_t n, uint64_t block,
                         const double *rates)
{
    struct blocks groups[GROUPS] = {{0}};
    double squares = 0;

    for (size_t i = 0; i < GROUPS; i++)
        groups[i].usual = rates[i] * (double)block;
    for (size_t i = 0; i < n; i++)
        divide(&groups[s[i].group], row, &s[i], block);
    for (size_t i = 0; i < GROUPS; i++)
        if (groups[i].n > 1)
            squares += fmax(0, groups[i].squares - groups[i].sum * groups[i].sum / groups[i].n);
    return squares;
}

/* What the row has in a stretch. */
static double sum_of(const struct row *row, const struct stretch *s)
{
    struct blocks whole = {0};

    if (length_of(s->part))
        divide(&whole, row, s, length_of(s->part));
    return whole.sum;
}

static void find_rates(const double *sums, const struct stretch *s, size_t n, double *rates)
{
    double lengths[GROUPS] = {0};

    for (size_t i = 0; i < n; i++) {
        rates[s[i].group] += sums[i];
        lengths[s[i].group] += (double)length_of(s[i].part);
    }
    for (size_t i = 0; i < GROUPS; i++)
        rates[i] /= lengths[i] > 0 ? lengths[i] : 1;
}

/* How much larger the rate of both parts is than that of all, at least 1: what grows varies more.
 */
static double growth(const double *sums, const struct stretch *s, size_t n)
{
    double sum = 0;
    double length = 0;
    double rates = 0;

    for (size_t i = 0; i < n; i++) {
        sum += sums[i];
        length += (double)length_of(s[i].part);
        rates += s[i].group == REST ? 0 : sums[i] / (double)length_of(s[i].part);
    }
    return sum > 0 ? fmax(1, rates / 2 / (sum / length)) : 1;
}

/* Whether both sums differ by more than they are rounded. */
static bool differs(const struct variation *v)
{
    const double rounding = 1e-9;

    return fabs(v->after - v->before) > rounding * fmax(v->before, v->after);
}

static enum variation_verdict judge(const struct variation *v, const struct variation_plan *plan,
                                    const struct stretch *s)
{
    const double sampled = s[BEFORE].sampled + s[AFTER].sampled;
    double n = (double)(s[BEFORE].n_samples + s[AFTER].n_samples);
    bool told = false;

    for (size_t i = 0; i < plan->n_levels; i++)
        told = told || plan->levels[i].df >= VARIATION_DF_LEAST;
    if (v->n_waits && v->n_waits < VARIATION_WAITS_LEAST && v->waited >= sampled)
        return VARIATION_FEW_WAITS;
    if (sampled > 0)
        n *= 1 + v->waited / sampled;
    else if (v->n_waits)
        n = VARIATION_SAMPLES_LEAST;
    if (n < VARIATION_SAMPLES_LEAST)
        return VARIATION_FEW_SAMPLES;
    if (!told)
        return VARIATION_SHORT;
    return differs(v) && fabs(v->after - v->before) > v->half ? VARIATION_BEYOND : VARIATION_WITHIN;
}

/* What never varies has no error: any change of it is one. */
static double chance_of(const struct variation *v, double error)
{
    return differs(v) ? student_p((v->after - v->before) / error, (double)v->df) : 1;
}

void variation_judge(struct variation *v, const struct variation_plan *plan,
                     const struct variation_event *events, const uint32_t *at, size_t n)
{
    const struct row row = {events, at};
    struct stretch s[STRETCHES];
    double sums[STRETCHES] = {0};
    double rates[GROUPS] = {0};
    double most = 0;
    double variance = 0;
    double by_length = 0;
    double chance = 0;
    const size_t n_stretches = stretches_of(plan, s);

    *v = (struct variation){.half = (double)INFINITY, .p = 1};
    for (size_t i = 0; i < n_stretches; i++) {
        for (size_t k = 0; k < n; k++)
            look(&s[i], &events[at[k]], k);
        sums[i] = sum_of(&row, &s[i]);
    }
    for (size_t i = 0; i < 2; i++) {
        const double weight = plan->weight[i];
        *(i ? &v->after : &v->before) = sums[i] * weight;
        by_length += weight * weight * (double)length_of(s[i].part);
        chance += weight * weight * s[i].squares;
        v->n_waits += s[i].n_lasting + s[i].n_waits;
        v->waited += fmax(0, sums[i] - s[i].sampled);
    }
    find_rates(sums, s, n_stretches, rates);
    for (size_t i = 0; i < plan->n_levels; i++) {
        const double df = (double)plan->levels[i].df;
        const double t = plan->levels[i].t;
        const uint64_t block = plan->levels[i].block_ns;
        const double s2 = squares_of(&row, s, n_stretches, block, rates) / df / (double)block;
        if (s2 * t * t < most)
            continue;
        most = s2 * t * t;
        variance = s2;
        v->block_ns = block;
        v->df = plan->levels[i].df;
    }
    const double more = growth(sums, s, n_stretches) * by_length;
    if (v->df)
        v->half = sqrt(fmax(most * more, normal_95 * normal_95 * chance));
    v->verdict = judge(v, plan, s);
    const double error = sqrt(fmax(variance * more, chance));
    if (v->verdict == VARIATION_WITHIN || v->verdict == VARIATION_BEYOND)
        v->p = chance_of(v, error);
}
