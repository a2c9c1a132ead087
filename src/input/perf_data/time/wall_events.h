/* Which events of a recording say where threads run, and where they sleep. */
#ifndef INPUT_PERF_DATA_TIME_WALL_EVENTS_H
#define INPUT_PERF_DATA_TIME_WALL_EVENTS_H

#include "input/perf_data/recording.h"

/* The one whose samples say best where threads run; NULL: none does. */
const struct event *wall_choose_event(const struct events *events);

/* Samples of sleep, with the time at which it ended; NULL: there are none. Those of perf are told
 * when all has ended. */
const struct event *wall_find_sleep(const struct recording *rec);

#endif
