/* The callees of every stack in order, in little memory: a stack is mostly followed by its one
 * callee, as stacks.c adds them, and of such stacks nothing is kept. */
#ifndef MODEL_ORDERED_CALLEES_H
#define MODEL_ORDERED_CALLEES_H

#include "model/frame_order.h"

/* Borrows the stacks of a profile, which must not change meanwhile. */
struct ordered_callees {
    const struct stacks *stacks;
    uint64_t *marks;  /* by stack, a bit each: it has a callee that is not the stack behind it */
    uint32_t *before; /* by word of marks: how many bits are set in the words before */
    stack_id *marked; /* the marked stacks; then UINT32_MAX */
    uint32_t *first;  /* by marked stack: where its callees begin; then the end of the last */
    uint32_t n_marked;
    stack_id *callees; /* of marked stacks */
    uint32_t n_callees;
};

/* Callees stand in the order in which they were added. */
void ordered_callees_build(struct ordered_callees *b, const struct profile *p);

/* Puts callees in the order of their frames, unless they are in time order. */
void ordered_callees_sort(struct ordered_callees *b, const struct profile *p,
                          const struct frame_order *order);
void ordered_callees_free(struct ordered_callees *b);

/* Whether a stack is marked: ordered_callees_callees lends its callees. */
static inline bool ordered_callees_at(const struct ordered_callees *b, stack_id stack)
{
    return b->marks[stack / 64] >> stack % 64 & 1;
}

const stack_id *ordered_callees_callees(const struct ordered_callees *b, stack_id stack,
                                        uint32_t *n);

/* Returns the place in `marked` of the first that is not before the stack. */
uint32_t ordered_callees_place(const struct ordered_callees *b, stack_id stack);

/* The one callee of a stack that is not marked; 0: it has none. */
static inline stack_id ordered_callees_next(const struct ordered_callees *b, stack_id stack)
{
    stack_id next = stack + 1;

    return next < b->stacks->n && b->stacks->rows[next].caller == stack ? next : 0;
}

#endif
