/* 0, 100 KiB, 200 KiB; 0, 2 M, 4 M: an axis in steps of 1, 2 or 5 times a power of ten, in the
 * largest unit that fits. */
#include "render/timeline/axis.h"

#include <math.h>

struct scale {
    double size;
    const char *unit;
};

static const struct scale scales[][7] = {
    [TIMELINE_NUMBERS] =
        {{1, ""}, {1e3, " k"}, {1e6, " M"}, {1e9, " G"}, {1e12, " T"}, {1e15, " P"}},
    [TIMELINE_BYTES] = {{1, " B"},
                        {1024.0, " KiB"},
                        {1048576.0, " MiB"},
                        {1073741824.0, " GiB"},
                        {1099511627776.0, " TiB"},
                        {1125899906842624.0, " PiB"}},
    [TIMELINE_MILLISECONDS] = {{1, " ms"}, {1e3, " s"}},
    [TIMELINE_SECONDS] = {{1e-3, " ms"}, {1, " s"}},
};

struct timeline_axis timeline_axis_of(double span, enum timeline_unit unit, unsigned steps)
{
    const struct scale *scale = scales[unit];
    struct timeline_axis axis = {.digits = 0};

    while (scale[1].unit && span >= 2 * scale[1].size)
        scale++;
    axis.size = scale->size;
    axis.unit = scale->unit;
    double raw = span / scale->size / steps;
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

void timeline_axis_text(const struct timeline_axis *axis, double value, struct sink *to)
{
    const double most = 1e12; /* that a sink writes */

    if (value <= 0) {
        sink_byte(to, '0');
        return;
    }
    sink_fixed(to, fmin(value / axis->size, most), axis->digits);
    sink_text(to, axis->unit);
}
