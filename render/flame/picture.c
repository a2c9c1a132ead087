/* The registry of output formats, and what several writers share. */
#include "render/flame/picture.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/parse.h"
#include "render/flame/sides.h"

#define MICROSECONDS "\xC2\xB5s"

#define OUTPUT(room, name) extern const struct output_format output_##name;
#include "render/outputs.def"
#undef OUTPUT

static const struct output_format *const formats[] = {
#define OUTPUT(room, name) &output_##name,
#include "render/outputs.def"
#undef OUTPUT
};

enum { N_FORMATS = sizeof formats / sizeof formats[0], SHOWN_SCALE = 6 };

const struct output_format *const *output_formats(size_t *n)
{
    *n = N_FORMATS;
    return formats;
}

const struct output_format *output_find(struct str name, struct fault *f)
{
    struct nearest nearest = {0};

    for (size_t i = 0; i < N_FORMATS; i++)
        if (nearest_look(&nearest, name, formats[i]->name))
            return formats[i];
    nearest_fault(&nearest, "--format: no output format", name, "--list-formats", f);
    return NULL;
}

/* Endings of file names are the same in capitals. */
static bool ends_as(struct str path, struct str ending)
{
    for (size_t i = 0; i < ending.n; i++) {
        char c = path.p[path.n - ending.n + i];
        if ((is_letter(c) ? c | 0x20 : c) != ending.p[i])
            return false;
    }
    return true;
}

size_t output_ends_as(struct str path, const char *const *endings)
{
    size_t longest = 0;

    for (const char *const *ending = endings; *ending; ending++) {
        struct str text = str_of(*ending);
        if (path.n > text.n && path.p[path.n - text.n - 1] == '.' && text.n > longest &&
            ends_as(path, text))
            longest = text.n;
    }
    return longest;
}

const struct output_format *output_of_ending(struct str path)
{
    const struct output_format *found = NULL;
    size_t longest = 0;

    for (size_t i = 0; i < N_FORMATS; i++) {
        size_t n = output_ends_as(path, formats[i]->endings);
        if (n > longest) {
            longest = n;
            found = formats[i];
        }
    }
    return found;
}

bool output_check_ending(const char *path, struct fault *f)
{
    const char *ending = path ? strrchr(path, '.') : NULL;
    struct excerpt e;

    return !ending || strchr(ending, '/') ||
           fault_set(f, FAULT_USAGE,
                     "--output: no output format writes \"%s\" files, wanted --format NAME or a "
                     "known ending (--list-formats)",
                     excerpt_of(&e, str_of(ending)));
}

/* The least total whose box is as wide as the style asks for. A double has 53 bits, which bounds
 * the error to less than a thousandth of a pixel at any width. */
static uint64_t least_of(const struct picture *picture, double part)
{
    double least = ceil(part * (double)picture->whole);

    return least >= 1.8e19 ? UINT64_MAX : (uint64_t)least;
}

/* The part of the whole that a frame must have to be drawn on its own. */
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

    layout_build(layout, picture->tree, picture->whole, picture_least(picture), least_run);
    picture->n_too_narrow = layout->n_too_narrow;
    picture->too_narrow = layout->too_narrow;
    for (size_t i = 0; i < layout->n; i++)
        picture->n_drawn += layout->boxes[i].joined == 0;
}

static uint64_t tenths(const struct picture *picture, uint64_t value)
{
    double scale = 10 * style_inner_px(picture->style) / (double)picture->whole;

    return picture->whole ? (uint64_t)((double)value * scale + 0.5) : 0;
}

struct picture_place picture_place_of(const struct picture *picture, const struct box *box)
{
    uint64_t from = tenths(picture, box->start);
    uint64_t end = box->depth ? box->start + box->total : picture->whole;

    return (struct picture_place){from, tenths(picture, end) - from};
}

/* value * mantissa as two words, by halves. */
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

/* Multiplies by the factor and rounds to SHOWN_SCALE digits after the point, to fewer where more do
 * not fit; false when the number itself does not fit. */
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

void amount_percent(struct sink *s, uint64_t value, uint64_t whole)
{
    sink_fixed(s, whole ? 100.0 * ((double)value / (double)whole) : 0, 2);
}

static struct str unit_text(const struct names *names, name_id unit)
{
    return unit ? names_get(names, unit) : STR("samples");
}

struct str picture_unit(const struct picture *picture)
{
    const struct column *c = picture->tree->column;

    if (picture->style->countname.n)
        return picture->style->countname;
    return unit_text(&picture->profile->names, c->unit);
}

/* "page-faults" is "page-fault", "cache-misses" is "cache-miss"; "ns" and "class" stay. */
static struct str singular(struct str unit)
{
    enum { LETTERS = 4 };
    size_t n = unit.n;

