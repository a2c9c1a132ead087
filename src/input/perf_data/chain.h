/* The call chain of a sample, as it was recorded or unwound, made into frames. */
#ifndef INPUT_PERF_DATA_CHAIN_H
#define INPUT_PERF_DATA_CHAIN_H

#include "input/perf_data/addresses.h"
#include "input/perf_data/chain_cache.h"
#include "input/perf_data/sample.h"
#include "input/perf_data/unwinding.h"

/* The part of a chain in the process that was recorded when the kernel was left, for all samples
 * that name its cookie. */
struct deferred {
    uint64_t cookie;
    uint64_t at; /* the record */
};

/* Owns its list; borrows the rest. */
struct chains {
    struct recording *rec;
    struct view view; /* of deferred parts, beside that of samples */
    struct addresses *addresses;
    struct builder *builder;
    struct unwinding unwinding;
    struct chain_cache memo;
    struct deferred *deferred; /* in the order of cookies */
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
