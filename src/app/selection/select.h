/* Selects samples by their labels, and puts label values at the root of stacks: --event, --where,
 * --root-by and others. */
#ifndef APP_SELECTION_SELECT_H
#define APP_SELECTION_SELECT_H

#include "app/options/selection_request.h"
#include "base/fault.h"
#include "model/profile.h"

/* Whether select_apply has something to do: the profile has labels or several columns, or an option
 * selects. value, here and below: the measure that --value names (ask.value). */
bool select_needed(const struct selection_request *r, const char *value, const struct profile *p);

/* Makes a profile of the selected samples, with one column and no labels; the caller frees it.
 * names_only: merges frames of equal name, whatever their kind. Consumes `from`: only profile_free
 * may follow. An empty selection is a fault. Prints which other events there are. */
MUST_CHECK bool select_apply(const struct selection_request *r, const char *value, bool quiet,
                             struct profile *from, struct profile *to, bool names_only,
                             struct fault *f);

/* Drops samples that are not selected, but keeps labels and columns; the chosen column becomes the
 * first. Fails as select_apply. */
MUST_CHECK bool select_keep(const struct selection_request *r, const char *value, bool quiet,
                            struct profile *p, struct fault *f);

#endif
