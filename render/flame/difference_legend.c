/* The signs of a comparison, and what they mean. */
#include <math.h>

#include "render/common/amount.h"
#include "render/flame/difference_box.h"
#include "render/flame/difference_text.h"

#define UP "\xE2\x96\xB2"
#define DOWN "\xE2\x96\xBC"
#define MOVED "\xE2\x86\x94"
#define PLUS "+"
#define INLINED "\xE2\x97\xA4"
#define MINUS "\xE2\x88\x92"

const char *difference_text_mark(const struct picture *picture, const struct box *box)
{
    const double least = 0.1; /* below it colours are hardly seen */
    double heat = difference_box_heat(picture, box);

    if (difference_moved(picture->difference, box->stack))
        return MOVED;
    if (fabs(heat) < least)
        return "";
    switch (difference_fate_of(difference_total(picture->difference, box->stack))) {
    case FATE_NEW:
        return PLUS;
    case FATE_GONE:
        return MINUS;
    case FATE_STAYS:
        break;
    }
    return heat > 0 ? UP : DOWN;
}

static void write_runs(struct sink *s, const struct difference *d)
{
    size_t before = d->n_runs[SIDE_BEFORE];
    size_t after = d->n_runs[SIDE_AFTER];

    if (before == 1 && after == 1)
        return;
    sink_text(s, "; means of ");
    sink_u64(s, before);
    if (before != after) {
        sink_text(s, before == 1 ? " run before and " : " runs before and ");
        sink_u64(s, after);
    }
    sink_text(s, before == after ? " runs each" : after == 1 ? " run after" : " runs after");
}

/* The divisors of each run's costs. */
static void write_work(struct sink *s, const struct difference *d)
{
    double before = 1 / (d->weight[SIDE_BEFORE] * (double)d->n_runs[SIDE_BEFORE]);
    double after = 1 / (d->weight[SIDE_AFTER] * (double)d->n_runs[SIDE_AFTER]);

    sink_text(s, "; divided by ");
    amount_write_digits(s, before, 6);
    if (before != after) {
        sink_text(s, " before and ");
        amount_write_digits(s, after, 6);
        sink_text(s, " after");
    }
}

static bool has_moved(const struct difference *d)
{
    for (stack_id i = 1; d->moved && i < d->profile->stacks.n; i++)
        if (d->moved[i])
            return true;
    return false;
}

static bool names_any(const struct difference *d)
{
    for (frame_id i = 1; i < d->profile->frames.n; i++)
        if (difference_is_named(d, i))
            return true;
    return false;
}

void difference_text_legend(struct sink *s, const struct picture *picture)
{
    const struct difference *d = picture->difference;
    const struct theme *theme = picture->painter->theme;

    sink_text(s, UP " ");
    sink_text(s, colour_word(d->negate ? theme->less : theme->more));
    sink_text(s, d->by_self ? ": more by itself, " DOWN " " : ": more, " DOWN " ");
    sink_text(s, colour_word(d->negate ? theme->more : theme->less));
    sink_text(s, ": less");
    sink_text(s, names_any(d) ? ", outlined: proven" : "");
    sink_text(s, ", dashed: " PLUS " new or " MINUS " gone");
    if (has_moved(d))
        sink_text(s, ", " MOVED " moved");
    if (picture->marks_inlined)
        sink_text(s, ", " INLINED " inlined");
    if (d->total_evidence)
        sink_text(s, difference_is_exact(d) ? ", pale: small"
                                            : ", pale: small, within the noise or not judged");
    write_runs(s, d);
    if (d->by_work)
        write_work(s, d);
    if (d->shares) {
        sink_text(s, "; 100 % after is ");
        amount_write_digits(s,
                            d->weight[SIDE_BEFORE] / d->weight[SIDE_AFTER] *
                                (double)d->n_runs[SIDE_BEFORE] / (double)d->n_runs[SIDE_AFTER],
                            4);
        sink_text(s, " of that before, as in the median function");
    }
}
