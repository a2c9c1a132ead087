/* Whether a recording was made on this machine and its processes may still live. */
#ifndef INPUT_PERF_DATA_LOCAL_PROCESSES_H
#define INPUT_PERF_DATA_LOCAL_PROCESSES_H

#include "input/perf_data/recording.h"

/* They may if the host name is the same and the recording was written since the last boot, which
 * restarts process numbers; always if it comes through a pipe. A copied recording may look younger
 * than it is: then a number may belong to another process. False with a fault when the system does
 * not say. */
MUST_CHECK bool local_processes_may_live(const struct recording *rec, bool *may, struct fault *f);

/* Sets when the system began, in seconds since 1970. False when it does not say. */
MUST_CHECK bool local_processes_boot(uint64_t *seconds, struct fault *f);

#endif
