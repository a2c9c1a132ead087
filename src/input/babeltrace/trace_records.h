/* Reads the events that flame-babeltrace writes as records (wire.h). */
#ifndef INPUT_BABELTRACE_TRACE_RECORDS_H
#define INPUT_BABELTRACE_TRACE_RECORDS_H

#include "input/common/reading.h"

/* Reads all records of a source. The bytes in the tally are the caller's to set before, to those of
 * the trace. Nothing is believed: records with an unknown id or a wrong length are a FAULT_SYSTEM.
 * Where the last one is cut, what came before is read, and *cut is set. */
MUST_CHECK bool trace_records_read(struct reading *r, struct source *source, struct profile *p,
                                   bool *cut, struct fault *f);

#endif
