/* Call stacks as a merged tree: a stack is its caller and one frame more. */
#ifndef MODEL_STACKS_H
#define MODEL_STACKS_H

#include "model/frames.h"

typedef uint32_t stack_id;

struct stack {
    stack_id caller; /* smaller than the stack's own id */
    frame_id frame;
};

/* Stack 0 is the empty stack. A pair of caller and frame occurs once, but in time order
 * (stacks_append), where a frame that is left and entered again is another one. */
struct stacks {
    struct stack *rows;
    size_t room;
    uint32_t n;
    struct slot *slots; /* the stacks whose id is not their caller's + 1, by hash */
    size_t n_slots;
    uint32_t n_used;
    uint32_t n_entered; /* rows below this have their entry; others get it when one is looked for */
    struct hash_key key;
};

void stacks_init(struct stacks *stacks);
void stacks_free(struct stacks *stacks);

/* Frees the table, which stacks_add makes anew, of all stacks, when it is needed again. */
void stacks_forget(struct stacks *stacks);

/* Returns the stack of the caller and one frame more, adding it when it is new. */
stack_id stacks_add(struct stacks *stacks, stack_id caller, frame_id frame);

/* Adds the stack of the caller and one frame more without looking for an equal one: for pairs that
 * are known to be new, and for time order. */
stack_id stacks_append(struct stacks *stacks, stack_id caller, frame_id frame);

/* The same for a pair that is new and is not looked for before stacks_forget. */
stack_id stacks_add_single(struct stacks *stacks, stack_id caller, frame_id frame);

/* Lends the rows of another, which is used up (only stacks_free may follow), to one who reads them
 * from the first on and adds no more here than he has read: large ones come to lie behind ours,
 * without being copied. */
const struct stack *stacks_adopt(struct stacks *stacks, struct stacks *other);

/* Finds or adds all stacks of another, whose frames are ours by `frames`, and writes their ids here
 * to `map` (room for all of them, zeroed). The other is used up: only stacks_free may follow. */
void stacks_merge(struct stacks *stacks, struct stacks *other, const frame_id *frames,
                  stack_id *map);

#endif
