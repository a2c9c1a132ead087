/* Places samples on a time axis, those of threads that ran at the same time, or that took turns in
 * one process, in lanes. */
#ifndef MODEL_CHART_H
#define MODEL_CHART_H

#include "model/profile.h"

struct chart_lane {
    uint64_t total;   /* how long its samples lasted */
    labels_id labels; /* of its last sample */
    uint32_t end;     /* of its samples; they begin where those of the lane before end */
    name_id name;     /* chart_place leaves it to the caller to say what it is called, */
    name_id instead;  /* and which outermost frame that says again */
};

/* A lane for each thread that has samples, the heaviest first. */
struct chart_lanes {
    struct chart_lane *rows;
    size_t n, room;
};

enum chart_outcome {
    CHART_IN_ORDER, /* samples lack times; they only follow each other, and nothing was changed */
    CHART_PLACED,   /* one after the other */
    CHART_LANES,    /* those of a lane one after the other, lane by lane; the caller frees them */
};

/* Sorts samples by time, from 0 at the first, and makes the measure how long each lasted, in ns:
 * until the next one of its lane, or, when that comes later than a few sampling periods, for one
 * period; what follows is a gap. exact: the measure already says how long each lasted; a
 * measure of time whose values differ does, too. Samples without weight
 * are dropped. The profile has one measure. */
enum chart_outcome chart_place(struct profile *p, bool exact, struct chart_lanes *lanes);

void chart_lanes_free(struct chart_lanes *lanes);

/* When the last sample ends. */
uint64_t chart_end(const struct profile *p);

#endif
