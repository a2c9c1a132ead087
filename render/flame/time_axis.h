/* The axis above the frames of a flame chart: "0  5 ms  10 ms". */
#ifndef RENDER_FLAME_TIME_AXIS_H
#define RENDER_FLAME_TIME_AXIS_H

#include "render/flame/picture.h"

/* Ticks stand at multiples of the step, from 0. */
struct time_axis {
    uint64_t step; /* in ns */
    uint64_t n;    /* of ticks */
    uint64_t size; /* of the unit, in ns */
    const char *unit;
    unsigned digits; /* after the point */
    double px;       /* from a tick to the next */
};

/* With round steps, and room for each label. As axisOf() of layout.js. */
struct time_axis time_axis_of(const struct picture *picture);

/* Writes the label of a tick: "2.5 ms". */
void time_axis_label(const struct time_axis *axis, uint64_t tick, struct sink *to);

#endif
