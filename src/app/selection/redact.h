/* Replaces names that the output must not contain: --redact and --hash-names. */
#ifndef APP_SELECTION_REDACT_H
#define APP_SELECTION_REDACT_H

#include "app/options/selection_request.h"
#include "base/fault.h"
#include "model/profile.h"

/* Makes the renamed profile, which the caller frees. Names that match --redact become "redacted";
 * with --hash-names all others become hashes of 16 digits. Marks such as _[k] stay. */
MUST_CHECK bool redact_apply(const struct redact_request *r, bool quiet, const struct profile *from,
                             struct profile *to, struct fault *f);

#endif
