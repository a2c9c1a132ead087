/* Output formats of profiles: their contract and their registry. */
#ifndef RENDER_OUTPUT_H
#define RENDER_OUTPUT_H

#include "base/sink.h"
#include "render/figure/page.h"

struct picture;

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

#endif
