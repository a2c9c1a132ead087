/* What profiles of speedscope say until the functions that they name by indexes are known, which
 * may come behind them. */
#ifndef INPUT_SPEEDSCOPE_GATHERED_H
#define INPUT_SPEEDSCOPE_GATHERED_H

#include "input/common/amount.h"
#include "input/common/text.h"

/* The index of a function that is none. */
#define GATHERED_NO_FRAME (UINT32_MAX - 1)

struct gathered_sample {
    struct amount weight;
    stack_id stack; /* of the gathered ones */
    uint32_t line;
};

/* A profile, mostly a thread. Its samples end where those of the next begin. */
struct gathered_profile {
    name_id name; /* 0: not told */
    size_t first; /* of the samples */
    bool counts;  /* each sample is one, be its weight what it is */
};

/* Owns all but text. */
struct gathered {
    struct text *text;
    frame_id *frames; /* by index; 0: it is no function */
    size_t n_frames, frames_room;
    struct stacks stacks; /* of indexes, each + 1 */
    struct gathered_sample *samples;
    size_t n_samples, samples_room;
    struct gathered_profile *profiles;
    size_t n_profiles, profiles_room;
};

void gathered_init(struct gathered *g, struct text *text);
void gathered_free(struct gathered *g);

/* Adds the function of the next index; 0: it is wrong. */
void gathered_add_frame(struct gathered *g, frame_id frame);

/* What gathered_stack does where the stack is not the next one behind its caller's. */
MUST_CHECK bool gathered_stack_else(struct gathered *g, stack_id caller, uint32_t index,
                                    stack_id *stack);

/* Finds or adds the stack of a caller and the function of an index. False when there are more
 * than the limit "nodes", of which gathered_full makes a fault. */
MUST_CHECK static inline bool gathered_stack(struct gathered *g, stack_id caller, uint32_t index,
                                             stack_id *stack)
{
    const struct stacks *stacks = &g->stacks;

    *stack = caller + 1;
    return (caller + 1 < stacks->n && stacks->rows[caller + 1].caller == caller &&
            stacks->rows[caller + 1].frame == index + 1) ||
           gathered_stack_else(g, caller, index, stack);
}

bool gathered_full(const struct gathered *g, uint64_t line);

void gathered_add_sample(struct gathered *g, stack_id stack, const struct amount *weight,
                         uint64_t line);

/* Ends the profile whose samples are those from profile->first on. */
void gathered_add_profile(struct gathered *g, const struct gathered_profile *profile);

/* All functions are known: adds all samples to the profile, and is empty again. */
MUST_CHECK bool gathered_finish(struct gathered *g);

#endif
