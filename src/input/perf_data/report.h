/* The findings about a recording in words. */
#ifndef INPUT_PERF_DATA_REPORT_H
#define INPUT_PERF_DATA_REPORT_H

#include "input/perf_data/code/sources.h"
#include "input/perf_data/diagnostics.h"

/* Adds to the details of the reading how many samples each event has, how complete stacks are,
 * which code has no name, and how to fix that; also to its remarks if a tenth of the samples is
 * affected. Sorts the findings. */
void report_findings(const struct reading *r, struct sources *sources, struct diagnostics *found);

#endif
