/* A preorder walk with an explicit stack, so deep trees cannot overflow the call stack. */
#include "render/common/tree_walk.h"

#include "base/mem.h"

static void push(struct walk *w, stack_id stack, uint32_t depth)
{
    if (w->n == w->room)
        w->pending = mem_grow(w->pending, &w->room, w->n + 1, sizeof *w->pending);
    w->pending[w->n++] = (struct walk_step){stack, depth};
}

void walk_init(struct walk *w, const struct tree *tree)
{
    *w = (struct walk){.tree = tree};
    push(w, 0, 0);
}

void walk_free(struct walk *w)
{
    mem_free(w->pending, w->room, sizeof *w->pending);
    *w = (struct walk){0};
}

bool walk_next(struct walk *w)
{
    uint32_t n;

    if (w->n == 0)
        return false;
    struct walk_step step = w->pending[--w->n];
    const stack_id *callees = tree_callees(w->tree, step.stack, &n);
    while (n)
        push(w, callees[--n], step.depth + 1);
    w->stack = step.stack;
    w->depth = step.depth;
    return true;
}
