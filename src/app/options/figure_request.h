/* What was asked of figures, and what becomes of it. */
#ifndef APP_OPTIONS_FIGURE_REQUEST_H
#define APP_OPTIONS_FIGURE_REQUEST_H

#include "render/figure/figure.h"

/* 0, or below 0 for the margin, is what was not asked for. */
struct figure_request {
    double dpi, scale;
    double width_pt, height_pt; /* of the paper */
    double margin_pt;
    uint64_t quality;
    bool landscape, transparent;
    bool whole_text, table;
    const char *font; /* NULL: that of the picture */
    char date[32];    /* of SOURCE_DATE_EPOCH; "": it is not set */
};

/* Checks that the format takes what was asked for, and makes a style of it. format: NULL for one
 * that is no figure, called name. The style borrows the request. */
MUST_CHECK bool figure_request_style(struct figure_request *r, const enum figure_format *format,
                                     const char *name, struct figure_style *style, struct fault *f);

/* Whether the output, NULL for standard output, is a place for a figure: a terminal is none. */
MUST_CHECK bool figure_request_place(const enum figure_format *format, const char *output,
                                     struct fault *f);

#endif
