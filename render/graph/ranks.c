/* Finds rows by a walk in depth first: the order in which boxes are left, backwards, has callers
 * before what they call, but for edges that lead back. */
#include "render/graph/ranks.h"

#include "base/mem.h"

/* Owns its arrays, by box. */
struct rank_walk {
    const struct drawing *d;
    uint32_t *first;   /* of the callees of each box; one more than boxes */
    uint32_t *callees; /* by edge */
    uint32_t *next;    /* which callee is looked at next; 0 before the first */
    uint32_t *path;    /* from the box where the walk began */
    uint32_t *left;    /* boxes in the order in which they were left */
    uint32_t *when;    /* 1 + the place in left; 0: not left yet */
    bool *seen;
    uint32_t n_path, n_left;
};

static void list_callees(struct rank_walk *w)
{
    const struct drawing *d = w->d;

    for (uint32_t i = 0; i < d->n_edges; i++)
        w->first[d->edges[i].caller + 1]++;
    for (uint32_t i = 0; i < d->n_boxes; i++)
        w->first[i + 1] += w->first[i];
    for (uint32_t i = 0; i < d->n_edges; i++) {
        const struct drawn_edge *e = &d->edges[i];
        w->callees[w->first[e->caller] + w->next[e->caller]++] = e->callee;
    }
    for (uint32_t i = 0; i < d->n_boxes; i++)
        w->next[i] = 0;
}

static void enter(struct rank_walk *w, uint32_t box)
{
    if (w->seen[box])
        return;
    w->seen[box] = true;
    w->path[w->n_path++] = box;
}

static void walk_from(struct rank_walk *w, uint32_t box)
{
    enter(w, box);
    while (w->n_path) {
        uint32_t at = w->path[w->n_path - 1];
        uint32_t edge = w->first[at] + w->next[at];
        if (edge < w->first[at + 1]) {
            w->next[at]++;
            enter(w, w->callees[edge]);
            continue;
        }
        w->n_path--;
        w->left[w->n_left++] = at;
        w->when[at] = w->n_left;
    }
}

/* Boxes that nothing calls come first, as they do for graphviz. */
static void walk_all(struct rank_walk *w)
{
    const struct drawing *d = w->d;
    bool *called = mem_alloc(d->n_boxes, sizeof *called);

    for (uint32_t i = 0; i < d->n_edges; i++)
        called[d->edges[i].callee] |= d->edges[i].caller != d->edges[i].callee;
    for (uint32_t i = 0; i < d->n_boxes; i++)
        if (!called[i])
            walk_from(w, i);
    for (uint32_t i = 0; i < d->n_boxes; i++)
        walk_from(w, i);
    mem_free(called, d->n_boxes, sizeof *called);
}

static uint64_t count(const struct rank_walk *w, uint32_t *rank)
{
    const struct drawing *d = w->d;
    uint64_t passed = 0;

    for (uint32_t i = d->n_boxes; i-- > 0;) {
        uint32_t caller = w->left[i];
        for (uint32_t e = w->first[caller]; e < w->first[caller + 1]; e++) {
            uint32_t callee = w->callees[e];
            if (w->when[callee] < w->when[caller] && rank[callee] <= rank[caller])
                rank[callee] = rank[caller] + 1;
        }
    }
    for (uint32_t i = 0; i < d->n_edges; i++) {
        uint32_t a = rank[d->edges[i].caller];
        uint32_t b = rank[d->edges[i].callee];
        uint32_t rows = a < b ? b - a : a - b;
        passed += rows ? rows - 1 : 0;
    }
    return passed;
}

uint64_t graph_ranks_passed(const struct drawing *d)
{
    const size_t n = d->n_boxes;
    struct rank_walk w = {.d = d};
    uint32_t *rank = mem_alloc(n, sizeof *rank);

    w.first = mem_alloc(n + 1, sizeof *w.first);
    w.callees = mem_alloc(d->n_edges, sizeof *w.callees);
    w.next = mem_alloc(n, sizeof *w.next);
    w.path = mem_alloc(n, sizeof *w.path);
    w.left = mem_alloc(n, sizeof *w.left);
    w.when = mem_alloc(n, sizeof *w.when);
    w.seen = mem_alloc(n, sizeof *w.seen);
    list_callees(&w);
    walk_all(&w);
    uint64_t passed = count(&w, rank);
    mem_free(rank, n, sizeof *rank);
    mem_free(w.first, n + 1, sizeof *w.first);
    mem_free(w.callees, d->n_edges, sizeof *w.callees);
    mem_free(w.next, n, sizeof *w.next);
    mem_free(w.path, n, sizeof *w.path);
    mem_free(w.left, n, sizeof *w.left);
    mem_free(w.when, n, sizeof *w.when);
    mem_free(w.seen, n, sizeof *w.seen);
    return passed;
}
