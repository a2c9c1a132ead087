/* Reads the header of a recording, and what follows its records: events and features. */
#ifndef INPUT_PERF_DATA_HEADER_H
#define INPUT_PERF_DATA_HEADER_H

#include "input/perf_data/recording.h"

/* Reads the header and, in a file, the attributes of events and the features; finds where the
 * records are. False with a fault when it is no recording or cannot be read. */
MUST_CHECK bool header_read(struct recording *rec);

#endif
