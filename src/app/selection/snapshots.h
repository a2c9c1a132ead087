/* --snapshot: chooses which snapshot of a heap profile is drawn. */
#ifndef APP_SELECTION_SNAPSHOTS_H
#define APP_SELECTION_SNAPSHOTS_H

#include "app/options/selection_request.h"
#include "base/fault.h"
#include "model/profile.h"

/* Lends the label that --snapshot asks for; false if it was not given. */
bool snapshots_asked(const struct selection_request *r, struct str *key, struct str *value);

/* Unless a snapshot is asked for or the format shows all, drops the label sets of all but the peak,
 * or the last if nothing says what the peak is, and prints that. --snapshot of inputs without
 * snapshots is a fault. */
MUST_CHECK bool snapshots_choose(const struct selection_request *r, bool quiet,
                                 const struct profile *p, bool *keep, struct fault *f);

#endif
