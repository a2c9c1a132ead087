/* A cache of the stacks of packed locations, byte by byte as in the input: with labels, many
 * samples share them. */
#ifndef INPUT_PPROF_CHAINS_H
#define INPUT_PPROF_CHAINS_H

#include "base/str.h"
#include "model/stacks.h"

struct pprof_chain {
    const char *p; /* NULL: none */
    uint32_t n;
    uint32_t tag; /* some bits of their hash */
    bool is_unnamed;
    stack_id stack;
    uint32_t near; /* the row of the last sample that has it */
};

/* The chains that a hash may have: one line of the processor's cache. */
struct pprof_ways {
    struct pprof_chain latest, before;
};

/* Owns its ways; borrows the bytes of chains. */
struct pprof_chains {
    struct pprof_ways *ways;
    size_t n; /* a power of 2 */
};

/* Packed locations that were looked up. */
struct pprof_looked {
    struct str packed;
    struct pprof_ways *ways;
    uint32_t tag;
};

/* A hash of which any bits will do, also of few bytes. */
uint64_t pprof_hash(struct str bytes);

/* For an input of so many bytes. */
void pprof_chains_init(struct pprof_chains *c, uint64_t bytes);
void pprof_chains_free(struct pprof_chains *c);

/* Looks up where a chain would be, and prefetches that. */
struct pprof_looked pprof_chains_look(const struct pprof_chains *c, struct str packed);

/* Returns the chain with the same tag, and most probably the same bytes; NULL when there is none.
 */
struct pprof_chain *pprof_chains_guess(const struct pprof_looked *looked);

/* Returns the chain with the same bytes; NULL when there is none. */
struct pprof_chain *pprof_chains_find(const struct pprof_looked *looked);

/* Keeps a chain that is not found, in place of the older one, and lends it until the next. */
struct pprof_chain *pprof_chains_keep(const struct pprof_looked *looked, stack_id stack,
                                      bool is_unnamed);

#endif
