/* An SVG becomes a figure as it is: graphs that other programs drew can be printed too. */
#ifndef APP_CONVERT_H
#define APP_CONVERT_H

#include "app/request.h"

/* Whether the one input that is to be drawn is an SVG, in a file: pipes hold profiles. */
bool convert_asked(const struct request *r);

/* Writes it to the output. */
MUST_CHECK bool convert_svg(const struct request *r, enum figure_format format,
                            const struct figure_style *style, struct fault *f);

#endif
