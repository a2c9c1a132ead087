/* a;b;a;b    the reversed stack of the last frame: b;a;b;a
 * The node of b;a;b;a is b in front of a;b;a, which is that of its caller. Where it is new, so are
 * those of its longer beginnings, so each step on the way up makes a node or is the last. This is
 * how Weiner builds the suffixes of a text, from the last to the first. */
#include "model/compare/reversal.h"

#include "base/mem.h"

enum {
    DEEP = 1000,     /* frames */
    STEPS_MOST = 64, /* for each stack and sample, if frames are added one by one */
    NODES_PER_STACK = 32,
};

bool reversal_helps(const struct profile *p)
{
    uint32_t deepest = 0;
    uint64_t steps = 0;

    if (p->stacks.n <= DEEP)
        return false;
    uint32_t *depth = mem_alloc(p->stacks.n, sizeof *depth);
    for (stack_id i = 1; i < p->stacks.n; i++) {
        depth[i] = depth[p->stacks.rows[i].caller] + 1;
        deepest = depth[i] > deepest ? depth[i] : deepest;
    }
    for (uint32_t i = 0; i < p->n_samples && deepest > DEEP; i++)
        steps += depth[p->samples[i].stack] + depth[moments_waker(&p->moments, i).stack];
    mem_free(depth, p->stacks.n, sizeof *depth);
    return steps / STEPS_MOST > (uint64_t)p->stacks.n + p->n_samples;
}

static void push(struct reversal *r, size_t n, uint32_t node)
{
    r->path = mem_grow(r->path, &r->path_room, n + 1, sizeof *r->path);
    r->path[n] = node;
}

static void set(struct reversal *r, uint32_t node, uint32_t parent, frame_id frame)
{
    r->parent = mem_grow(r->parent, &r->parents_room, (size_t)node + 1, sizeof *r->parent);
    r->frame = mem_grow(r->frame, &r->frames_room, (size_t)node + 1, sizeof *r->frame);
    r->map = mem_grow(r->map, &r->map_room, (size_t)node + 1, sizeof *r->map);
    r->parent[node] = parent;
    r->frame[node] = frame;
}

/* Finds or makes the node that is the frame in front of another one. False when there are more than
 * `most`. */
static bool prepend(struct reversal *r, uint32_t to, frame_id frame, uint32_t most, uint32_t *node)
{
    uint32_t parent = 0;
    size_t n = 0;

    for (uint32_t at = to;; at = r->parent[at]) {
        const uint32_t before = r->prepended.n;
        const uint32_t number = pairs_add(&r->prepended, at, frame);
        if (number < before) {
            parent = number + 1;
            break;
        }
        push(r, n++, at);
        if (before >= most)
            return false;
        if (at == 0)
            break;
    }
    *node = parent;
    while (n > 0) {
        uint32_t behind = r->path[--n];
        *node = pairs_add(&r->prepended, behind, frame) + 1;
        set(r, *node, parent, behind ? r->frame[behind] : frame);
        parent = *node;
    }
    return true;
}

bool reversal_init(struct reversal *r, const struct stacks *stacks)
{
    const uint64_t most = (uint64_t)stacks->n * NODES_PER_STACK;
    bool ok = true;

    *r = (struct reversal){.n_stacks = stacks->n};
    pairs_init(&r->prepended);
    r->node = mem_alloc(stacks->n, sizeof *r->node);
    set(r, 0, 0, 0);
    for (stack_id i = 1; ok && i < stacks->n; i++)
        ok = prepend(r, r->node[stacks->rows[i].caller], stacks->rows[i].frame,
                     most < UINT32_MAX ? (uint32_t)most : UINT32_MAX, &r->node[i]);
    if (!ok)
        reversal_free(r);
    return ok;
}

void reversal_free(struct reversal *r)
{
    pairs_free(&r->prepended);
    mem_free(r->parent, r->parents_room, sizeof *r->parent);
    mem_free(r->frame, r->frames_room, sizeof *r->frame);
    mem_free(r->map, r->map_room, sizeof *r->map);
    mem_free(r->node, r->n_stacks, sizeof *r->node);
    mem_free(r->path, r->path_room, sizeof *r->path);
    *r = (struct reversal){0};
}

stack_id reversal_add(struct reversal *r, struct stacks *to, stack_id stack, uint64_t most)
{
    uint32_t at = r->node[stack];
    size_t n = 0;

    for (; at && !r->map[at]; at = r->parent[at])
        push(r, n++, at);
    stack_id found = r->map[at];
    while (n > 0 && to->n - 1 <= most) {
        at = r->path[--n];
        found = r->map[at] = stacks_append(to, found, r->frame[at]);
    }
    return found;
}
