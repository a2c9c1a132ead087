/* Whether a recording was made on this machine. */
#ifndef INPUT_PERF_DATA_LOCAL_PROCESSES_H
#define INPUT_PERF_DATA_LOCAL_PROCESSES_H

#include "input/perf_data/recording.h"

/* Finds out whether processes of the recording may live: it is of a machine of this name, and was
 * written since this one started, as process numbers begin anew then. What comes through a pipe is
 * being recorded. A copy may be younger than its recording: then a number may be another process's.
 * False with a fault where the system does not tell. */
MUST_CHECK bool local_processes_may_live(const struct recording *rec, bool *may, struct fault *f);

#endif
