/* Parts of call chains met lately, all but where something ran: the same callers come again with
 * another leaf, and need not be looked up one by one. */
#ifndef INPUT_PERF_DATA_CHAIN_CACHE_H
#define INPUT_PERF_DATA_CHAIN_CACHE_H

#include "input/perf_data/bytes.h"
#include "model/stacks.h"

struct chain_cache_slot;

/* What a part of a chain stands for. */
struct cached_chain {
    stack_id stack;
    uint32_t depth; /* frames in it */
};

/* Owns its tables. A zeroed one remembers nothing. When it is full it begins anew. */
struct chain_cache {
    struct chain_cache_slot *slots;
    size_t n_slots;
    uint32_t n;
    unsigned char *chains; /* one behind the other */
    size_t chains_room;
    size_t n_chains;
};

struct chain_cache_key {
    uint64_t where; /* its addresses mean what they do: other maps or modes have another number */
    uint32_t most;  /* addresses that its event records, beyond which it is cut */
    struct bytes chain;
};

/* Finds what was remembered of the chain; false when nothing was. */
bool chain_cache_find(const struct chain_cache *m, const struct chain_cache_key *key,
                      struct cached_chain *callers);

/* Remembers what a chain, which was not found, stands for. */
void chain_cache_add(struct chain_cache *m, const struct chain_cache_key *key,
                     const struct cached_chain *callers);

void chain_cache_free(struct chain_cache *m);

#endif
