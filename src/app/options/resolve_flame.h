/* Checks the options of flame against each other, and derives settings from them. */
#ifndef APP_OPTIONS_RESOLVE_FLAME_H
#define APP_OPTIONS_RESOLVE_FLAME_H

#include "app/options/request.h"

/* Chooses the output format, and sets how inputs are read for it. False with a fault that names the
 * option that does not fit the format or another option. */
MUST_CHECK bool resolve_flame(struct request *r, struct fault *f);

#endif
