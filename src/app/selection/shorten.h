/* Removes packages or modules from function names, for options of old programs. */
#ifndef APP_SELECTION_SHORTEN_H
#define APP_SELECTION_SHORTEN_H

#include "app/options/selection_request.h"
#include "model/profile.h"

/* Makes the changed profile, which the caller frees. */
void shorten_apply(enum shorten what, const struct profile *from, struct profile *to);

#endif
