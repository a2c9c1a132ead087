/* Lists the callees of stacks that have several, or one that was added later. */
#include "model/ordered_callees.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/bits.h"

static size_t words_of(const struct ordered_callees *b)
{
    return b->stacks->n / 64 + 1;
}

uint32_t ordered_callees_place(const struct ordered_callees *b, stack_id stack)
{
    uint64_t below = ((uint64_t)1 << stack % 64) - 1;

    return b->before[stack / 64] + bits_in(b->marks[stack / 64] & below);
}

/* A callee of a marked stack. */
struct marked_callee {
    stack_id callee;
    uint32_t caller; /* its id, then its place among the marked ones */
};

struct links {
    struct marked_callee *rows;
    size_t n, room;
};

static void add_link(struct links *links, stack_id caller, stack_id callee)
{
    if (links->n == links->room)
        links->rows = mem_grow(links->rows, &links->room, links->n + 1, sizeof *links->rows);
    links->rows[links->n++] = (struct marked_callee){callee, caller};
}

/* Marks stacks with a callee that is not the next stack. The next stack is the first callee of a
 * marked one, or not its callee. */
static void mark(struct ordered_callees *b, struct links *links)
{
    const struct stack *rows = b->stacks->rows;

    for (stack_id i = 1; i < b->stacks->n; i++) {
        stack_id caller = rows[i].caller;
        if (caller == i - 1)
            continue;
        uint64_t bit = (uint64_t)1 << caller % 64;
        if (!(b->marks[caller / 64] & bit) && rows[caller + 1].caller == caller)
            add_link(links, caller, caller + 1);
        b->marks[caller / 64] |= bit;
        add_link(links, caller, i);
    }
    for (size_t i = 0; i < words_of(b); i++) {
        b->before[i] = b->n_marked;
        b->n_marked += bits_in(b->marks[i]);
    }
}

static void list_marked(struct ordered_callees *b)
{
    stack_id *to = mem_alloc((size_t)b->n_marked + 1, sizeof *to);

    b->marked = to;
    for (size_t i = 0; i < words_of(b); i++)
        for (uint64_t word = b->marks[i]; word; word &= word - 1)
            *to++ = (stack_id)(i * 64 + bits_in((word & -word) - 1));
    *to = UINT32_MAX;
}

/* Counting sort: counts callees by caller, adds up, and fills from the back. */
static void fill(struct ordered_callees *b, struct links *links)
{
    for (size_t i = 0; i < links->n; i++) {
        struct marked_callee *link = &links->rows[i];
        link->caller = ordered_callees_place(b, link->caller);
        b->first[link->caller]++;
    }
    for (uint32_t i = 1; i <= b->n_marked; i++)
        b->first[i] += b->first[i - 1];
    b->n_callees = b->first[b->n_marked];
    b->callees = mem_alloc(b->n_callees, sizeof *b->callees);
    for (size_t i = links->n; i > 0; i--)
        b->callees[--b->first[links->rows[i - 1].caller]] = links->rows[i - 1].callee;
}

/* In one number: a callee's sort position in the upper half, its id in the lower. */
static int compare(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;

    return (*x > *y) - (*x < *y);
}

/* Input is mostly sorted, so the first loop usually finds nothing to do. */
static void order_callees(const struct ordered_callees *b, const uint32_t *rank, uint32_t place,
                          uint64_t *keys)
{
    stack_id *callees = b->callees + b->first[place];
    uint32_t n = b->first[place + 1] - b->first[place];
    bool ordered = true;

    for (uint32_t i = 0; i < n; i++) {
        keys[i] = (uint64_t)rank[b->stacks->rows[callees[i]].frame] << 32 | callees[i];
        ordered = ordered && (i == 0 || keys[i - 1] < keys[i]);
    }
    if (ordered)
        return;
    qsort(keys, n, sizeof *keys, compare);
    for (uint32_t i = 0; i < n; i++)
        callees[i] = (stack_id)keys[i];
}

void ordered_callees_build(struct ordered_callees *b, const struct profile *p)
{
    struct links links = {0};

    *b = (struct ordered_callees){.stacks = &p->stacks};
    b->marks = mem_alloc(words_of(b), sizeof *b->marks);
    b->before = mem_alloc(words_of(b), sizeof *b->before);
    mark(b, &links);
    list_marked(b);
    b->first = mem_alloc((size_t)b->n_marked + 1, sizeof *b->first);
    fill(b, &links);
    mem_free(links.rows, links.room, sizeof *links.rows);
}

void ordered_callees_sort(struct ordered_callees *b, const struct profile *p,
                          const struct frame_order *order)
{
    uint64_t *keys = NULL;
    size_t room = 0;

    for (uint32_t i = 0; !moments_are_chart(&p->moments) && i < b->n_marked; i++) {
        uint32_t n = b->first[i + 1] - b->first[i];
        if (n > room)
            keys = mem_grow(keys, &room, n, sizeof *keys);
        order_callees(b, order->rank, i, keys);
    }
    mem_free(keys, room, sizeof *keys);
}

void ordered_callees_free(struct ordered_callees *b)
{
    if (!b->stacks)
        return;
    mem_free(b->marks, words_of(b), sizeof *b->marks);
    mem_free(b->before, words_of(b), sizeof *b->before);
    mem_free(b->marked, (size_t)b->n_marked + 1, sizeof *b->marked);
    mem_free(b->first, (size_t)b->n_marked + 1, sizeof *b->first);
    mem_free(b->callees, b->n_callees, sizeof *b->callees);
    *b = (struct ordered_callees){0};
}

const stack_id *ordered_callees_callees(const struct ordered_callees *b, stack_id stack,
                                        uint32_t *n)
{
    uint32_t place = ordered_callees_place(b, stack);

    *n = b->first[place + 1] - b->first[place];
    return b->callees + b->first[place];
}
