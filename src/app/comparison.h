/* Runs before and runs after, read into one profile with a column for each. */
#ifndef APP_COMPARISON_H
#define APP_COMPARISON_H

#include "app/inputs.h"
#include "model/difference.h"

/* Owns all of it. A zeroed struct may be freed. */
struct comparison {
    struct inputs in; /* joined: its profile has the columns that a difference needs */
    struct difference difference;
};

/* Reads each input as a run of its side, or standard input where there is none after, chooses of it
 * what the request asks for, and joins all by the identity of functions, under the names that the
 * first run after has. The difference then knows how sides are compared; filters and other changes
 * of in.profile may follow. */
MUST_CHECK bool comparison_read(struct comparison *c, const struct request *r,
                                const struct request_list *before, const struct request_list *after,
                                struct fault *f);

/* Builds the difference of in.profile as it is then; the profile must not change any more. */
MUST_CHECK bool comparison_build(struct comparison *c, struct fault *f);
void comparison_free(struct comparison *c);

#endif
