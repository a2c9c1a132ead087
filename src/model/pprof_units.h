/* Converts between the units of pprof and those shown here. */
#ifndef MODEL_PPROF_UNITS_H
#define MODEL_PPROF_UNITS_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* The unit as shown: "ns" for nanoseconds; for "count" what is counted, by the measure's name. */
const char *pprof_unit(const char *measure, const char *unit);

/* The reverse: "nanoseconds", and "count" for what pprof_unit makes of it. */
struct str pprof_unit_of(struct str measure, struct str unit);

/* Parses a label value that is a number: "4096" and "4096 bytes", in exactly the form in which we
 * write them, so that they survive a round trip. False when it is text. */
MUST_CHECK bool pprof_number(struct str text, int64_t *number, struct str *unit);

#endif
