/* Places the samples of one thread on a time axis. */
#ifndef MODEL_CHART_H
#define MODEL_CHART_H

#include "model/profile.h"

struct chart_threads {
    name_id key; /* of the labels that tell threads apart; 0: none has one */
    size_t n;    /* threads with samples */
};

enum chart_outcome {
    CHART_IN_ORDER, /* samples lack times; they only follow each other, and nothing was changed */
    CHART_PARALLEL, /* samples of several threads were taken at the same time; nothing was changed
                     */
    CHART_PLACED,
};

/* Sorts samples by time, from 0 at the first, and makes the measure how long each lasted, in ns:
 * until the next one, or, when that comes later than a few sampling periods, for one period; what
 * follows is a gap. exact: the measure already says how long each lasted; a
 * measure of time whose values differ does, too. Samples without weight
 * are dropped. The profile has one measure. */
enum chart_outcome chart_place(struct profile *p, bool exact, struct chart_threads *threads);

/* The end of the last sample. */
uint64_t chart_end(const struct profile *p);

#endif
