/* Steps of 1, 2 or 5 times a power of ten, the smallest with room for the longest label. */
#include "render/flame/time_axis.h"

#include "render/flame/page.h"

static const struct {
    uint64_t ns;
    const char *unit;
} units[] = {{1, " ns"}, {1000, " \xC2\xB5s"}, {1000000, " ms"}, {1000000000, " s"}};

enum { UNITS = sizeof units / sizeof units[0], PADDING_CELLS = 3 };

/* The largest unit of which the whole has at least two. */
static void choose_unit(struct time_axis *axis, uint64_t whole)
{
    for (size_t i = 0; i < UNITS; i++)
        if (i == 0 || whole / 2 >= units[i].ns) {
            axis->size = units[i].ns;
            axis->unit = units[i].unit;
        }
}

static unsigned digits_of(uint64_t step, uint64_t size)
{
    unsigned digits = 0;

    for (; size > 1 && step % size; size /= 10)
        digits++;
    return digits;
}

static size_t cells_of(const struct time_axis *axis, uint64_t tick)
{
    struct sink s;

    sink_open_buf(&s);
    time_axis_label(axis, tick, &s);
    size_t n = s.buf.n;
    sink_discard(&s);
    return n;
}

struct time_axis time_axis_of(const struct picture *picture)
{
    static const unsigned char factors[] = {1, 2, 5};
    const struct style *style = picture->style;
    const uint64_t whole = picture->span ? picture->span : 1;
    const double scale = style_inner_px(style) / (double)whole;
    const double cell = style->fontsize * style->fontwidth;
    struct time_axis axis = {.n = 0};
    uint64_t power = 1;

    choose_unit(&axis, whole);
    for (size_t i = 0;; i++) {
        if (i && i % 3 == 0)
            power *= 10;
        axis.step = power * factors[i % 3];
        axis.digits = digits_of(axis.step, axis.size);
        axis.px = (double)axis.step * scale;
        uint64_t last = whole / axis.step * axis.step;
        if (last <= axis.step || axis.px >= (double)(cells_of(&axis, last) + PADDING_CELLS) * cell)
            break;
    }
    /* A label at the right edge must fit too. */
    for (uint64_t i = 0; i <= whole / axis.step; i++)
        if ((double)i * axis.px + (double)cells_of(&axis, i * axis.step) * cell +
                FLAME_AXIS_PAD_PX <=
            style_inner_px(style))
            axis.n = i + 1;
    return axis;
}

void time_axis_label(const struct time_axis *axis, uint64_t tick, struct sink *to)
{
    uint64_t scaled = tick;
    uint64_t divisor = axis->size;

    if (!tick) {
        sink_byte(to, '0');
        return;
    }
    for (unsigned i = 0; i < axis->digits; i++)
        divisor /= 10;
    scaled /= divisor ? divisor : 1;
    sink_decimal(to, scaled, axis->digits);
    sink_text(to, axis->unit);
}
