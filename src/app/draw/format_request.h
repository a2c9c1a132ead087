/* What a format asks of the options, before any input is read. */
#ifndef APP_DRAW_FORMAT_REQUEST_H
#define APP_DRAW_FORMAT_REQUEST_H

#include "app/options/request.h"

/* Has inputs read as the format needs them. False with a fault that names the option which the
 * format has no use for. */
MUST_CHECK bool format_request_prepare(struct request *r, const struct output_format *format,
                                       struct fault *f);

#endif
