/* 05 01 02: the locations 5, 1 and 2 of a sample, by which its stack is found. */
#include "input/pprof/chains.h"

#include "base/attr.h"
#include "base/mem.h"

enum { WAYS_LEAST = 8, WAYS_BYTES = 512 };

uint64_t pprof_hash(struct str bytes)
{
    uint64_t hash = bytes.n;
    uint64_t word = 0;
    size_t i = 0;

    for (; bytes.n - i >= sizeof word; i += sizeof word) {
        memcpy(&word, bytes.p + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    word = 0;
    memcpy(&word, bytes.p + i, bytes.n - i);
    /* Mixed twice: the first time, the last bytes only change bits above them. */
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return ((hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15)) >> 32;
}

void pprof_chains_init(struct pprof_chains *c, uint64_t bytes)
{
    for (c->n = WAYS_LEAST; c->n < bytes / WAYS_BYTES;)
        c->n *= 2;
    c->ways = mem_alloc(c->n, sizeof *c->ways);
}

void pprof_chains_free(struct pprof_chains *c)
{
    mem_free(c->ways, c->n, sizeof *c->ways);
    *c = (struct pprof_chains){0};
}

struct pprof_looked pprof_chains_look(const struct pprof_chains *c, struct str packed)
{
    const uint64_t hash = pprof_hash(packed);
    struct pprof_ways *ways = &c->ways[hash & (c->n - 1)];

    PREFETCH(ways);
    return (struct pprof_looked){packed, ways, (uint32_t)hash};
}

struct pprof_chain *pprof_chains_guess(const struct pprof_looked *looked)
{
    struct pprof_ways *ways = looked->ways;

    if (ways->latest.p && ways->latest.tag == looked->tag)
        return &ways->latest;
    return ways->before.p && ways->before.tag == looked->tag ? &ways->before : NULL;
}

struct pprof_chain *pprof_chains_find(const struct pprof_looked *looked)
{
    struct pprof_chain *chain = pprof_chains_guess(looked);

    if (!chain || chain->n != looked->packed.n || memcmp(chain->p, looked->packed.p, chain->n) != 0)
        return NULL;
    return chain;
}

struct pprof_chain *pprof_chains_keep(const struct pprof_looked *looked, stack_id stack,
                                      bool is_unnamed)
{
    struct pprof_ways *ways = looked->ways;

    ways->before = ways->latest;
    ways->latest = (struct pprof_chain){.p = looked->packed.p,
                                        .n = (uint32_t)looked->packed.n,
                                        .tag = looked->tag,
                                        .is_unnamed = is_unnamed,
                                        .stack = stack,
                                        .near = UINT32_MAX};
    return &ways->latest;
}
