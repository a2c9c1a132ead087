/* Converts an SVG, also one from another program, into a figure such as a PDF. */
#ifndef APP_DRAW_CONVERT_H
#define APP_DRAW_CONVERT_H

#include "app/options/flame_request.h"

/* Converts the request's only input, whose text is svg, and writes it to the output. Options that
 * would change its content are a fault. */
MUST_CHECK bool convert_svg(const struct flame_request *r, struct str svg,
                            enum figure_format format, struct fault *f);

#endif
