/* The path to a row of a call tree, by depth. */
#include "input/common/path.h"

#include "base/mem.h"

void path_free(struct path *p)
{
    mem_free(p->steps, p->room, sizeof *p->steps);
    *p = (struct path){0};
}

bool path_put(struct path *p, size_t depth, frame_id frame)
{
    if (depth > p->n)
        return false;
    if (depth == p->room)
        p->steps = mem_grow(p->steps, &p->room, depth + 1, sizeof *p->steps);
    p->steps[depth] = (struct path_step){.frame = frame};
    p->n = depth + 1;
    return true;
}

void path_cut(struct path *p, size_t depth)
{
    if (depth < p->n)
        p->n = depth;
}

bool path_stack(struct path *p, const struct builder *b, stack_id *stack)
{
    const struct reading *r = b->r;
    struct place place;
    size_t known = p->n;

    if (p->n > r->ask->limits.depth)
        return limits_reached(b->f, place_of(&place, r->name, r->tally.lines), "depth",
                              r->ask->limits.depth);
    while (known && !p->steps[known - 1].stack)
        known--;
    *stack = known ? p->steps[known - 1].stack : 0;
    for (; known < p->n; known++) {
        *stack = stacks_add(&b->p->stacks, *stack, p->steps[known].frame);
        p->steps[known].stack = *stack;
    }
    return true;
}
