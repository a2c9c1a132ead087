/* What stands before and behind the records of a recording: which events it has, and features. */
#ifndef INPUT_PERF_DATA_HEADER_H
#define INPUT_PERF_DATA_HEADER_H

#include "input/perf_data/recording.h"

/* Reads the header, and of a file the attributes of its events and its features; finds where the
 * records are. False with a fault when it is no recording or cannot be read. */
MUST_CHECK bool header_read(struct recording *rec);

#endif
