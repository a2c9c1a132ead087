/* Keeps, drops and cuts stacks by function names: --focus, --ignore, --hide and others. */
#ifndef APP_SELECTION_FILTER_H
#define APP_SELECTION_FILTER_H

#include "app/options/selection_request.h"
#include "model/compare/change.h"

/* Whether any of these options was given, or mark_wakers. */
bool filter_needed(const struct filter_request *r, bool mark_wakers);

/* Returns the first of these options that was given, for messages. */
const char *filter_first(const struct filter_request *r);

/* Makes the changed profile, which the caller frees; *dropped is the number of samples dropped. An
 * invalid regular expression is a fault. */
MUST_CHECK bool filter_apply(const struct filter_request *r, bool mark_wakers,
                             const struct profile *from, struct profile *to, uint64_t *dropped,
                             struct fault *f);

/* Sets marks[frame] to 1 for each frame whose name matches one of the option's patterns. */
MUST_CHECK bool filter_matching(const struct profile *p, const char *option,
                                const struct request_list *patterns, unsigned char *marks,
                                struct fault *f);

/* The same, where a part of the name may match as if it stood alone (name_parts.h). */
MUST_CHECK bool filter_matching_parts(const struct profile *p, const char *option,
                                      const struct request_list *patterns, unsigned char *marks,
                                      struct fault *f);

#endif
