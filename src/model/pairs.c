/* Pairs of ids in an open-addressing table. */
#include "model/pairs.h"

#include <assert.h>

#include "base/mem.h"

enum { FIRST_SLOTS = 256 };

/* The tag spares most looks at the row. */
struct pair_slot {
    uint32_t tag;
    uint32_t number; /* + 1; 0: free */
};

void pairs_init(struct pairs *pairs)
{
    *pairs = (struct pairs){.key = hash_key_draw(), .n_slots = FIRST_SLOTS};
    pairs->slots = mem_alloc(pairs->n_slots, sizeof *pairs->slots);
}

void pairs_free(struct pairs *pairs)
{
    mem_free(pairs->rows, pairs->room, sizeof *pairs->rows);
    mem_free(pairs->slots, pairs->n_slots, sizeof *pairs->slots);
    *pairs = (struct pairs){0};
}

static void double_slots(struct pairs *pairs)
{
    struct pair_slot *old = pairs->slots;
    size_t n = pairs->n_slots;
    size_t mask = n * 2 - 1;

    pairs->n_slots = n * 2;
    pairs->slots = mem_alloc(n * 2, sizeof *pairs->slots);
    for (size_t i = 0; i < n; i++) {
        size_t at = old[i].tag & mask;
        while (old[i].number && pairs->slots[at].number)
            at = (at + 1) & mask;
        if (old[i].number)
            pairs->slots[at] = old[i];
    }
    mem_free(old, n, sizeof *old);
}

uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    uint32_t tag = (uint32_t)hash_pair(&pairs->key, a, b);
    size_t mask = pairs->n_slots - 1;
    size_t at = tag & mask;

    for (; pairs->slots[at].number; at = (at + 1) & mask) {
        const struct pair *have = &pairs->rows[pairs->slots[at].number - 1];
        if (pairs->slots[at].tag == tag && have->a == a && have->b == b)
            return pairs->slots[at].number - 1;
    }
    assert(pairs->n < UINT32_MAX - 1);
    pairs->rows = mem_grow(pairs->rows, &pairs->room, (size_t)pairs->n + 1, sizeof *pairs->rows);
    pairs->rows[pairs->n++] = (struct pair){a, b};
    pairs->slots[at] = (struct pair_slot){tag, pairs->n};
    if ((size_t)pairs->n * 2 > pairs->n_slots)
        double_slots(pairs);
    return pairs->n - 1;
}
