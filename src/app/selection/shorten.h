/* Names of functions without packages or modules, as old programs were told to write them. */
#ifndef APP_SELECTION_SHORTEN_H
#define APP_SELECTION_SHORTEN_H

#include "app/options/request.h"

bool shorten_needed(const struct request *r);

/* Makes the changed profile, which the caller frees. */
void shorten_apply(const struct request *r, const struct profile *from, struct profile *to);

#endif
