/* A flame graph to be written: its data, its style, and queries that all formats share. */
#ifndef RENDER_FLAME_PICTURE_H
#define RENDER_FLAME_PICTURE_H

#include "base/limits.h"
#include "base/sink.h"
#include "model/compare/difference.h"
#include "model/tree.h"
#include "render/figure/figure.h"
#include "render/flame/layout.h"
#include "render/flame/legend.h"
#include "render/flame/style.h"
#include "render/theme/paint.h"

struct listings; /* render/common/listing.h */

/* Bits: what frames of a picture with lanes stand for. */
enum frame_role {
    ROLE_RUNS = 1,  /* own time of it is running */
    ROLE_WAITS = 2, /* own time of it is waiting */
    ROLE_LANE = 4,
};

/* Borrows everything. */
struct picture {
    const struct profile *profile;
    struct tree *tree;         /* has totals; each writer lists the callees it needs */
    struct tree *forward_tree; /* of a reversed or folded picture: the tree with stacks as they were
                                * read; or NULL */
    const uint32_t *repeats;   /* by stack: how often its last frame stands in a row, all drawn as
                                * one; NULL: none is folded */
    const struct difference *difference;         /* of the tree's profile; NULL: one profile, not a
                                                  * comparison */
    const struct difference *forward_difference; /* of the profile of forward_tree */
    uint64_t whole;                              /* what shares are of, at least the tree's total */
    uint64_t span; /* the value of the full width: the whole, but with lanes, which are beside each
                    * other, the time from end to end */
    const struct style *style;
    const struct figure_style *figure; /* for formats that are figures */
    const struct painter *painter;
    const unsigned char *roles;      /* by frame: enum frame_role; NULL: there are no lanes */
    const struct legend *legend;     /* of the profile's frames; NULL: colours follow from names */
    bool marks_inlined;              /* inlined frames have a mark, which the picture explains */
    struct palette_map *palette_map; /* receives the colours of drawn frames; NULL: not wanted */
    const struct listings *listings; /* of the format that lists code; NULL: none */
    struct background background;
    const struct limits *limits;
    unsigned threads;      /* workers for a large picture; 0: as many as useful; the output is the
                            * same */
    uint64_t n_drawn;      /* set by writers with a layout: frames drawn, */
    uint64_t n_too_narrow; /* frames below drawn ones that are too narrow for a box of their own, */
    uint64_t too_narrow;   /* and their total */
    uint64_t n_too_deep;   /* frames in rows that have no room in the file, */
    uint64_t n_rows;       /* and how many rows have */
    uint32_t n_narrow_rows;    /* the last rows that are left out since no box in them is a pixel
                                * wide, */
    uint64_t n_in_narrow_rows; /* and the frames in them */
    uint64_t n_pruned; /* set by writers of the whole tree: frames that are not in the file, */
    uint64_t pruned;   /* and their total, each sample counted once */
};

/* The position of a box, in whole tenths of a pixel from the left edge of the root's, so that
 * neighbours meet exactly. The root spans the full width. */
struct picture_place {
    uint64_t from, width;
};

struct picture_place picture_place_of(const struct picture *picture, const struct box *box);

/* The number shown for a value of the tree's column: value * factor, rounded to 6 digits after the
 * point. */
struct decimal picture_shown(const struct picture *picture, uint64_t value);

/* The least total, at least 1, that gets a box of its own in this style. */
uint64_t picture_least(const struct picture *picture);

/* What is between a name and how often it repeats, and the room for both behind the name. */
#define REPEATS_SIGN " \xC3\x97 "
enum { REPEATS_CELLS = 8 };

/* How many frames in a row the box stands for: 1 where nothing is folded. */
uint32_t picture_repeats(const struct picture *picture, const struct box *box);

/* Lists the callees that are wide enough and lays them out; sets picture->n_drawn, n_too_narrow and
 * too_narrow. The caller frees the layout. */
void picture_layout(struct picture *picture, struct layout *layout);

/* Adds the self value of each frame to self, which is indexed by frame. */
void picture_self_by_frame(const struct picture *picture, uint64_t *self);

/* A function's name and self value. */
struct picture_self {
    struct str name;
    uint64_t self;
};

/* Finds up to `most` names with the greatest self values, sorted by value, then name; returns how
 * many. Names are lent by the profile. among: by frame, whether to include it; NULL: all. */
size_t picture_heaviest(const struct picture *picture, const bool *among,
                        struct picture_self *found, size_t most);

/* Whether a frame only waits by itself. */
static inline bool picture_waits(const struct picture *picture, frame_id frame)
{
    return picture->roles && picture->roles[frame] == ROLE_WAITS;
}

static inline bool picture_is_lane(const struct picture *picture, frame_id frame)
{
    return picture->roles && picture->roles[frame] == ROLE_LANE;
}

/* Whether a box is hatched. */
bool picture_is_hatched(const struct picture *picture, const struct box *box);

/* The name for colours and attributes: as in the input; "" for the root. */
struct str picture_raw_name(const struct picture *picture, const struct box *box);

/* The unit of the numbers: --countname, else the input's unit, else "samples". */
struct str picture_unit(const struct picture *picture);

/* The same after a number in a sentence: "sample" after 1. Tooltips of frames, which programs read,
 * do not use this form. */
struct str picture_unit_of(const struct picture *picture, uint64_t value);

/* Whether every number times the factor is below 2^64. */
bool picture_fits(const struct picture *picture);

/* Writes "1,234.5". */
void picture_count(struct sink *s, const struct picture *picture, uint64_t value);

#endif
