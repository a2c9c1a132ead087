/* Queries about a flame graph that all formats share. */
#include "render/flame/picture.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "render/common/amount.h"

enum { SHOWN_SCALE = 6, HATCHED_PX = 2 };

/* The least total whose box is as wide as the style requires. A double has 53 bits, which keeps the
 * error below a thousandth of a pixel at any width. */
static uint64_t least_of(const struct picture *picture, double part)
{
    double least = ceil(part * (double)picture->span);

    return least >= 1.8e19 ? UINT64_MAX : (uint64_t)least;
}

/* The part of the whole that a frame needs to get a box of its own. */
static double least_part(const struct style *style)
{
    return style->minwidth / (style->minwidth_percent ? 100 : style_inner_px(style));
}

uint64_t picture_least(const struct picture *picture)
{
    uint64_t least = least_of(picture, least_part(picture->style));

    if (least > picture->tree->total[0])
        least = picture->tree->total[0]; /* the root is always drawn */
    return least ? least : 1;
}

void picture_layout(struct picture *picture, struct layout *layout)
{
    uint64_t least_run = least_of(picture, least_part(picture->style) / 5);

    if (picture->style->lanes)
        layout_build_lanes(layout, picture->tree, picture->whole, picture_least(picture),
                           least_run);
    else
        layout_build(layout, picture->tree, picture->whole, picture_least(picture), least_run);
    picture->n_too_narrow = layout->n_too_narrow;
    picture->too_narrow = layout->too_narrow;
    for (size_t i = 0; i < layout->n; i++)
        picture->n_drawn += layout->boxes[i].joined == 0;
}

uint32_t picture_repeats(const struct picture *picture, const struct box *box)
{
    return picture->repeats && !box->joined ? picture->repeats[box->stack] : 1;
}

static uint64_t tenths(const struct picture *picture, uint64_t value)
{
    double scale = 10 * style_inner_px(picture->style) / (double)picture->span;

    return picture->span ? (uint64_t)((double)value * scale + 0.5) : 0;
}

struct picture_place picture_place_of(const struct picture *picture, const struct box *box)
{
    uint64_t from = tenths(picture, box->start);
    uint64_t end = box->depth && !box->lane ? box->start + box->total : picture->span;

    return (struct picture_place){from, tenths(picture, end) - from};
}

bool picture_is_hatched(const struct picture *picture, const struct box *box)
{
    return !box->joined && picture_place_of(picture, box).width >= UINT64_C(10) * HATCHED_PX &&
           picture_waits(picture, picture->profile->stacks.rows[box->stack].frame);
}

/* A product of two words, computed by halves. */
static void multiply(uint64_t a, uint64_t b, uint64_t *high, uint64_t *low)
{
    uint64_t a0 = a & UINT32_MAX;
    uint64_t a1 = a >> 32;
    uint64_t b0 = b & UINT32_MAX;
    uint64_t b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t middle2 = a0 * b1 + (middle & UINT32_MAX);

    *low = a * b;
    *high = a1 * b1 + (middle >> 32) + (middle2 >> 32);
}

/* Divides two words by a divisor below 2^32; returns the remainder. */
static uint64_t divide(uint64_t *high, uint64_t *low, uint64_t divisor)
{
    uint64_t rest = *high % divisor;

    *high /= divisor;
    uint64_t upper = rest << 32 | *low >> 32;
    rest = upper % divisor;
    uint64_t lower = rest << 32 | (*low & UINT32_MAX);
    *low = (upper / divisor) << 32 | (lower / divisor & UINT32_MAX);
    return lower % divisor;
}

/* Multiplies by the factor and rounds to SHOWN_SCALE digits after the point, to fewer if more do
 * not fit; false when even the whole number does not fit. */
static bool shown_value(const struct picture *picture, uint64_t value, struct decimal *shown)
{
    struct decimal factor = picture->style->factor;
    uint64_t high;
    uint64_t low;
    uint64_t digit = 0;

    shown->scale = picture->tree->column->scale + factor.scale;
    multiply(value, factor.value, &high, &low);
    while ((high || shown->scale > SHOWN_SCALE) && shown->scale) {
        digit = divide(&high, &low, 10);
        shown->scale--;
    }
    if (digit >= 5 && !++low)
        high++;
    shown->value = low;
    return high == 0;
}

struct decimal picture_shown(const struct picture *picture, uint64_t value)
{
    struct decimal shown;
    bool fits = shown_value(picture, value, &shown);

    assert(fits);
    (void)fits;
    return shown;
}

bool picture_fits(const struct picture *picture)
{
    struct decimal shown;

    return shown_value(picture, picture->whole, &shown);
}

void picture_count(struct sink *s, const struct picture *picture, uint64_t value)
{
    struct decimal shown = picture_shown(picture, value);

    sink_grouped(s, shown.value, shown.scale);
}

struct str picture_unit(const struct picture *picture)
{
    const struct column *c = picture->tree->column;

    if (picture->style->countname.n)
        return picture->style->countname;
    return amount_unit_text(&picture->profile->names, c->unit);
}

struct str picture_unit_of(const struct picture *picture, uint64_t value)
{
    return amount_unit_behind(picture_shown(picture, value), picture_unit(picture));
}

struct str picture_raw_name(const struct picture *picture, const struct box *box)
{
    return box->depth ? tree_name(picture->tree, box->stack) : STR("");
}

static bool heavier(struct picture_self a, struct picture_self b)
{
    return a.self != b.self ? a.self > b.self : str_compare(a.name, b.name) < 0;
}

void picture_self_by_frame(const struct picture *picture, uint64_t *self)
{
    const struct profile *p = picture->profile;
    const struct stack *rows = p->stacks.rows;

    /* Reversed stacks begin with what was their last frame. */
    for (stack_id i = 1; picture->style->reverse && i < p->stacks.n; i++)
        if (rows[i].caller == 0)
            self[rows[i].frame] += picture->tree->total[i];
    for (uint32_t i = 0; !picture->style->reverse && i < p->n_samples; i++)
        self[rows[p->samples[i].stack].frame] += picture->tree->column->values[i];
}

size_t picture_heaviest(const struct picture *picture, const bool *among,
                        struct picture_self *found, size_t most)
{
    const struct profile *p = picture->profile;
    uint64_t *self = mem_alloc(p->frames.n, sizeof *self);
    size_t n = 0;

    picture_self_by_frame(picture, self);
    for (frame_id frame = 1; frame < p->frames.n; frame++) {
        struct picture_self next = {names_get(&p->names, p->frames.rows[frame].name), self[frame]};
        if ((among && !among[frame]) || next.self == 0 ||
            (n == most && !heavier(next, found[n - 1])))
            continue;
        size_t at = n < most ? n++ : n - 1;
        for (; at > 0 && heavier(next, found[at - 1]); at--)
            found[at] = found[at - 1];
        found[at] = next;
    }
    mem_free(self, p->frames.n, sizeof *self);
    return n;
}
