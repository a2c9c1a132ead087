/* Units as pprof calls them, and as titles here do. */
#ifndef MODEL_PPROF_UNITS_H
#define MODEL_PPROF_UNITS_H

#include "base/str.h"

/* The unit as titles have it: "ns" for nanoseconds, and for a count what is counted, which the name
 * of the measure says. */
const char *pprof_unit(const char *measure, const char *unit);

/* The other way: "nanoseconds", and "count" where pprof_unit makes the unit of that again. */
struct str pprof_unit_of(struct str measure, struct str unit);

#endif
