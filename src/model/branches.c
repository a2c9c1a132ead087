/* Callees of the stacks that have several, or one that was added later. */
#include "model/branches.h"

#include <stdlib.h>

#include "base/mem.h"

static size_t words_of(const struct branches *b)
{
    return b->stacks->n / 64 + 1;
}

static uint32_t bits_in(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(word * 0x0101010101010101u >> 56);
}

/* Returns which of the marked stacks it is. */
static uint32_t place_of(const struct branches *b, stack_id stack)
{
    uint64_t below = ((uint64_t)1 << stack % 64) - 1;

    return b->before[stack / 64] + bits_in(b->marks[stack / 64] & below);
}

/* Stacks whose caller is not the one before. */
struct links {
    stack_id *callees;
    size_t n, room;
};

static void mark(struct branches *b, struct links *links)
{
    const struct stack *rows = b->stacks->rows;

    for (stack_id i = 1; i < b->stacks->n; i++) {
        stack_id caller = rows[i].caller;
        if (caller == i - 1)
            continue;
        b->marks[caller / 64] |= (uint64_t)1 << caller % 64;
        if (links->n == links->room)
            links->callees = mem_grow(links->callees, &links->room, links->n + 1, sizeof(stack_id));
        links->callees[links->n++] = i;
    }
    for (size_t i = 0; i < words_of(b); i++) {
        b->before[i] = b->n_marked;
        b->n_marked += bits_in(b->marks[i]);
    }
}

/* The stack behind a marked one is the first of its callees, or none of them. */
static void count_next(struct branches *b)
{
    uint32_t place = 0;

    for (size_t i = 0; i < words_of(b); i++) {
        for (uint64_t word = b->marks[i]; word; word &= word - 1) {
            stack_id stack = (stack_id)(i * 64 + bits_in((word & -word) - 1));
            b->first[place++] += branches_next(b, stack) != 0;
        }
    }
}

static void put_next(struct branches *b)
{
    uint32_t place = 0;

    for (size_t i = 0; i < words_of(b); i++) {
        for (uint64_t word = b->marks[i]; word; word &= word - 1) {
            stack_id stack = (stack_id)(i * 64 + bits_in((word & -word) - 1));
            stack_id next = branches_next(b, stack);
            if (next)
                b->callees[--b->first[place]] = next;
            place++;
        }
    }
}

/* Counts callees by caller, adds up, and fills from the back. */
static void fill(struct branches *b, const struct links *links)
{
    const struct stack *rows = b->stacks->rows;

    for (size_t i = 0; i < links->n; i++)
        b->first[place_of(b, rows[links->callees[i]].caller)]++;
    count_next(b);
    for (uint32_t i = 1; i <= b->n_marked; i++)
        b->first[i] += b->first[i - 1];
    b->n_callees = b->first[b->n_marked];
    b->callees = mem_alloc(b->n_callees, sizeof *b->callees);
    for (size_t i = links->n; i > 0; i--) {
        stack_id callee = links->callees[i - 1];
        b->callees[--b->first[place_of(b, rows[callee].caller)]] = callee;
    }
    put_next(b);
}

/* A callee's place in order above its id. */
static int compare(const void *a, const void *b)
{
    const uint64_t *x = a;
    const uint64_t *y = b;

    return (*x > *y) - (*x < *y);
}

/* Input is mostly sorted, so the first loop mostly finds nothing to do. */
static void order_callees(const struct branches *b, const uint32_t *rank, uint32_t place,
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

void branches_build(struct branches *b, const struct profile *p, const struct frame_order *order)
{
    struct links links = {0};
    uint64_t *keys = NULL;
    size_t room = 0;

    *b = (struct branches){.stacks = &p->stacks};
    b->marks = mem_alloc(words_of(b), sizeof *b->marks);
    b->before = mem_alloc(words_of(b), sizeof *b->before);
    mark(b, &links);
    b->first = mem_alloc((size_t)b->n_marked + 1, sizeof *b->first);
    fill(b, &links);
    mem_free(links.callees, links.room, sizeof *links.callees);
    for (uint32_t i = 0; !p->ordered && i < b->n_marked; i++) {
        uint32_t n = b->first[i + 1] - b->first[i];
        if (n > room)
            keys = mem_grow(keys, &room, n, sizeof *keys);
        order_callees(b, order->rank, i, keys);
    }
    mem_free(keys, room, sizeof *keys);
}

void branches_free(struct branches *b)
{
    if (!b->stacks)
        return;
    mem_free(b->marks, words_of(b), sizeof *b->marks);
    mem_free(b->before, words_of(b), sizeof *b->before);
    mem_free(b->first, (size_t)b->n_marked + 1, sizeof *b->first);
    mem_free(b->callees, b->n_callees, sizeof *b->callees);
    *b = (struct branches){0};
}

const stack_id *branches_callees(const struct branches *b, stack_id stack, uint32_t *n)
{
    uint32_t place = place_of(b, stack);

    *n = b->first[place + 1] - b->first[place];
    return b->callees + b->first[place];
}
