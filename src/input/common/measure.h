/* What the columns of a profile measure, and that inputs which are added measure the same. */
#ifndef INPUT_COMMON_MEASURE_H
#define INPUT_COMMON_MEASURE_H

#include "input/common/reading.h"

/* A column that a format fills: what is measured, and in what. */
struct measure {
    const char *name; /* for --value: "time", "samples"; never empty */
    const char *unit; /* for titles: "us", "samples"; "" where it is not known, or not the same for
                         all samples */
};

/* Names a column of the profile, or finds that it measures that already. A fault, which says how to
 * draw both, when the inputs before measure something else. Folded stacks do not say what they
 * count, and leave a column as it is. */
MUST_CHECK bool measure_set(const struct measure *m, const struct reading *r, struct profile *p,
                            size_t column, struct fault *f);

#endif
