/* Call stacks as a merged tree (trie): a stack is its caller plus one frame. */
#ifndef MODEL_STACKS_H
#define MODEL_STACKS_H

#include <assert.h>

#include "model/frames.h"

typedef uint32_t stack_id;

struct stack {
    stack_id caller; /* smaller than the stack's own id */
    frame_id frame;
};

/* Stack 0 is the empty stack. Each pair of caller and frame occurs once, except in time order
 * (stacks_append), where a frame that returns and is called again is a new stack. */
struct stacks {
    struct stack *rows;
    size_t room;
    uint32_t n;
    struct slots
        slots; /* only stacks whose id is not their caller's + 1; up to three quarters full */
    uint64_t n_scanned; /* rows that were looked at instead of entering all */
    uint32_t n_entered; /* rows below this are in slots; the others are entered when a look-up needs
                         * it */
    struct hash_key key;
};

void stacks_init(struct stacks *stacks);
void stacks_free(struct stacks *stacks);
void stacks_copy(struct stacks *to, const struct stacks *from);

/* Frees the hash table; stacks_add rebuilds it when needed. */
void stacks_forget(struct stacks *stacks);

/* For stacks_append and stacks_add. */
void stacks_enlarge(struct stacks *stacks);
stack_id stacks_find_or_append(struct stacks *stacks, stack_id caller, frame_id frame);

/* Adds the stack without looking for an equal one: for pairs known to be new, and for time order.
 */
static inline stack_id stacks_append(struct stacks *stacks, stack_id caller, frame_id frame)
{
    if (stacks->n == stacks->room)
        stacks_enlarge(stacks);
    assert(caller < stacks->n && stacks->n < UINT32_MAX);
    stacks->rows[stacks->n] = (struct stack){caller, frame};
    return stacks->n++;
}

/* Returns the stack that is caller plus frame; adds it if new. Inline, as most are callees of the
 * newest stack, which has none yet. */
static inline stack_id stacks_add(struct stacks *stacks, stack_id caller, frame_id frame)
{
    if (caller + 1 != stacks->n || stacks->n_entered != stacks->n)
        return stacks_find_or_append(stacks, caller, frame);
    stacks->n_entered++;
    return stacks_append(stacks, caller, frame);
}

/* The same for a pair that is new and not looked up before stacks_forget. */
stack_id stacks_add_single(struct stacks *stacks, stack_id caller, frame_id frame);

/* Lends the rows of `other`, which is consumed (only stacks_free may follow). The caller reads them
 * from the start, and adds here no more rows than it has read: large tables are moved behind ours
 * without copying. */
const struct stack *stacks_adopt(struct stacks *stacks, struct stacks *other);

/* Finds or adds all stacks of `other`, whose frames `frames` maps to ours, and writes their new ids
 * to `map` (other->n zeroed ids). Consumes `other`: only stacks_free may follow. */
void stacks_merge(struct stacks *stacks, struct stacks *other, const frame_id *frames,
                  stack_id *map);

#endif
