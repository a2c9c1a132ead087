/* Replaces names that the output must not contain: --redact and --hash-names. */
#ifndef APP_SELECTION_REDACT_H
#define APP_SELECTION_REDACT_H

#include "app/options/selection_request.h"
#include "base/fault.h"
#include "model/profile.h"

/* Makes the renamed profile, which the caller frees. Names of which a part matches --redact become
 * "redacted 1" and so on: their ids in `numbers`, which the sides of a comparison share; with
 * --hash-names all others become hashes of 16 digits. Marks such as _[k] stay. Says, unless quiet,
 * which patterns hide nothing, and how many names still hold one. */
MUST_CHECK bool redact_apply(const struct redact_request *r, bool quiet, struct names *numbers,
                             const struct profile *from, struct profile *to, struct fault *f);

#endif
