/* Whether what two sides measured can be compared. */
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

/* Whether both columns are measured in one unit; what says none is taken to be in that of the
 * other. */
MUST_CHECK bool units_check(const struct measured *before, const struct measured *after, bool quiet,
                            struct fault *f);

#endif
