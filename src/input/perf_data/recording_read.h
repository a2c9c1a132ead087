/* Reads a recording: its header, and the positions of all records. */
#ifndef INPUT_PERF_DATA_RECORDING_READ_H
#define INPUT_PERF_DATA_RECORDING_READ_H

#include "input/perf_data/recording.h"

/* Reads a whole input and finds its records; a truncated one is used as far as possible, with a
 * note. False with a fault when it is no recording, or a limit is reached. Free it in either case.
 */
MUST_CHECK bool recording_read(struct recording *rec, struct reading *r, struct blocks *blocks,
                               struct fault *f);

#endif
