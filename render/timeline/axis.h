/* Round numbers along an axis, and how they are written. */
#ifndef RENDER_TIMELINE_AXIS_H
#define RENDER_TIMELINE_AXIS_H

#include "base/sink.h"

enum timeline_unit { TIMELINE_NUMBERS, TIMELINE_BYTES, TIMELINE_MILLISECONDS, TIMELINE_SECONDS };

/* Steps of an axis of bytes. */
enum { TIMELINE_UPWARD = 5 };

struct timeline_axis {
    double step; /* above 0 */
    uint64_t n;  /* steps that cover the span, few */
    double size; /* of the unit that labels are in */
    const char *unit;
    unsigned digits; /* after the point of labels */
};

/* The least number at or above a most number of bytes that a step ends at. */
double timeline_axis_top(double most);

/* Of a span from 0 on, or between two numbers, in that many steps or somewhat more. */
struct timeline_axis timeline_axis_of(double span, enum timeline_unit unit, unsigned steps);

/* Writes a number along the axis with its unit. */
void timeline_axis_text(const struct timeline_axis *axis, double value, struct sink *to);

#endif
