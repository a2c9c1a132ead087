/* The cost of calls between caller and callee, for inputs without stacks (gprof, Callgrind ...). */
#ifndef MODEL_CALLS_H
#define MODEL_CALLS_H

#include <stdbool.h>

#include "base/attr.h"
#include "model/frames.h"
#include "model/pairs.h"

/* What the input says of a function besides its own cost. */
struct called {
    uint64_t count; /* how often the function was called */
    bool counted;   /* the input says a count, even if it is 0 */
    uint32_t cycle; /* the cycle that the input puts it in; 0: none */
};

/* How the cost of a callee is divided among its callers. */
enum calls_share {
    CALLS_NOT_SHARED, /* there are no calls */
    CALLS_BY_COST,    /* in proportion to the costs of the calls, which are what callers spent in
                       * the callee */
    CALLS_BY_COUNT,   /* in proportion to how often they called */
    CALLS_AS_COSTS,   /* not divided: each cost is exactly what the caller spent in the callee */
    CALLS_AS_OUTER_COSTS, /* the same, but of calls inside of a cycle no costs are known */
};

/* The values of one column. */
struct call_values {
    uint64_t *values;
    size_t room;
    uint64_t sum; /* of all values; because it fits, no partial sum can overflow */
};

/* Owns everything in it. Frames are those of the profile that holds it. A function's own cost is
 * not here: the profile has it, as samples of one-frame stacks. */
struct calls {
    bool alone; /* all inputs of the profile are without stacks, even if they have no calls */
    enum calls_share share;
    struct pairs pairs; /* (caller, callee); a pair's number is the number of the call */
    uint64_t *counts;   /* by call: how often it was made; 0 where the input does not say */
    size_t counts_room;
    struct call_values *costs; /* by column, then by call */
    size_t costs_room;
    struct call_values *totals; /* by column, then by frame: inclusive cost, where the input says it
                                 */
    size_t totals_room;         /* 0: it says none */
    struct called *called;      /* by frame */
    size_t called_room;
};

void calls_init(struct calls *calls);
void calls_free(struct calls *calls);
void calls_copy(struct calls *to, const struct calls *from);

/* Returns the number of the call; adds it if new. */
uint32_t calls_add(struct calls *calls, frame_id caller, frame_id callee);

/* Each adds to one number: a call's count, a call's cost, a function's inclusive cost. False when a
 * sum would not fit into 64 bits; then nothing was added. */
MUST_CHECK bool calls_count(struct calls *calls, uint32_t call, uint64_t count);
MUST_CHECK bool calls_cost(struct calls *calls, uint32_t call, size_t column, uint64_t value);
MUST_CHECK bool calls_total(struct calls *calls, frame_id frame, size_t column, uint64_t value);

/* Multiplies all costs and inclusive costs of a column. False when a sum would not fit into 64
 * bits; then nothing has changed. */
MUST_CHECK bool calls_multiply(struct calls *calls, size_t column, uint64_t factor);

/* What is known of a function, to read or change; valid until the next call. */
struct called *calls_called(struct calls *calls, frame_id frame);

/* 0 where nothing is known. */
uint64_t calls_cost_of(const struct calls *calls, uint32_t call, size_t column);
uint64_t calls_total_of(const struct calls *calls, frame_id frame, size_t column);

/* Adds everything from another struct; `frames` maps its frames to ours. False on overflow, or when
 * the two divide costs in different ways; calls are valid then. */
MUST_CHECK bool calls_merge(struct calls *calls, const struct calls *other, const frame_id *frames);

#endif
