/* What a picture of memory over time is written with. */
#ifndef RENDER_TIMELINE_CANVAS_H
#define RENDER_TIMELINE_CANVAS_H

#include "render/output.h"
#include "render/timeline_data.h"
#include "render/xml.h"

/* A place on the page, in px, and what it spans. */
struct timeline_chart {
    double left, top, width, height;
    double value_most; /* at its top */
    double from, to;   /* of time, at its left and right */
};

/* Borrows the picture and the sink; owns the rest. */
struct timeline_canvas {
    struct picture *picture;
    struct timeline t;
    struct sink *s;
    struct xml xml;
    struct buf clean, fitted;
    struct sink label;
    double font, cell, height;          /* px */
    struct timeline_chart whole, sites; /* sites.height is 0 where no snapshot tells any */
};

/* Write an attribute. */
void timeline_number(struct timeline_canvas *c, const char *name, double value);
void timeline_fill(struct timeline_canvas *c, struct colour value);

/* Writes text of at most so many cells; anchor is that of SVG. */
void timeline_write(struct timeline_canvas *c, double x, double y, const char *anchor,
                    struct str raw, double cells);

/* Writes a grey line; look is further attributes. */
void timeline_line(struct timeline_canvas *c, double x1, double y1, double x2, double y2,
                   const char *look);

/* Where a time and a value lie. */
double timeline_x(const struct timeline_chart *chart, double at);
double timeline_y(const struct timeline_chart *chart, double value);

#endif
