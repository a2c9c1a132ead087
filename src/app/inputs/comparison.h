/* Runs before and runs after, read into one profile with a column for each. */
#ifndef APP_INPUTS_COMPARISON_H
#define APP_INPUTS_COMPARISON_H

#include "app/inputs/inputs.h"
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
MUST_CHECK bool comparison_read(struct comparison *c, const struct request *r,
                                const struct request_list *before, const struct request_list *after,
                                struct fault *f);

/* Makes the two sides of what was read of inputs that have both, as columns after and before. */
MUST_CHECK bool comparison_of_columns(struct comparison *c, const struct request *r,
                                      struct fault *f);

/* Whether a profile has values below 0, unless the request asks for those alone. */
bool comparison_is_negative(const struct request *r, const struct profile *p);

/* Makes two sides of them: they are what was before, the others what is after. */
MUST_CHECK bool comparison_of_negative(struct comparison *c, const struct request *r,
                                       struct fault *f);

/* Whether the format has two sides, and no option that was given excludes them. */
MUST_CHECK bool comparison_check(const struct request *r, const struct output_format *format,
                                 struct fault *f);

/* Writes which runs are compared, and how sure the change of all is; lends what is written. */
struct str comparison_subtitle(const struct request *r, const struct picture *picture,
                               struct sink *s);

#endif