    if (n < LETTERS || !str_ends(unit, STR("s")) || str_ends(unit, STR("ss")))
        return unit;
    return str_from_to(unit, 0, str_ends(unit, STR("sses")) ? n - 2 : n - 1);
}

struct str amount_unit_behind(struct decimal shown, struct str unit)
{
    for (; shown.scale && shown.value % 10 == 0; shown.scale--)
        shown.value /= 10;
    return shown.value == 1 && shown.scale == 0 ? singular(unit) : unit;
}

struct str picture_unit_of(const struct picture *picture, uint64_t value)
{
    return amount_unit_behind(picture_shown(picture, value), picture_unit(picture));
}

void amount_write(struct sink *s, const struct names *names, name_id unit, struct decimal value)
{
    sink_grouped(s, value.value, value.scale);
    sink_byte(s, ' ');
    sink_str(s, amount_unit_behind(value, unit_text(names, unit)));
}

/* ---- amounts that are scaled ----------------------------------------------------------------- */

/* Of units of one kind the largest first. */
static const struct scale {
    const char *name, *other; /* as it is written, and as inputs may call it */
    double size;
    bool bytes; /* of that kind, else of time */
} scales[] = {
    {"s", "seconds", 1e9, false},     {"ms", "milliseconds", 1e6, false},
    {MICROSECONDS, "us", 1e3, false}, {MICROSECONDS, "microseconds", 1e3, false},
    {"ns", "nanoseconds", 1, false},  {"TB", "TB", 1e12, true},
    {"GB", "GB", 1e9, true},          {"MB", "MB", 1e6, true},
    {"kB", "kB", 1e3, true},          {"bytes", "B", 1, true},
};

enum { N_SCALES = sizeof scales / sizeof scales[0] };

/* Returns its place among all, N_SCALES for none. */
static size_t scale_of(struct str unit)
{
    size_t i = 0;

    while (i < N_SCALES && !str_equal(unit, str_of(scales[i].name)) &&
           !str_equal(unit, str_of(scales[i].other)))
        i++;
    return i;
}

bool amount_is_scaled(struct str unit)
{
    return scale_of(unit) < N_SCALES;
}

static uint64_t whole_of(double value)
{
    const double most = 18446744073709549568.0; /* the largest below 2^64 */

    return (uint64_t)fmin(value, most);
}

void amount_write_scaled(struct sink *s, double value, struct str unit)
{
    const double most = 1e15; /* with two digits more still a number of 64 bits, and exact */
    size_t own = scale_of(unit);
    size_t at = 0;

    assert(own < N_SCALES);
    double size = value * scales[own].size;
    while (at < N_SCALES && (scales[at].bytes != scales[own].bytes || size < scales[at].size))
        at++;
    if (at == N_SCALES)
        at = own;
    double units = size / scales[at].size;
    struct decimal shown = units < most ? (struct decimal){(uint64_t)(units * 100 + 0.5), 2}
                                        : (struct decimal){whole_of(units), 0};
    sink_grouped(s, shown.value, shown.scale);
    sink_byte(s, ' ');
    sink_str(s, at + 1 == N_SCALES ? amount_unit_behind(shown, STR("bytes"))
                                   : str_of(scales[at].name));
}

struct str picture_raw_name(const struct picture *picture, const struct box *box)
{
    return box->depth ? tree_name(picture->tree, box->stack) : STR("");
}

struct frame_paint frame_paint_of_name(const struct picture *picture, struct str raw_name,
                                       enum frame_kind kind)
{
    struct frame_paint paint = {.ink = {0, 0, 0}};
    bool by_user = false;

    paint.fill = paint_fill(picture->painter, raw_name, kind, &by_user);
    if (by_user)
        paint.ink = colour_text_on(paint.fill);
    return paint;
}

struct frame_paint frame_paint_of(const struct picture *picture, const struct box *box)
{
    struct frame_paint paint = {.ink = {0, 0, 0}};
    struct str name = picture_raw_name(picture, box);

    if (picture->difference) {
        paint.fill = sides_fill(picture, box);
        return paint;
    }
    if (picture->style->colour_diffusion) {
        double whole = (double)picture->whole;
        paint.fill = paint_by_share(whole > 0 ? (double)box->total / whole : 0);
        return paint;
    }
    enum frame_kind kind = box->depth ? tree_kind(picture->tree, box->stack) : KIND_UNKNOWN;
    paint = frame_paint_of_name(picture, name, kind);
    if (picture->palette_map)
        palette_map_add(picture->palette_map, name, paint.fill);
    return paint;
}

static bool heavier(struct picture_self a, struct picture_self b)
{
    return a.self != b.self ? a.self > b.self : str_compare(a.name, b.name) < 0;
}

static void self_by_frame(const struct picture *picture, uint64_t *self)
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

    self_by_frame(picture, self);
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
