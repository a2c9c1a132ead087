/* Draws all outputs of one request. */
#ifndef APP_DRAW_DRAW_REQUEST_H
#define APP_DRAW_DRAW_REQUEST_H

#include "app/options/request.h"

/* Resolves the request, applies its limits to this process, reads its inputs and draws its one or
 * several outputs. */
MUST_CHECK bool draw_request(struct request *request, struct fault *f);

#endif
