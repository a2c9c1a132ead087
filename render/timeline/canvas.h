/* What the writers of a memory timeline share. */
#ifndef RENDER_TIMELINE_CANVAS_H
#define RENDER_TIMELINE_CANVAS_H

#include "render/flame/picture.h"
#include "render/flame/svg_frames.h"
#include "render/timeline/data.h"

/* A chart: its place on the page in px, and the values it spans. */
struct timeline_chart {
    double left, top, width, height;
    double value_most; /* value at its top */
    double from, to;   /* times at its left and right */
};

/* What snapshots hold, each as a flame graph. */
struct timeline_trees {
    struct sink text; /* SVG elements */
    double height;    /* px, of the highest; 0: no snapshot says what allocated */
    uint64_t n_elements;
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
    struct timeline_chart whole, sites; /* sites.height is 0 if no snapshot has sites */
    struct timeline_trees trees;
    double trees_top; /* px */
};

/* Writes text shortened to that many cells; anchor is SVG's. */
void timeline_write(struct timeline_canvas *c, double x, double y, const char *anchor,
                    struct str raw, double cells);

/* Writes an amount for people, as titles do: "34.76 kB". */
void timeline_amount(const struct timeline_canvas *c, uint64_t n, struct sink *to);

/* Writes a grey line; look is further attributes. */
void timeline_line(struct timeline_canvas *c, double x1, double y1, double x2, double y2,
                   const char *look);

/* The label of an area; the last site stands for all others. */
struct str timeline_part_name(size_t part);
struct str timeline_site_name(const struct timeline *t, size_t site);

/* The position of a time, and of a value. */
double timeline_x(const struct timeline_chart *chart, double at);
double timeline_y(const struct timeline_chart *chart, double value);

#endif
