/* The options that take names out of what is written. */
#ifndef APP_SELECTION_REDACT_H
#define APP_SELECTION_REDACT_H

#include "app/options/selection_request.h"
#include "base/fault.h"
#include "model/profile.h"

/* Makes the profile under its new names, which the caller frees. What matches --redact is called
 * "redacted"; with --hash-names all else is called by 16 digits. The mark of a kind stays. */
MUST_CHECK bool redact_apply(const struct redact_request *r, bool quiet, const struct profile *from,
                             struct profile *to, struct fault *f);

#endif
