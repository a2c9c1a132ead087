/* Why a counter could not be opened, and what mends it. */
#ifndef RECORD_COUNTER_FAULT_H
#define RECORD_COUNTER_FAULT_H

#include "record/counting.h"

/* Sets the fault for an errno of perf_event_open; returns false. tid is 0 for none. */
bool counter_fault(const struct counting *how, const struct event_choice *event, uint32_t tid,
                   int error, struct fault *f);

/* Sets the fault for threads that need more counters than files may be open; returns false. */
bool counter_fault_files(const struct counters_needed *needed, struct fault *f);

#endif
