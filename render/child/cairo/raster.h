/* Writes pixels as PNG or JPEG to standard output. */
#ifndef RENDER_CHILD_CAIRO_RASTER_H
#define RENDER_CHILD_CAIRO_RASTER_H

#include <cairo.h>
#include <stdbool.h>

struct raster {
    cairo_surface_t *image; /* CAIRO_FORMAT_RGB24; ARGB32 if transparent */
    bool transparent;
    int quality; /* of JPEG, 1 to 100 */
    double dpi;
    const char *title; /* of PNG, UTF-8; NULL: none */
};

/* Both end the program when writing fails. */
void raster_png(const struct raster *r);
void raster_jpeg(const struct raster *r);

#endif
