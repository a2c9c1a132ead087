/* Output formats of profiles: the interface and the registry. */
#ifndef RENDER_OUTPUT_H
#define RENDER_OUTPUT_H

#include "base/sink.h"
#include "render/figure/page.h"

struct picture;

/* Const, one for each format; NULL or false: not supported. */
struct output_format {
    const char *name;
    const char *about;                /* one sentence for --list-formats */
    const char *const *endings;       /* of file names, without the dot; NULL-terminated */
    const enum figure_format *figure; /* NULL: not a figure */

    /* Writes the picture. The sink keeps its own failures. A fault means that the format cannot
     * hold the picture (a limit); it occurs before the first byte is written. */
    bool (*write)(struct picture *picture, struct sink *sink, struct fault *f);

    bool lists_stacks;  /* writes whole stacks, which may be long: its usual size has no limit */
    bool embeds_tree;   /* uses picture->forward_tree */
    bool names_only;    /* does not distinguish kinds: frames of equal name are merged */
    bool whole;         /* writes samples with all labels and measures, not the tree of one measure
                         */
    bool places;        /* with whole: also which instruction and source line each frame is of */
    bool all_measures;  /* writes each, and need not have any of the first */
    bool timed;         /* uses the times of samples, if the input has them */
    bool by_time;       /* can place frames on a time axis (style.time_axis) */
    bool all_snapshots; /* shows all memory snapshots, together with `whole`; stacks can be filtered
                         * but not selected */
    bool both;          /* can show both sides of a comparison */
    bool lists_code;    /* writes picture->listings */
    bool by_functions;  /* shows functions, not stacks: reversal makes no difference */
};

/* The registry, in the order of outputs.def. */
const struct output_format *const *output_formats(size_t *n);

/* Returns the format with that name, or NULL with a fault that suggests the nearest. */
MUST_CHECK const struct output_format *output_find(struct str name, struct fault *f);

/* Returns the format for a file name's extension (the longest that fits), or NULL. */
const struct output_format *output_of_ending(struct str path);

/* Returns the length of the longest of these extensions that the file name has, ignoring case; 0:
 * none. */
size_t output_ends_as(struct str path, const char *const *endings);

/* Checks a file name for which no format was found, or NULL: a fault if it has an extension. */
MUST_CHECK bool output_check_ending(const char *path, struct fault *f);

#endif
