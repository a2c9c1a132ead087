/* The options that keep, drop and cut stacks by the names of their functions. */
#ifndef APP_SELECTION_FILTER_H
#define APP_SELECTION_FILTER_H

#include "app/options/selection_request.h"
#include "model/change.h"

/* Whether any of them was given, or wakers are to be marked. */
bool filter_needed(const struct filter_request *r, bool mark_wakers);

/* The first of these options that was given, for messages. */
const char *filter_first(const struct filter_request *r);

/* Makes the changed profile, which the caller frees; *dropped counts the samples that went. A
 * pattern that is no regular expression is a fault. */
MUST_CHECK bool filter_apply(const struct filter_request *r, bool mark_wakers,
                             const struct profile *from, struct profile *to, uint64_t *dropped,
                             struct fault *f);

/* Sets the mark of each frame whose name matches one of the option's patterns to 1. */
MUST_CHECK bool filter_matching(const struct profile *p, const char *option,
                                const struct request_list *patterns, unsigned char *marks,
                                struct fault *f);

#endif
