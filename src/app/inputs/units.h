/* Checks that two sides of a comparison have the same unit. */
#ifndef APP_INPUTS_UNITS_H
#define APP_INPUTS_UNITS_H

#include "base/fault.h"
#include "model/profile.h"

/* A column of an input. */
struct measured {
    const char *path; /* "-": standard input */
    const struct profile *profile;
    size_t column;
};

/* Fails if the columns have different units; of one quantity, where these can be converted. A
 * column without a unit is taken to have the other's. */
MUST_CHECK bool units_check(const struct measured *before, const struct measured *after,
                            bool converts, bool quiet, struct fault *f);

#endif
