/* Names the columns of a profile, and checks that inputs that are added measure the same. */
#ifndef INPUT_COMMON_MEASURE_H
#define INPUT_COMMON_MEASURE_H

#include "input/common/reading.h"

/* A column that a format fills: what is measured, and the unit. */
struct measure {
    const char *name; /* for --value: "time", "samples"; never empty */
    const char *unit; /* for titles: "us", "samples"; "" if unknown, or different between samples */
};

/* Names a column of the profile, or checks its name. A fault, which says how to draw both, when
 * earlier inputs measure something else. Folded stacks do not say what they count and leave a
 * column as it is. */
MUST_CHECK bool measure_set(const struct measure *m, const struct reading *r, struct profile *p,
                            size_t column, struct fault *f);

/* Whether a measure, by its name, is a state counted whole: goroutines, memory in use. */
bool measure_is_census(struct str name);

/* Notes how many samples have a value in each column, if not all have one in the first, which is
 * drawn by default. */
void measure_tell(const struct measure *measures, const uint64_t *counts, size_t n, uint64_t all,
                  const struct reading *r);

#endif
