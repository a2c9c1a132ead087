/* Stacks of addresses in one process, leaf first, which are named once the maps behind them are
 * known: the older profiles that pprof reads. */
#ifndef INPUT_COMMON_TRACES_H
#define INPUT_COMMON_TRACES_H

#include "input/common/location_files.h"
#include "input/common/text.h"
#include "input/common/trace_maps.h"
#include "symbol/place.h"

struct traces_named;

/* Owns all but the text. */
struct traces {
    struct text *text;
    size_t n_values;
    struct profile stacks;  /* of numbers; their last column counts the samples */
    struct builder builder; /* of those */
    uint64_t *lines;        /* where each stack was met first */
    size_t lines_room;
    struct names addresses; /* as 8 bytes */
    struct map_text maps;
    struct traces_named *named; /* by address */
    size_t named_room;
    frame_id *frames; /* of addresses, leaf first */
    size_t n_frames, frames_room;
    struct location_files files;   /* in which names are sought */
    uint64_t n_samples, n_unnamed; /* and those of them with a function without a name */
};

void traces_init(struct traces *tr, struct text *text, size_t n_values);
void traces_free(struct traces *tr);

/* Begins a stack without frames. */
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

/* The same for code of which the input says what it is. */
MUST_CHECK bool traces_push_place(struct traces *tr, const struct code_place *place,
                                  uint64_t address);

/* Lends the stack to traces_add. */
MUST_CHECK bool traces_stack(struct traces *tr, stack_id *stack);

/* Adds a sample of the stack. False with a fault when a limit is reached or the sum overflows. */
MUST_CHECK bool traces_add(struct traces *tr, stack_id stack, labels_id labels,
                           const uint64_t *values, uint64_t line);

/* Takes a line of the process's maps. False with a fault when it is damaged and that is one. */
MUST_CHECK bool traces_map(struct traces *tr, struct str line);

/* Gives all samples to the profile: what follows is of another process. */
MUST_CHECK bool traces_finish(struct traces *tr);

/* Says what --explain asks for, and why samples have functions without a name, where many have.
 * False with a fault when the system did not read a file. */
MUST_CHECK bool traces_tell(struct traces *tr);

#endif
