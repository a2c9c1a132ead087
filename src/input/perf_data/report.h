/* What is said of a recording beside its graph. */
#ifndef INPUT_PERF_DATA_REPORT_H
#define INPUT_PERF_DATA_REPORT_H

#include "input/perf_data/diagnostics.h"
#include "input/perf_data/sources.h"

/* Adds how many samples each event has, how whole stacks are, which code has no name, and what
 * mends that, to the details of the reading; where a tenth of the samples is concerned, to its
 * remarks. Findings come to be in order. */
void report_findings(const struct recording *rec, struct sources *sources,
                     struct diagnostics *found);

#endif
