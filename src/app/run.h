/* Carrying out a request to draw. */
#ifndef APP_RUN_H
#define APP_RUN_H

#include "app/request.h"

/* Reads the inputs, changes the profile as asked, writes the picture. After a fault nothing was
 * written. */
MUST_CHECK bool run_draw(struct request *request, struct fault *f);

#endif
