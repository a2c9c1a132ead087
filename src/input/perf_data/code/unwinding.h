/* Unwinds the user part of a stack from the registers and the stack copy of a sample. */
#ifndef INPUT_PERF_DATA_CODE_UNWINDING_H
#define INPUT_PERF_DATA_CODE_UNWINDING_H

#include "input/perf_data/code/addresses.h"
#include "input/perf_data/sample.h"
#include "symbol/dwarf/unwind.h"

/* Where calls return to: whether a thread begins there. */
struct unwind_root {
    uint64_t address;
    uint32_t module; /* 0: a free row */
    bool is_root;
};

/* Owns its arrays; borrows the addresses. */
struct unwinding {
    struct addresses *addresses;
    struct unwinder *unwinder;
    struct process *process; /* whose sample is unwound */
    unsigned machine;        /* of the recording; 0: not known */
    struct unwind_registers registers;
    struct unwind_stack stack;
    uint32_t *tables; /* by number of JIT code: its number in the unwinder, plus 1; 0: not asked yet
                       */
    size_t tables_room;
    struct unwind_root *roots; /* recent answers; NULL: none yet */
};

void unwinding_init(struct unwinding *u, struct addresses *addresses);
void unwinding_free(struct unwinding *u);

/* Takes the registers of a sample; false when they are missing or do not suffice to unwind. */
bool unwinding_begin(struct unwinding *u, const struct event *event, const struct sample_fields *s);

/* Unwinds the sample into u->stack. False with a fault when a limit is reached. */
MUST_CHECK bool unwinding_run(struct unwinding *u, struct process *process,
                              const struct sample_fields *s);

/* Whether a thread begins in the code that an address returns to, by its call frame
 * information, or as the C library has it. */
bool unwinding_is_root(struct unwinding *u, struct process *process, uint64_t ip);

/* Adds the frames to the current stack, leaf first, and says how they end: UNWIND_FULL stands for
 * UNWIND_CUT. False with a fault when a limit is reached. */
MUST_CHECK bool unwinding_push(struct unwinding *u, struct process *process,
                               const struct sample_fields *s, enum unwind_end *end);

#endif
