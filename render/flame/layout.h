/* Computes the boxes of a flame graph: everything about a picture except pixels and colours. */
#ifndef RENDER_FLAME_LAYOUT_H
#define RENDER_FLAME_LAYOUT_H

#include "model/tree.h"

/* A frame that is drawn, or a run of neighbours, each too narrow, drawn as one. */
struct box {
    stack_id stack;  /* of a run: its first frame */
    uint32_t depth;  /* the row; 0: the root */
    uint32_t joined; /* 0: a frame; else how many callees are joined */
    bool lane;       /* of the full width, whatever its total: the head of a lane, or what stands
                      * for the lanes that are left out */
    uint64_t start;  /* in units of the tree's column, from the left edge */
    uint64_t total;
};

/* Boxes are stored row by row, callers first, from left to right. */
struct layout {
    struct box *boxes;
    size_t n, room;
    uint64_t whole; /* what shares are of: the total, or a larger number that was asked for */
    uint64_t least; /* smaller totals are too narrow for a box of their own */
    uint32_t depth; /* of the deepest box */
    uint64_t n_too_narrow; /* frames directly below drawn ones without a box of their own */
    uint64_t too_narrow;   /* their total */
    uint64_t n_too_deep;   /* frames that layout_cut left out */
};

/* Lays out the tree, whose callees are listed for totals of at least `least`. whole is at least the
 * tree's total; the root's box spans it. A run is drawn if its width is at least `least_run`. */
void layout_build(struct layout *l, struct tree *t, uint64_t whole, uint64_t least,
                  uint64_t least_run);

enum { LAYOUT_LANES = 8 };

/* The same of a tree whose first frames are lanes (tree_align_lanes): below the root stands the
 * first lane with all its rows, then the next, at most LAYOUT_LANES; one box stands for the others.
 */
void layout_build_lanes(struct layout *l, struct tree *t, uint64_t whole, uint64_t least,
                        uint64_t least_run);

/* Leaves out boxes that are not in the first rows. */
void layout_cut(struct layout *l, uint32_t rows);

/* Returns by depth its first box, and one more for the end; the caller frees depth + 2 of them. */
size_t *layout_rows(const struct layout *l);
void layout_free(struct layout *l);

#endif
