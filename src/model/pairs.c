/* An open-addressing hash table of pairs of ids. */
#include "model/pairs.h"

#include <assert.h>

#include "base/mem.h"

void pairs_init(struct pairs *pairs)
{
    *pairs = (struct pairs){.key = hash_key_draw()};
}

void pairs_free(struct pairs *pairs)
{
    mem_free(pairs->rows, pairs->room, sizeof *pairs->rows);
    slots_free(&pairs->slots);
    *pairs = (struct pairs){0};
}

void pairs_copy(struct pairs *to, const struct pairs *from)
{
    *to = *from;
    to->rows = mem_copy(from->rows, from->room, from->n, sizeof *from->rows);
    slots_copy(&to->slots, &from->slots);
}

uint32_t pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    uint32_t tag = hash_ids(&pairs->key, a, b);
    struct slots_match m = slots_find(&pairs->slots, tag);

    for (; m.id; slots_find_next(&m)) {
        const struct pair *have = &pairs->rows[m.id - 1];
        if (have->a == a && have->b == b)
            return m.id - 1;
    }
    assert(pairs->n < UINT32_MAX - 1);
    pairs->rows = mem_grow(pairs->rows, &pairs->room, (size_t)pairs->n + 1, sizeof *pairs->rows);
    pairs->rows[pairs->n++] = (struct pair){a, b};
    slots_put(&pairs->slots, &m, pairs->n);
    return pairs->n - 1;
}
