/* Events that the kernel describes in files: tracepoints, and the terms of counters, as in
 * cpu/event=0x3c,umask=1/. */
#ifndef RECORD_PMU_H
#define RECORD_PMU_H

#include "record/event_choice.h"

/* The folder of all tracepoints; NULL: none can be read. */
const char *pmu_tracepoints(void);

/* Sets the type and the number of the tracepoint subsystem:name. */
MUST_CHECK bool pmu_tracepoint(struct event_choice *e, struct str subsystem, struct str name,
                               struct fault *f);

/* Sets type and configuration of a counter from terms with commas: numbers of its format, or an
 * event that the kernel names. */
MUST_CHECK bool pmu_terms(struct event_choice *e, struct str pmu, struct str terms,
                          struct fault *f);

#endif
