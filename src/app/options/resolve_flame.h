/* What follows from the options of flame together. */
#ifndef APP_OPTIONS_RESOLVE_FLAME_H
#define APP_OPTIONS_RESOLVE_FLAME_H

#include "app/options/request.h"

/* Chooses the output format, and has inputs read as it needs them. False with a fault that names
 * the option which does not go with the format or with another option. */
MUST_CHECK bool resolve_flame(struct request *r, struct fault *f);

#endif
