/* The control groups of processes that still run, for a recording whose samples tell none. */
#ifndef INPUT_PERF_DATA_LIVE_CGROUPS_H
#define INPUT_PERF_DATA_LIVE_CGROUPS_H

#include "input/perf_data/recording.h"

/* Adds them to the recording's, if groups are asked for, samples tell none, and files may be
 * opened. A number that another process may have by now is left out: the recording must be of this
 * machine since its start, and the process as old as the recording, with the last name that it had
 * there. Says how many were found. Call it when the recording is read, before its names are copied.
 */
MUST_CHECK bool live_cgroups_read(struct recording *rec, struct fault *f);

#endif
