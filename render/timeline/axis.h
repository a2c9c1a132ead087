/* Axes with round numbers, and their labels. */
#ifndef RENDER_TIMELINE_AXIS_H
#define RENDER_TIMELINE_AXIS_H

#include "base/sink.h"
#include "render/timeline/data.h"

enum timeline_unit {
    TIMELINE_NUMBERS,
    TIMELINE_COUNTS, /* of whole things, which have no tenths */
    TIMELINE_BYTES,
    TIMELINE_MILLISECONDS,
    TIMELINE_SECONDS,
    TIMELINE_CLOCK, /* seconds from midnight */
};

/* Steps of an axis of bytes: this many or a few more. */
enum { TIMELINE_UPWARD = 5 };

struct timeline_axis {
    double step; /* above 0 */
    uint64_t n;  /* number of steps that cover the span */
    enum timeline_unit kind;
    double size; /* of the unit used in labels */
    const char *unit;
    unsigned digits; /* after the point in labels */
};

/* The smallest end of a step at or above a greatest number of bytes. */
double timeline_axis_top(double most);

/* An axis from 0 to span, or between two numbers, with about that many steps or a few more. */
struct timeline_axis timeline_axis_of(double span, enum timeline_unit unit, unsigned steps);

/* Returns what the times of snapshots count. */
enum timeline_unit timeline_unit_of(const struct timeline *t);

/* Writes a label of the axis with its unit. */
void timeline_axis_text(const struct timeline_axis *axis, double value, struct sink *to);

#endif
