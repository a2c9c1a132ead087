/* Collects the samples of a speedscope file until its functions are known, which may come later. */
#ifndef INPUT_SPEEDSCOPE_GATHERED_H
#define INPUT_SPEEDSCOPE_GATHERED_H

#include "input/common/amount.h"
#include "input/common/text.h"

/* An index that is no function. */
#define GATHERED_NO_FRAME (UINT32_MAX - 1)

struct gathered_sample {
    struct amount weight;
    stack_id stack; /* among the gathered ones */
    uint32_t line;
};

/* What a profile measures: the unit, as a power of ten of the quantity's smallest one. */
enum gathered_quantity { QUANTITY_SAMPLES, QUANTITY_TIME, QUANTITY_BYTES, QUANTITIES };

struct gathered_unit {
    const char *said;
    struct measure measure;
    enum gathered_quantity quantity;
    unsigned power;
};

/* A profile, usually a thread. Its samples end where those of the next begin. */
struct gathered_profile {
    name_id name; /* 0: not given */
    size_t first; /* of the samples */
    const struct gathered_unit *unit;
    bool counts; /* each sample counts 1, whatever its weight */
    bool timed;  /* it says when its samples began */
};

/* Owns everything except text. */
struct gathered {
    struct text *text;
    frame_id *frames; /* by index; 0: not a function */
    size_t n_frames, frames_room;
    struct stacks stacks; /* of indexes, each + 1 */
    struct gathered_sample *samples;
    size_t n_samples, samples_room;
    struct amount *starts; /* for a profile with times: by sample, of amount_read_time */
    size_t starts_room;
    struct gathered_profile *profiles;
    size_t n_profiles, profiles_room;
    bool is_ours;                /* the document was written by this program, which says */
    double period;               /* what a sample weighs, 0: not known, */
    char unit[AMOUNT_UNIT_ROOM]; /* and in what, where the format has no unit; "": samples */
};

void gathered_init(struct gathered *g, struct text *text);
void gathered_free(struct gathered *g);

/* Adds the function with the next index; 0: invalid. */
void gathered_add_frame(struct gathered *g, frame_id frame);

/* The slow path of gathered_stack: the stack is not the one after its caller. */
MUST_CHECK bool gathered_add_stack(struct gathered *g, stack_id caller, uint32_t index,
                                   stack_id *stack);

/* Finds or adds the stack of a caller and a function index. False when the limit "nodes" is
 * exceeded; then call gathered_full for the fault. */
MUST_CHECK static inline bool gathered_stack(struct gathered *g, stack_id caller, uint32_t index,
                                             stack_id *stack)
{
    const struct stacks *stacks = &g->stacks;

    *stack = caller + 1;
    return (caller + 1 < stacks->n && stacks->rows[caller + 1].caller == caller &&
            stacks->rows[caller + 1].frame == index + 1) ||
           gathered_add_stack(g, caller, index, stack);
}

bool gathered_full(const struct gathered *g, uint64_t line);

/* start: of amount_read_time; NULL: not known. */
void gathered_add_sample(struct gathered *g, stack_id stack, const struct amount *weight,
                         const struct amount *start, uint64_t line);

/* Ends a profile; its samples are those from profile->first on. */
void gathered_add_profile(struct gathered *g, const struct gathered_profile *profile);

/* Call it when all functions are known: adds all samples to the profile, and empties this. */
MUST_CHECK bool gathered_finish(struct gathered *g);

#endif
