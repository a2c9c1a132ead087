/* Reading of a recording: its header and all records that it holds. */
#ifndef INPUT_PERF_DATA_RECORDING_READ_H
#define INPUT_PERF_DATA_RECORDING_READ_H

#include "input/perf_data/recording.h"

/* Reads all of an input and finds its records; what is cut short is used as far as it goes, and
 * noted. False with a fault when it is no recording, or a limit is reached. Free it in either
 * case. */
MUST_CHECK bool recording_read(struct recording *rec, struct reading *r, struct blocks *blocks,
                               struct fault *f);

#endif
