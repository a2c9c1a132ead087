/* 401136 4011a0 7f3a1c829d90 in process 12: stack 3117, of 3 frames
 * Caches the callers of call chains. */
#include "input/perf_data/chain_cache.h"

#include "base/mem.h"

enum { SLOTS_LEAST = 1 << 8, SLOTS_MOST = 1 << 18, CHAINS_MOST = 32 << 20 };

struct chain_cache_slot {
    uint64_t where;
    uint64_t hash;
    size_t at;  /* in chains */
    uint32_t n; /* bytes; 0: free */
    uint32_t kind;
    struct cached_chain callers;
};

/* The slot only matters for speed, so no key is needed. */
static uint64_t hash_of(const struct chain_cache_key *key)
{
    uint64_t hash = key->where;

    for (size_t i = 0; i + 8 <= key->chain.n; i += 8) {
        hash = (hash ^ u64_at(key->chain.p + i, false)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

static struct chain_cache_slot *slot_of(const struct chain_cache *m, uint64_t hash)
{
    return &m->slots[hash & (m->n_slots - 1)];
}

bool chain_cache_find(const struct chain_cache *m, const struct chain_cache_key *key,
                      struct cached_chain *callers)
{
    if (m->n_slots == 0)
        return false;
    uint64_t hash = hash_of(key);
    const struct chain_cache_slot *slot = slot_of(m, hash);
    if (slot->hash != hash || slot->n != key->chain.n || slot->where != key->where ||
        slot->kind != key->kind || memcmp(m->chains + slot->at, key->chain.p, slot->n) != 0)
        return false;
    *callers = slot->callers;
    return true;
}

static void forget(struct chain_cache *m, size_t n_slots)
{
    mem_free(m->slots, m->n_slots, sizeof *m->slots);
    m->slots = mem_alloc(n_slots, sizeof *m->slots);
    m->n_slots = n_slots;
    m->n = 0;
    m->n_chains = 0;
}

void chain_cache_add(struct chain_cache *m, const struct chain_cache_key *key,
                     const struct cached_chain *callers)
{
    size_t n = key->chain.n;

    if (n == 0 || n > CHAINS_MOST)
        return;
    if (m->n_slots == 0)
        forget(m, SLOTS_LEAST);
    else if (m->n >= m->n_slots / 2 && m->n_slots < SLOTS_MOST)
        forget(m, m->n_slots * 4);
    else if (n > CHAINS_MOST - m->n_chains)
        forget(m, m->n_slots);
    uint64_t hash = hash_of(key);
    struct chain_cache_slot *slot = slot_of(m, hash);
    m->n += slot->n == 0;
    m->chains = mem_grow(m->chains, &m->chains_room, m->n_chains + n, 1);
    memcpy(m->chains + m->n_chains, key->chain.p, n);
    *slot =
        (struct chain_cache_slot){key->where, hash, m->n_chains, (uint32_t)n, key->kind, *callers};
    m->n_chains += n;
}

void chain_cache_free(struct chain_cache *m)
{
    mem_free(m->slots, m->n_slots, sizeof *m->slots);
    mem_free(m->chains, m->chains_room, 1);
    *m = (struct chain_cache){.n = 0};
}
