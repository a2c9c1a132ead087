/* What is drawn, and what writers ask of it. */
#ifndef RENDER_FLAME_PICTURE_H
#define RENDER_FLAME_PICTURE_H

#include "base/limits.h"
#include "base/sink.h"
#include "model/difference.h"
#include "model/tree.h"
#include "render/figure/figure.h"
#include "render/flame/layout.h"
#include "render/flame/style.h"
#include "render/theme/paint.h"

/* What is drawn. Borrows all of it. */
struct picture {
    const struct profile *profile;
    struct tree *tree;         /* totals are there; each writer lists the callees it needs */
    struct tree *forward_tree; /* of a reversed picture: its stacks from their roots on; or NULL */
    const struct difference *difference; /* of its profile; NULL: one profile, not two sides */
    const struct difference *forward_difference; /* of that of straight */
    uint64_t whole; /* what the full width stands for, at least the tree's total */
    const struct style *style;
    const struct figure_style *figure; /* of formats that are figures */
    const struct painter *painter;
    struct palette_map *palette_map; /* gets the colours of drawn frames; NULL: none is kept */
    struct background background;
    const struct limits *limits;
    unsigned threads;      /* workers on a large picture; 0: as many as useful; it stays the same */
    uint64_t n_drawn;      /* set by writers that lay out: frames drawn, */
    uint64_t n_too_narrow; /* frames below drawn ones too narrow to be drawn on their own, */
    uint64_t too_narrow;   /* and their total */
    uint64_t
        n_pruned;    /* set by writers of the whole tree: frames that are not in the file at all, */
    uint64_t pruned; /* and their total, each sample counted once */
};

/* Where a box lies, in whole tenths of a pixel from the left edge of the root's, so that neighbours
 * meet exactly. The root spans what the full width stands for. */
struct picture_place {
    uint64_t from, width;
};

struct picture_place picture_place_of(const struct picture *picture, const struct box *box);

/* The number shown for a value of the tree's column: value * factor, exact up to 6 digits after the
 * point, rounded there. */
struct decimal picture_shown(const struct picture *picture, uint64_t value);

/* The least total, at least 1, that is drawn on its own by the style. */
uint64_t picture_least(const struct picture *picture);

/* Lists the callees that are wide enough by the style and lays them out; sets picture->n_drawn,
 * n_too_narrow and too_narrow. The caller frees the layout. */
void picture_layout(struct picture *picture, struct layout *layout);

/* A function's name and what it has by itself. */
struct picture_self {
    struct str name;
    uint64_t self;
};

/* Finds up to `most` names with the most by themselves, largest first, of equals the first by name;
 * returns how many. Names are lent by the profile. among: by frame, which to look at; NULL: all. */
size_t picture_heaviest(const struct picture *picture, const bool *among,
                        struct picture_self *found, size_t most);

/* The name that colours and attributes go by: as the input wrote it, "" for the root. */
struct str picture_raw_name(const struct picture *picture, const struct box *box);

/* What the numbers count: --countname, else the unit the input states, else "samples". */
struct str picture_unit(const struct picture *picture);

/* The same behind a number in a sentence: "sample" behind 1. Titles of frames, which programs read,
 * have the unit as it is. */
struct str picture_unit_of(const struct picture *picture, uint64_t value);

/* Whether the factor leaves every number below 2^64. */
bool picture_fits(const struct picture *picture);

/* Writes "1,234.5". */
void picture_count(struct sink *s, const struct picture *picture, uint64_t value);

#endif
