/* Runs before and runs after, read into one profile with a column for each. */
#ifndef APP_INPUTS_COMPARISON_H
#define APP_INPUTS_COMPARISON_H

#include "app/inputs/inputs.h"
#include "app/options/side_request.h"
#include "model/difference.h"

/* What was read; whoever asked for it takes and frees both. */
struct comparison {
    struct inputs in;             /* joined: its profile has the columns that a difference needs */
    struct difference difference; /* how sides are compared; difference_build does the rest, when
                                     filters and other changes of in.profile are done */
    bool exact; /* set before: functions are the same by their whole names alone, of any kind, as
                   difffolded.pl has them */
};

/* Reads each input as a run of its side, or standard input where there is none after, chooses of it
 * what the request asks for, and joins all by the identity of functions, under the names that the
 * first run after has. */
MUST_CHECK bool comparison_read(struct comparison *c, const struct input_request *r,
                                const struct side_request *sides, struct fault *f);

/* Makes the two sides of what was read of inputs that have both, as columns after and before. */
MUST_CHECK bool comparison_of_columns(struct comparison *c, const struct side_request *sides,
                                      struct fault *f);

/* Whether a profile has values below 0, unless `value`, a column's name or NULL, asks for those
 * alone. */
bool comparison_is_negative(const struct profile *p, const char *value);

/* Makes two sides of them: they are what was before, the others what is after. */
MUST_CHECK bool comparison_of_negative(struct comparison *c, const struct input_request *r,
                                       const struct side_request *sides, struct fault *f);

/* Writes which runs are compared, and how sure the change of all is; lends what is written. */
struct str comparison_subtitle(const struct input_request *r, const struct side_request *sides,
                               const struct picture *picture, struct sink *s);

#endif
