/* The callees of every stack in order, in little memory: most stacks have one callee, with the next
 * id (stacks.c adds them so), and need no entry. */
#ifndef MODEL_ORDERED_CALLEES_H
#define MODEL_ORDERED_CALLEES_H

#include "model/frame_order.h"

/* Borrows the stacks of a profile, which must not change meanwhile. */
struct ordered_callees {
    const struct stacks *stacks;
    uint64_t *marks;  /* by stack, a bit each: marked, because it has a callee other than the next
                       * stack */
    uint32_t *before; /* by word of marks: how many bits are set in earlier words */
    stack_id *marked; /* the marked stacks; then UINT32_MAX */
    uint32_t *first;  /* by marked stack: where its callees begin; then their end */
    uint32_t n_marked;
    stack_id *callees; /* of marked stacks */
    uint32_t n_callees;
};

/* Lists callees in the order in which they were added. */
void ordered_callees_build(struct ordered_callees *b, const struct profile *p);

/* Sorts callees by their frames, unless they are in time order. */
void ordered_callees_sort(struct ordered_callees *b, const struct profile *p,
                          const struct frame_order *order);
void ordered_callees_free(struct ordered_callees *b);

/* Whether a stack is marked; then use ordered_callees_callees. */
static inline bool ordered_callees_at(const struct ordered_callees *b, stack_id stack)
{
    return b->marks[stack / 64] >> stack % 64 & 1;
}

const stack_id *ordered_callees_callees(const struct ordered_callees *b, stack_id stack,
                                        uint32_t *n);

/* Returns the position in `marked` of the first stack that is not less. */
uint32_t ordered_callees_place(const struct ordered_callees *b, stack_id stack);

/* The only callee of an unmarked stack; 0: none. */
static inline stack_id ordered_callees_next(const struct ordered_callees *b, stack_id stack)
{
    stack_id next = stack + 1;

    return next < b->stacks->n && b->stacks->rows[next].caller == stack ? next : 0;
}

#endif
