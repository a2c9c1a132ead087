/* Output formats: their contract and their registry. */
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

/* Const, one for each format; what is NULL or false the format does not do. */
struct output_format {
    const char *name;
    const char *about;                /* one sentence for --list-formats */
    const char *const *endings;       /* of file names, without the dot, ended by NULL */
    const enum figure_format *figure; /* NULL: it is none */

    /* Writes the picture. The sink remembers its own failures; a fault is what the format cannot
     * hold (a limit), and is found before the first byte is written. */
    bool (*write)(struct picture *picture, struct sink *sink, struct fault *f);

    bool embeds_tree;   /* has use for picture->forward_tree */
    bool names_only;    /* kinds are not told: frames of equal name are one */
    bool whole;         /* writes samples with all their labels and measures, no tree of one */
    bool timed;         /* has use for the times of samples, where the input says them */
    bool all_snapshots; /* shows all snapshots of memory, with whole; no choice of stacks but
                           filters */
    bool both;          /* shows both sides of a difference */
    bool by_functions;  /* shows functions, not stacks: those are the same in reversed stacks */
};

/* The registry, in the order of outputs.def. */
const struct output_format *const *output_formats(size_t *n);

/* Returns the format of that name, or NULL with a fault that names the nearest. */
MUST_CHECK const struct output_format *output_find(struct str name, struct fault *f);

/* Returns the format of a file name's ending, of several the longest, or NULL. */
const struct output_format *output_of_ending(struct str path);

/* Returns the length of the longest of the endings that a file name has, in whatever case; 0: it
 * has none of them. */
size_t output_ends_as(struct str path, const char *const *endings);

/* Of a file that no format was found for, or NULL: whether it has no ending. */
MUST_CHECK bool output_check_ending(const char *path, struct fault *f);

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
 * n_too_narrow and hidden. The caller frees the layout. */
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

/* How a box is coloured. */
struct frame_paint {
    struct colour fill;
    struct colour ink; /* of its label: black, or white on a dark fill that the user named */
};

/* Adds the colour to picture->palette_map where there is one. */
struct frame_paint frame_paint_of(const struct picture *picture, const struct box *box);

/* The same for a function, drawn or not: nothing is added, nothing follows a share. */
struct frame_paint frame_paint_of_name(const struct picture *picture, struct str raw_name,
                                       enum frame_kind kind);

/* Of frames that are drawn joined. */
#define REST_FILL                                                                                  \
    {                                                                                              \
        0xbd, 0xbd, 0xbd                                                                           \
    }

/* What the numbers count: --countname, else the unit the input states, else "samples". */
struct str picture_unit(const struct picture *picture);

/* The same behind a number in a sentence: "sample" behind 1. Titles of frames, which programs read,
 * have the unit as it is. */
struct str picture_unit_of(const struct picture *picture, uint64_t value);

/* The unit that stands behind a number in a sentence. */
struct str amount_unit_behind(struct decimal shown, struct str unit);

/* Writes "1,234.5 samples", "1 sample": a value of a column with the unit of the column. */
void amount_write(struct sink *s, const struct names *names, name_id unit, struct decimal value);

/* Whether amounts of a unit are scaled: those of time and of bytes, as in the viewer (text.js). */
bool amount_is_scaled(struct str unit);

/* Writes "1.23 ms" for 1,234,567 "ns", for people to read: with the largest unit of which there is
 * one, and two digits. The unit is one that is scaled; the value is finite and not below 0. */
void amount_write_scaled(struct sink *s, double value, struct str unit);

/* Whether the factor leaves every number below 2^64. */
bool picture_fits(const struct picture *picture);

/* Writes "1,234.5" and "12.34" (percent of the whole, two digits). */
void picture_count(struct sink *s, const struct picture *picture, uint64_t value);
void amount_percent(struct sink *s, uint64_t value, uint64_t whole);

#endif
