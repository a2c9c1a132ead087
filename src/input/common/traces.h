/* Stacks of addresses in one process, leaf first, resolved when its maps are known, which follow
 * the stacks in pprof's older formats. */
#ifndef INPUT_COMMON_TRACES_H
#define INPUT_COMMON_TRACES_H

#include "input/common/location_files.h"
#include "input/common/text.h"
#include "input/common/trace_maps.h"
#include "symbol/place.h"

struct traces_named;

/* Owns everything except the text. */
struct traces {
    struct text *text;
    size_t n_values;
    struct profile stacks;  /* of numbers; the last column counts samples */
    struct builder builder; /* of those */
    uint64_t *lines;        /* where each stack first occurred */
    size_t lines_room;
    struct names addresses; /* each as 8 bytes */
    struct map_text maps;
    struct traces_named *named; /* by address */
    size_t named_room;
    frame_id *frames; /* frames of the addresses, leaf first */
    size_t n_frames, frames_room;
    struct location_files files;   /* for resolving names */
    uint64_t n_samples, n_unnamed; /* and those with an unnamed function */
};

void traces_init(struct traces *tr, struct text *text, size_t n_values);
void traces_free(struct traces *tr);

/* Begins an empty stack. */
static inline void traces_begin(struct traces *tr)
{
    builder_begin(&tr->builder);
}

static inline size_t traces_depth(const struct traces *tr)
{
    return tr->builder.n;
}

/* Adds the code at an address to the stack. False with a fault when a limit is reached. */
MUST_CHECK bool traces_push(struct traces *tr, uint64_t address);

/* The same for code that the input names. */
MUST_CHECK bool traces_push_place(struct traces *tr, const struct code_place *place,
                                  uint64_t address);

/* Returns the stack for traces_add. */
MUST_CHECK bool traces_stack(struct traces *tr, stack_id *stack);

/* Adds a sample of the stack. False with a fault when a limit is reached or a sum overflows. */
MUST_CHECK bool traces_add(struct traces *tr, stack_id stack, labels_id labels,
                           const uint64_t *values, uint64_t line);

/* Parses a line of the process's maps. False with a fault when it is damaged and the reading is
 * strict. */
MUST_CHECK bool traces_map(struct traces *tr, struct str line);

/* Adds all samples to the profile; what follows belongs to another process. */
MUST_CHECK bool traces_finish(struct traces *tr);

/* Reports on --explain, and why functions have no names if that concerns many samples. False with a
 * fault when the system failed to read a file. */
MUST_CHECK bool traces_tell(struct traces *tr);

#endif
