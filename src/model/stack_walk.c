/* A depth-first walk, by links from a stack to its first callee and to the next callee of its
 * caller. */
#include "model/stack_walk.h"

#include "base/mem.h"

void stack_walk_init(struct stack_walk *d, const struct stacks *stacks)
{
    *d = (struct stack_walk){
        .stacks = stacks,
        .first = mem_alloc(stacks->n, sizeof *d->first),
        .next = mem_alloc(stacks->n, sizeof *d->next),
        .n = stacks->n,
    };
    for (stack_id i = stacks->n - 1; i > 0; i--) {
        stack_id caller = stacks->rows[i].caller;
        d->next[i] = d->first[caller];
        d->first[caller] = i;
    }
}

void stack_walk_free(struct stack_walk *d)
{
    mem_free(d->first, d->n, sizeof *d->first);
    mem_free(d->next, d->n, sizeof *d->next);
    *d = (struct stack_walk){0};
}

bool stack_walk_next(struct stack_walk *d, stack_id *stack, bool *entered)
{
    stack_id to = d->left ? d->next[d->at] : d->first[d->at];

    *entered = to != 0;
    if (!to && d->left)
        to = d->stacks->rows[d->at].caller;
    else if (!to)
        to = d->at; /* it calls nothing */
    d->at = to;
    d->left = !*entered;
    *stack = to;
    return to != 0;
}
