/* The options that choose samples by their labels, and what labels stacks begin with. */
#ifndef APP_SELECTION_SELECT_H
#define APP_SELECTION_SELECT_H

#include "app/options/selection_request.h"
#include "base/fault.h"
#include "model/profile.h"

/* Whether the profile has labels or several columns, or an option asks for it. */
bool select_needed(const struct selection_request *r, const struct profile *p);

/* Makes the chosen profile of one column and without labels, which the caller frees; with
 * names_only frames of equal name are one, whatever their kind. `from` is used up: only
 * profile_free may follow. A choice that leaves nothing is a fault; what other events there are is
 * said. */
MUST_CHECK bool select_apply(const struct selection_request *r, bool quiet, struct profile *from,
                             struct profile *to, bool names_only, struct fault *f);

/* Drops what is not chosen and leaves labels and columns, of which the chosen one becomes the
 * first. Fails as select_apply. */
MUST_CHECK bool select_keep(const struct selection_request *r, bool quiet, struct profile *p,
                            struct fault *f);

#endif
