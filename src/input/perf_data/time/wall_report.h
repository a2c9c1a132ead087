/* What threads did all their lives, in words. */
#ifndef INPUT_PERF_DATA_TIME_WALL_REPORT_H
#define INPUT_PERF_DATA_TIME_WALL_REPORT_H

#include "input/perf_data/time/wall.h"

/* Once all lives have ended: adds to the details how long each thread ran, waited and was ready,
 * and to the remarks what is a guess. False with a fault when the recording has no switches. */
MUST_CHECK bool wall_report(const struct wall *w, struct fault *f);

/* Whether many waits have the stack of a sample before them. */
bool wall_is_guessed(const struct wall *w);

#endif
