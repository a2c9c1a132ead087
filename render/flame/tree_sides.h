/* The numbers of both sides before each line of a tree that compares. */
#ifndef RENDER_FLAME_TREE_SIDES_H
#define RENDER_FLAME_TREE_SIDES_H

#include "render/flame/picture.h"

struct tree_sides {
    const struct picture *picture; /* borrowed */
    size_t cells[SIDES + 1];       /* of before, after, change */
};

/* Measures the numbers of all frames. */
void tree_sides_init(struct tree_sides *sides, const struct picture *picture);

/* Writes the heads of the columns, and the blanks after them. */
void tree_sides_write_head(const struct tree_sides *sides, struct sink *s);

/* Writes the numbers of a line; returns their cells. */
size_t tree_sides_write(const struct tree_sides *sides, struct sink *s, struct change_sums sums);

#endif
