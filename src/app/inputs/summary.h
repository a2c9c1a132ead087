/* --summary: counts of what was read, skipped and drawn. */
#ifndef APP_INPUTS_SUMMARY_H
#define APP_INPUTS_SUMMARY_H

#include "app/inputs/quality.h"
#include "input/input.h"
#include "render/flame/picture.h"

struct summary_input {
    const char *name; /* borrowed */
    struct input_report report;
};

/* Owns its rows. */
struct summary {
    struct summary_input *inputs;
    size_t n, room;
    struct quality quality;
    struct text_list details; /* of recordings, each after the name of its input */
    uint64_t dropped;         /* samples that filters removed */
};

/* Adds an input, and its details from that one on; NULL: none. */
void summary_add(struct summary *summary, const char *name, const struct input_report *report,
                 const struct text_list *details, size_t from);
/* Unpacked bytes of all inputs, and what was loaded of the files that name their code. */
uint64_t summary_bytes(const struct summary *summary);
void summary_free(struct summary *summary);

/* Print to standard error: the whole summary of a flame graph; only what was read; only the
 * remaining stacks, with their total, "1,234 samples". */
void summary_print(const struct summary *summary, const struct picture *picture);
void summary_say_inputs(const struct summary *summary);
void summary_say_stacks(const struct summary *summary, const struct profile *p, struct str total);

#endif
