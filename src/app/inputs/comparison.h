/* Reads the two sides of a comparison into one profile, with a column for each run. */
#ifndef APP_INPUTS_COMPARISON_H
#define APP_INPUTS_COMPARISON_H

#include "app/inputs/inputs.h"
#include "app/inputs/unstated.h"
#include "app/options/side_request.h"
#include "model/compare/difference.h"
#include "model/tier.h"

/* The result; the caller frees its members. */
struct comparison {
    struct inputs in; /* its profile joins all runs and has the columns that a difference needs */
    struct difference difference; /* how to compare the sides; after all changes of in.profile the
                                     caller completes it by difference_build */
    struct unstated unstated;
    struct tiers tiers; /* how functions were compiled; difference borrows it */
    bool exact;         /* set by the caller: matches functions by whole names, of any kind, as
                           difffolded.pl does */
};

/* Reads each input as a run of its side; the side after is standard input if it has none. Selects
 * from each run what the request asks for. Joins all runs by the identity of functions, under the
 * names of the first run after. */
MUST_CHECK bool comparison_read(struct comparison *c, const struct input_request *r,
                                const struct side_request *sides, struct fault *f);

/* Makes two sides from inputs that contain both, as columns after and before. */
MUST_CHECK bool comparison_of_columns(struct comparison *c, const struct side_request *sides,
                                      struct fault *f);

/* Whether a profile has values below 0, unless `value` (a column's name, or NULL) selects only
 * those. */
bool comparison_is_negative(const struct profile *p, const char *value);

/* Makes two sides from a profile with negative values: these are before, the others after. */
MUST_CHECK bool comparison_of_negative(struct comparison *c, const struct input_request *r,
                                       const struct side_request *sides, struct fault *f);

/* Writes which runs are compared, and how certain the total change is. The result borrows from
 * s. */
struct str comparison_subtitle(const struct input_request *r, const struct side_request *sides,
                               const struct picture *picture, struct sink *s);

#endif
