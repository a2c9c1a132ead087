/* The options of figures (PDF, PNG and others), and the style made from them. */
#ifndef APP_OPTIONS_FIGURE_REQUEST_H
#define APP_OPTIONS_FIGURE_REQUEST_H

#include "render/figure/figure.h"

/* 0 means not given; for the margin, a negative number does. */
struct figure_request {
    double dpi, scale;
    double width_pt, height_pt; /* size of the paper */
    double margin_pt;
    uint64_t quality;
    bool landscape, transparent;
    bool whole_text, table;
    const char *font; /* NULL: the picture's font */
    char date[32];    /* from SOURCE_DATE_EPOCH; "": not set */
};

/* Makes the style, and fails if margins leave nothing of the paper. format: NULL if the output is
 * no figure. The style borrows the request. */
MUST_CHECK bool figure_request_style(struct figure_request *r, const enum figure_format *format,
                                     struct figure_style *style, struct fault *f);

/* Fails if a figure would go to a terminal. output: NULL for standard output. */
MUST_CHECK bool figure_request_place(const enum figure_format *format, const char *output,
                                     struct fault *f);

#endif
