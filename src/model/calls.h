/* What callers and callees cost one another, in an input that does not know stacks. */
#ifndef MODEL_CALLS_H
#define MODEL_CALLS_H

#include <stdbool.h>

#include "base/attr.h"
#include "model/frames.h"
#include "model/pairs.h"

/* What the input knows of a function beside its own cost. */
struct called {
    uint64_t count; /* how often it was called */
    bool counted;   /* the input says it, if only 0 */
    uint32_t cycle; /* the number of the cycle that the input puts it into; 0: none */
};

/* How the cost of a callee is shared out among its callers. */
enum calls_share {
    CALLS_NOT_SHARED, /* there are no calls */
    CALLS_BY_COST,    /* by the costs of the calls, which are what callers spent in the callee */
    CALLS_BY_COUNT,   /* by how often they called */
    CALLS_AS_COSTS,   /* the costs are exactly what callers spent in the callee */
};

/* The values of one column. */
struct call_values {
    uint64_t *values;
    size_t room;
    uint64_t sum; /* of all values; no smaller sum can overflow */
};

/* Owns everything in it. Frames are those of the profile that it is a part of. Of a function's own
 * cost the profile has samples, of stacks of that one frame. */
struct calls {
    bool alone; /* the profile was read from inputs without stacks, if without calls, too */
    enum calls_share share;
    struct pairs pairs; /* of the frames of caller and callee; the number of a pair is its call */
    uint64_t *counts;   /* by call: how often; 0 where the input does not say */
    size_t counts_room;
    struct call_values *costs; /* by column, then by call */
    size_t costs_room;
    struct call_values *totals; /* by column, then by frame: inclusive, where the input says it */
    size_t totals_room;         /* 0: it does not */
    struct called *called;      /* by frame */
    size_t called_room;
};

void calls_init(struct calls *calls);
void calls_free(struct calls *calls);

/* Finds or adds the call. */
uint32_t calls_add(struct calls *calls, frame_id caller, frame_id callee);

/* Adds to how often a call was made, to what it cost, to a function's inclusive cost. False when a
 * sum would not fit into 64 bits; then nothing was added. */
MUST_CHECK bool calls_count(struct calls *calls, uint32_t call, uint64_t count);
MUST_CHECK bool calls_cost(struct calls *calls, uint32_t call, size_t column, uint64_t value);
MUST_CHECK bool calls_total(struct calls *calls, frame_id frame, size_t column, uint64_t value);

/* Multiplies all costs and inclusive costs of a column. False when a sum would not fit into 64
 * bits; then all stays as it was. */
MUST_CHECK bool calls_multiply(struct calls *calls, size_t column, uint64_t factor);

/* What is known of a function, to be read or set; it stays until the next one is asked for. */
struct called *calls_called(struct calls *calls, frame_id frame);

/* 0 where nothing is known. */
uint64_t calls_cost_of(const struct calls *calls, uint32_t call, size_t column);
uint64_t calls_total_of(const struct calls *calls, frame_id frame, size_t column);

/* Adds all that another knows, whose frames are ours by `frames`. False on overflow, or when the
 * two share out costs differently; calls are valid then. */
MUST_CHECK bool calls_merge(struct calls *calls, const struct calls *other, const frame_id *frames);

#endif
