/* Caches the callers in parts of call chains (all but the leaf): the same callers recur with other
 * leaves, and need not be resolved one by one. */
#ifndef INPUT_PERF_DATA_CHAIN_CACHE_H
#define INPUT_PERF_DATA_CHAIN_CACHE_H

#include "input/perf_data/bytes.h"
#include "model/stacks.h"

struct chain_cache_slot;

/* The stack for such a part of a chain. */
struct cached_chain {
    stack_id stack;
    uint32_t depth; /* its number of frames */
    bool is_whole;  /* the thread begins there, which names do not tell */
};

/* Owns its tables. Zeroed: empty. When it is full it is emptied. */
struct chain_cache {
    struct chain_cache_slot *slots;
    size_t n_slots;
    uint32_t n;
    unsigned char *chains; /* one after another */
    size_t chains_room;
    size_t n_chains;
};

struct chain_cache_key {
    uint64_t where; /* identifies what addresses mean: a number for each set of maps and mode */
    uint32_t kind;  /* what else tells apart parts of the same addresses */
    struct bytes chain;
};

/* Finds a chain; false when it is not cached. */
bool chain_cache_find(const struct chain_cache *m, const struct chain_cache_key *key,
                      struct cached_chain *callers);

/* Adds a chain that was not found. */
void chain_cache_add(struct chain_cache *m, const struct chain_cache_key *key,
                     const struct cached_chain *callers);

void chain_cache_free(struct chain_cache *m);

#endif
