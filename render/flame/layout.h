/* Where the boxes of a flame graph are: everything a picture needs but pixels and colours. */
#ifndef RENDER_FLAME_LAYOUT_H
#define RENDER_FLAME_LAYOUT_H

#include "model/tree.h"

/* A frame that is drawn, or a run of neighbours that are each too narrow and are drawn as one. */
struct box {
    stack_id stack;  /* of a run: the first of them */
    uint32_t depth;  /* 0: the root */
    uint32_t joined; /* 0: a frame; else how many callees are joined in this box */
    uint64_t start;  /* in units of the tree's column, from the left edge */
    uint64_t total;
};

/* Boxes stand row by row, callers first, from left to right. */
struct layout {
    struct box *boxes;
    size_t n, room;
    uint64_t whole; /* what the full width stands for: the total, or a larger one asked for */
    uint64_t least; /* totals below are too narrow to be drawn on their own */
    uint32_t depth; /* of the deepest box */
    uint64_t n_too_narrow; /* frames directly below drawn ones that are not drawn on their own */
    uint64_t too_narrow;   /* their total */
};

/* Lays out the tree, whose callees are listed for totals from `least` on. whole is at least the
 * tree's total; the root's box spans it. A run is kept when it is at least `least_run` wide. */
void layout_build(struct layout *l, struct tree *t, uint64_t whole, uint64_t least,
                  uint64_t least_run);
void layout_free(struct layout *l);

#endif
