/* Finds reversed stacks, of which deep ones that share callers have much in common. */
#ifndef MODEL_COMPARE_REVERSAL_H
#define MODEL_COMPARE_REVERSAL_H

#include "model/pairs.h"
#include "model/profile.h"

/* Reversed, a stack is its frame, called by none, and then the reversed stack of its caller. Owns
 * its arrays; node 0 is the empty stack. */
struct reversal {
    struct pairs prepended; /* (node, frame): the number of the pair + 1 is the node that is the
                             * frame, followed by what the first is */
    uint32_t *parent;       /* by node: without its last frame, */
    frame_id *frame;        /* and that one */
    stack_id *map;          /* in the new profile; 0: not added yet */
    size_t parents_room, frames_room, map_room;
    uint32_t *node; /* by old stack */
    size_t n_stacks;
    uint32_t *path; /* nodes on a way up */
    size_t path_room;
};

/* Whether it is worth its memory: adding frame after frame takes far longer than reading the
 * stacks. */
bool reversal_helps(const struct profile *p);

/* Finds the nodes of all stacks. False, and nothing is to be freed, when there are far more of them
 * than stacks. */
bool reversal_init(struct reversal *r, const struct stacks *stacks);
void reversal_free(struct reversal *r);

/* Adds a stack, reversed, to those of the new profile, as long as these are at most `most`. */
stack_id reversal_add(struct reversal *r, struct stacks *to, stack_id stack, uint64_t most);

#endif
