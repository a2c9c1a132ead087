/* The change of a box, and its colour. */
#include "render/flame/difference_box.h"

#include <math.h>

struct change_sums difference_box_sums(const struct picture *picture, const struct box *box)
{
    const struct difference *d = picture->difference;
    struct change_sums sums = difference_total(d, box->stack);
    uint32_t n;

    if (!box->joined)
        return sums;
    stack_id caller = d->profile->stacks.rows[box->stack].caller;
    const stack_id *callees = tree_callees(picture->tree, caller, &n);
    uint32_t at = 0;
    while (at < n && callees[at] != box->stack)
        at++;
    sums = (struct change_sums){0};
    for (uint32_t end = at + box->joined; at < end && at < n; at++) {
        sums.before += d->total[SIDE_BEFORE][callees[at]];
        sums.after += d->total[SIDE_AFTER][callees[at]];
    }
    return sums;
}

enum difference_fate difference_fate_of(struct change_sums total)
{
    return !total.before == !total.after ? FATE_STAYS : total.after ? FATE_NEW : FATE_GONE;
}

static frame_id frame_of(const struct picture *picture, const struct box *box)
{
    return picture->difference->profile->stacks.rows[box->stack].frame;
}

bool difference_box_is_named(const struct picture *picture, const struct box *box)
{
    return picture->difference && !box->joined &&
           difference_is_named(picture->difference, frame_of(picture, box));
}

bool difference_box_is_dashed(const struct picture *picture, const struct box *box)
{
    const uint64_t least_tenths = 60;

    return picture->difference && picture_place_of(picture, box).width >= least_tenths &&
           !difference_box_is_named(picture, box) &&
           difference_fate_of(difference_box_sums(picture, box)) != FATE_STAYS;
}

static double sureness_of(const struct picture *picture, const struct box *box)
{
    return difference_sureness(picture->difference, frame_of(picture, box));
}

double difference_box_heat(const struct picture *picture, const struct box *box)
{
    const double least = 0.4;
    const struct difference *d = picture->difference;

    if (difference_moved(d, box->stack))
        return 0;
    double heat = difference_heat(d, d->by_self ? difference_self(d, box->stack)
                                                : difference_total(d, box->stack));
    if (difference_box_is_named(picture, box))
        return copysign(fmax(fabs(heat), fmin(least, 4 * fabs(heat))), heat);
    return heat * sureness_of(picture, box);
}

/* The square root lifts moderate changes well above what is unchanged. */
struct colour difference_dark_fill(struct colour end, unsigned part)
{
    const struct colour unchanged = {0x32, 0x33, 0x35};
    const uint64_t luminance = COLOUR_WHITE / 100 * 34; /* 6.5:1 against #17191c */

    return colour_mixed(unchanged, colour_lightened(end, luminance),
                        (unsigned)(16 * sqrt((double)part) + 0.5));
}

/* What is not sure is not lifted. */
struct difference_fill difference_box_fill(const struct picture *picture, const struct box *box)
{
    const struct theme *theme = picture->painter->theme;
    double heat = difference_box_heat(picture, box);
    bool more = (heat > 0) != picture->difference->negate;
    struct colour end = more ? theme->more : theme->less;
    unsigned part = (unsigned)(fabs(heat) * 256 + 0.5);
    struct difference_fill fill = {.light = colour_mixed(theme->unchanged, end, part),
                                   .changed = part > 0};

    if (fill.changed)
        fill.dark = difference_dark_fill(end, (unsigned)(part * sureness_of(picture, box) + 0.5));
    return fill;
}
