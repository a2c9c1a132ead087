/* Turns a sample's call chain, recorded or unwound, into a stack. */
#ifndef INPUT_PERF_DATA_CHAIN_H
#define INPUT_PERF_DATA_CHAIN_H

#include "input/perf_data/chain_cache.h"
#include "input/perf_data/code/addresses.h"
#include "input/perf_data/code/unwinding.h"
#include "input/perf_data/sample.h"

/* A deferred user stack, recorded when the kernel returned to the process, for all samples with its
 * cookie. */
struct deferred {
    uint64_t cookie;
    uint64_t at; /* the record */
};

/* Owns its list; borrows the rest. */
struct chains {
    struct recording *rec;
    struct view view; /* for deferred stacks, besides that for samples */
    struct addresses *addresses;
    struct builder *builder;
    struct unwinding unwinding;
    struct chain_cache memo;
    struct deferred *deferred; /* sorted by cookie */
    size_t deferred_room;
    size_t n_deferred;
};

/* False with a fault when records cannot be read. */
MUST_CHECK bool chains_init(struct chains *c, struct addresses *addresses, struct fault *f);
void chains_free(struct chains *c);

/* Finds or adds the stack of a sample; misc is that of its record. False with a fault when a limit
 * is reached. */
MUST_CHECK bool chains_stack(struct chains *c, const struct event *event,
                             const struct sample_fields *s, uint16_t misc, stack_id *stack);

#endif
