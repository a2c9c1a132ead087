/* An open-addressing hash table of pairs of ids. */
#include "model/pairs.h"

#include <assert.h>

#include "base/mem.h"

enum { FIRST_SLOTS = 256 };

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

void pairs_copy(struct pairs *to, const struct pairs *from)
{
    *to = *from;
    to->rows = mem_copy(from->rows, from->room, from->n, sizeof *from->rows);
    to->slots = mem_copy(from->slots, from->n_slots, from->n_slots, sizeof *from->slots);
}

uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    uint32_t tag = hash_ids(&pairs->key, a, b);
    size_t mask = pairs->n_slots - 1;
    size_t at = tag & mask;

    for (; pairs->slots[at].id; at = (at + 1) & mask) {
        const struct pair *have = &pairs->rows[pairs->slots[at].id - 1];
        if (pairs->slots[at].tag == tag && have->a == a && have->b == b)
            return pairs->slots[at].id - 1;
    }
    assert(pairs->n < UINT32_MAX - 1);
    pairs->rows = mem_grow(pairs->rows, &pairs->room, (size_t)pairs->n + 1, sizeof *pairs->rows);
    pairs->rows[pairs->n++] = (struct pair){a, b};
    pairs->slots[at] = (struct slot){tag, pairs->n};
    if ((size_t)pairs->n * 2 > pairs->n_slots)
        slots_double(&pairs->slots, &pairs->n_slots);
    return pairs->n - 1;
}
