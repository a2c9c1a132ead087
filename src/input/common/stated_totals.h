/* Totals that a report states, of functions and of cycles of them. */
#ifndef INPUT_COMMON_STATED_TOTALS_H
#define INPUT_COMMON_STATED_TOTALS_H

#include "input/common/text.h"

struct stated_total {
    frame_id function;
    uint32_t cycle; /* 1 + the number of the cycle that it is in; 0: none */
    uint64_t value; /* unused in a cycle: there the total is at most the cycle's */
};

struct stated_totals {
    struct stated_total *rows;
    size_t n, room;
    struct pairs cycles;    /* (cycle, 0) */
    uint64_t *cycle_totals; /* by number in cycles */
    size_t cycles_room;
};

void stated_totals_init(struct stated_totals *totals);
void stated_totals_free(struct stated_totals *totals);

/* cycle: that which the function is in; 0: none. */
void stated_totals_add(struct stated_totals *totals, frame_id function, uint32_t cycle,
                       uint64_t value);

/* Sets the total of a cycle as a whole. */
void stated_totals_cycle(struct stated_totals *totals, uint32_t cycle, uint64_t value);

/* Adds all totals to the profile. Fails as text_add_total. */
MUST_CHECK bool stated_totals_finish(const struct stated_totals *totals, struct text *t);

#endif
