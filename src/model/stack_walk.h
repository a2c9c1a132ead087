/* A depth-first walk through all stacks of a profile. */
#ifndef MODEL_STACK_WALK_H
#define MODEL_STACK_WALK_H

#include <stdbool.h>

#include "model/stacks.h"

/* Borrows the stacks, which must not change meanwhile. */
struct stack_walk {
    const struct stacks *stacks;
    stack_id *first; /* by stack: its first callee; 0: none */
    stack_id *next;  /* by stack: the next callee of its caller; 0: none */
    uint32_t n;
    stack_id at;
    bool left; /* `at` was left, not entered */
};

void stack_walk_init(struct stack_walk *d, const struct stacks *stacks);
void stack_walk_free(struct stack_walk *d);

/* Moves on. *stack is entered, or left when all its callees were. Callees come by id; the empty
 * stack is skipped. False at the end. */
bool stack_walk_next(struct stack_walk *d, stack_id *stack, bool *entered);

#endif
