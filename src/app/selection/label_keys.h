/* The keys of labels, and whether those of --root-by exist. */
#ifndef APP_SELECTION_LABEL_KEYS_H
#define APP_SELECTION_LABEL_KEYS_H

#include "app/options/selection_request.h"
#include "base/buf.h"
#include "model/profile.h"

/* Appends the values of a key, or all keys if it is 0, separated by commas. False if there are
 * none. */
bool label_keys_list(const struct profile *p, name_id key, struct buf *to);

/* Lends the key that is nearest to a wanted one, or the value of a key unless that is 0; empty if
 * none is near. */
struct str label_keys_nearest(const struct profile *p, name_id key, struct str wanted);

/* Sets the fault for a key that no sample has; false. */
bool label_keys_fault(const struct profile *p, const char *option, struct str key, struct fault *f);

/* Fails for a key of --root-by that no sample has, which is probably misspelt. Beside keys that
 * there are, and where there are no labels at all, usual ones merely give no frames, which is said.
 * Adds keys to the names. */
MUST_CHECK bool label_keys_check(const struct selection_request *r, bool quiet, struct profile *p,
                                 struct fault *f);

#endif
