/* Units as pprof calls them, and as titles here do. */
#ifndef MODEL_PPROF_UNITS_H
#define MODEL_PPROF_UNITS_H

#include <stdint.h>

#include "base/attr.h"
#include "base/str.h"

/* The unit as titles have it: "ns" for nanoseconds, and for a count what is counted, which the name
 * of the measure says. */
const char *pprof_unit(const char *measure, const char *unit);

/* The other way: "nanoseconds", and "count" where pprof_unit makes the unit of that again. */
struct str pprof_unit_of(struct str measure, struct str unit);

/* Reads what a label has where it is a number: "4096" and "4096 bytes", written as they are here,
 * so that they come out alike again. False when it is a text. */
MUST_CHECK bool pprof_number(struct str text, int64_t *number, struct str *unit);

#endif
