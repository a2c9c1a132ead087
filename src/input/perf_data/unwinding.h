/* The process's part of a stack, unwound from the registers and the stack that a sample copied. */
#ifndef INPUT_PERF_DATA_UNWINDING_H
#define INPUT_PERF_DATA_UNWINDING_H

#include "input/perf_data/addresses.h"
#include "input/perf_data/sample.h"
#include "symbol/dwarf/unwind.h"

/* Owns its room; borrows the addresses. */
struct unwinding {
    struct addresses *addresses;
    struct unwinder *unwinder;
    struct process *process; /* whose sample is unwound */
    unsigned machine;        /* that was recorded; 0: not known */
    struct unwind_registers registers;
    struct unwind_stack stack;
    uint32_t *tables; /* by number of code: what it is to the unwinder, plus 1; 0: not asked for */
    size_t tables_room;
};

void unwinding_init(struct unwinding *u, struct addresses *addresses);
void unwinding_free(struct unwinding *u);

/* Takes the registers of a sample; false when it has none from which a stack can be unwound. */
bool unwinding_begin(struct unwinding *u, const struct event *event, const struct sample_fields *s);

/* Adds the frames to the stack that is built, leaf first, and tells whether callers are missing.
 * False with a fault when a limit is reached. */
MUST_CHECK bool unwinding_push(struct unwinding *u, struct process *process,
                               const struct sample_fields *s, bool *is_cut);

#endif
