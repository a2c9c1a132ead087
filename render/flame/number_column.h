/* A column of numbers for a terminal, with thousands separators or, in amounts for people, units,
 * aligned at the points. */
#ifndef RENDER_FLAME_NUMBER_COLUMN_H
#define RENDER_FLAME_NUMBER_COLUMN_H

#include "render/flame/picture.h"

/* Measure every number first, then write them. */
struct number_column {
    const struct picture *picture; /* borrowed */
    struct sink text;              /* scratch, to measure a number */
    size_t before, after;          /* the greatest width up to the point, and from it on */
    size_t least;                  /* the least width of the column: that of its head */
};

/* Appends the head of a column of numbers, clean: "samples"; "time" where each has its unit. */
void number_column_unit(const struct picture *picture, struct buf *to);

void number_column_init(struct number_column *a, const struct picture *picture, size_t least);
void number_column_free(struct number_column *a);

void number_column_measure(struct number_column *a, uint64_t value);
size_t number_column_cells(const struct number_column *a);
void number_column_write(struct number_column *a, struct sink *s, uint64_t value);

/* Pads text of `have` cells to `cells`; writes nothing when it is wider. */
void number_column_pad(struct sink *s, size_t have, size_t cells);

/* Writes a percentage with two digits, right-aligned in that many cells. */
void number_column_percent(struct number_column *a, struct sink *s, uint64_t value, size_t cells);

/* Writes "75,160 samples", the tree's total with its unit, and the number that is 100 percent if it
 * differs. */
void number_column_total(const struct number_column *a, struct sink *s);

#endif
