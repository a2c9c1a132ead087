/* --snapshot: which moment of a heap over time is drawn. */
#ifndef APP_SELECTION_SNAPSHOTS_H
#define APP_SELECTION_SNAPSHOTS_H

#include "app/options/selection_request.h"
#include "base/fault.h"
#include "model/profile.h"

/* Lends the label that --snapshot asks for; false when it was not given. */
bool snapshots_asked(const struct selection_request *r, struct str *key, struct str *value);

/* Whether samples are chosen by what only snapshots have, or all of them are shown. */
bool snapshots_wanted(const struct selection_request *r);

/* Drops label sets of all snapshots but the peak, and says so, unless one is asked for, or the
 * format shows all. --snapshot of inputs without snapshots is a fault. */
MUST_CHECK bool snapshots_choose(const struct selection_request *r, bool quiet, struct profile *p,
                                 bool *keep, struct fault *f);

#endif
