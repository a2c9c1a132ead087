/* 0, 100 kB, 200 kB; 0, 2 M, 4 M: an axis in steps of 1, 2 or 5 times a power of ten, in the
 * largest unit that fits. 09:10:15, 09:10:30: one in steps of clocks. */
#include "render/timeline/axis.h"

#include <math.h>

struct scale {
    double size;
    const char *unit;
};

static const struct scale scales[][7] = {
    [TIMELINE_NUMBERS] =
        {{1, ""}, {1e3, " k"}, {1e6, " M"}, {1e9, " G"}, {1e12, " T"}, {1e15, " P"}},
    [TIMELINE_COUNTS] =
        {{1, ""}, {1e3, " k"}, {1e6, " M"}, {1e9, " G"}, {1e12, " T"}, {1e15, " P"}},
    [TIMELINE_BYTES] = {{1, " B"}, {1e3, " kB"}, {1e6, " MB"}, {1e9, " GB"}, {1e12, " TB"}},
    [TIMELINE_MILLISECONDS] = {{1, " ms"}, {1e3, " s"}},
    [TIMELINE_SECONDS] = {{1e-3, " ms"}, {1, " s"}},
};

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static const unsigned clock_steps[] = {
    1,      2,          5,          10,          15,          30,
    MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
    HOUR,   2 * HOUR,   3 * HOUR,   6 * HOUR,    12 * HOUR,   DAY,
};

static struct timeline_axis clock_axis(double span, unsigned steps)
{
    enum { STEPS = sizeof clock_steps / sizeof clock_steps[0] };
    struct timeline_axis axis = {.kind = TIMELINE_CLOCK, .size = 1, .unit = ""};
    size_t at = 0;

    while (at + 1 < STEPS && span / clock_steps[at] > steps)
        at++;
    axis.step = clock_steps[at];
    while (span / axis.step > steps)
        axis.step *= 2;
    axis.n = (uint64_t)ceil(span / axis.step);
    return axis;
}

struct timeline_axis timeline_axis_of(double span, enum timeline_unit unit, unsigned steps)
{
    if (unit == TIMELINE_CLOCK)
        return clock_axis(span, steps);

    const struct scale *scale = scales[unit];
    bool is_whole = unit == TIMELINE_COUNTS || unit == TIMELINE_BYTES;
    struct timeline_axis axis = {.kind = unit};

    while (scale[1].unit && span >= 2 * scale[1].size)
        scale++;
    axis.size = scale->size;
    axis.unit = scale->unit;
    double raw = span / scale->size / steps;
    if (is_whole)
        raw = fmax(raw, 1 / scale->size);
    double power = 1;
    while (power * 10 <= raw)
        power *= 10;
    for (; power > raw && raw > 0 && axis.digits < 6; axis.digits++)
        power /= 10;
    double factor = raw <= power ? 1 : raw <= 2 * power ? 2 : raw <= 5 * power ? 5 : 10;
    if (axis.digits && factor >= 10)
        axis.digits--;
    axis.step = power * factor * scale->size;
    axis.n = (uint64_t)fmin(ceil(span / axis.step - 1e-9), 2.0 * steps);
    return axis;
}

double timeline_axis_top(double most)
{
    struct timeline_axis axis = timeline_axis_of(most, TIMELINE_BYTES, TIMELINE_UPWARD);

    return axis.step * (double)(axis.n ? axis.n : 1);
}

/* "09:10:15", "09:10", "day 2". */
static void clock_text(const struct timeline_axis *axis, double value, struct sink *to)
{
    const double most = 1e12; /* days follow each other, so times have no end */
    uint64_t seconds = (uint64_t)fmin(fmax(value, 0), most);
    const uint64_t parts[] = {seconds / HOUR % 24, seconds / MINUTE % 60, seconds % 60};
    size_t n = axis->step < MINUTE ? 3 : 2;

    if (axis->step >= DAY) {
        sink_text(to, "day ");
        sink_u64(to, seconds / DAY + 1);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        sink_text(to, i ? ":" : "");
        sink_text(to, parts[i] < 10 ? "0" : "");
        sink_u64(to, parts[i]);
    }
}

void timeline_axis_text(const struct timeline_axis *axis, double value, struct sink *to)
{
    const double most = 1e12; /* that a sink writes */

    if (axis->kind == TIMELINE_CLOCK) {
        clock_text(axis, value, to);
        return;
    }
    if (value <= 0) {
        sink_byte(to, '0');
        return;
    }
    sink_fixed(to, fmin(value / axis->size, most), axis->digits);
    sink_text(to, axis->unit);
}

enum timeline_unit timeline_unit_of(const struct timeline *t)
{
    if (t->place == TIMELINE_BY_CLOCK)
        return TIMELINE_CLOCK;
    if (t->place == TIMELINE_BY_INDEX || str_equal(t->unit, STR("i")))
        return TIMELINE_COUNTS;
    if (str_equal(t->unit, STR("B")))
        return TIMELINE_BYTES;
    if (str_equal(t->unit, STR("ms")))
        return TIMELINE_MILLISECONDS;
    return str_equal(t->unit, STR("s")) ? TIMELINE_SECONDS : TIMELINE_NUMBERS;
}
