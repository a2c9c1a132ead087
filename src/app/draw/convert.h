/* An SVG becomes a figure as it is: graphs that other programs drew can be printed too. */
#ifndef APP_DRAW_CONVERT_H
#define APP_DRAW_CONVERT_H

#include "app/options/flame_request.h"

/* Writes the one input, which is an SVG, to the output. Options that would change what it shows are
 * a fault. */
MUST_CHECK bool convert_svg(const struct flame_request *r, struct str svg,
                            enum figure_format format, struct fault *f);

#endif
