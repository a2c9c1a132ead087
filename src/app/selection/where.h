/* --where KEY=VALUE, --comm, --pid, --tid: which samples options keep by their labels. */
#ifndef APP_SELECTION_WHERE_H
#define APP_SELECTION_WHERE_H

#include "app/options/selection_request.h"
#include "base/fault.h"
#include "model/profile.h"

/* Clears keep[id] of the label sets that do not meet every condition. A value is one of the key's
 * as a whole; else it is a list separated by commas, of values and of globs. --pid and --tid also
 * take what --root-by shows of them. Prints which parts of a list nothing has. A condition that no
 * sample meets is a fault, with what was meant. Adds names to the profile. */
MUST_CHECK bool where_keep(const struct selection_request *r, bool quiet, struct profile *p,
                           bool *keep, struct fault *f);

/* Returns the option with which the user gave the range of time: --where or --before-where. */
const char *where_time_option(const struct selection_request *r);

/* Sets the fault of conditions that samples meet, but none of them all; false. */
bool where_left_nothing(const struct selection_request *r, const struct profile *p,
                        struct fault *f);

#endif
