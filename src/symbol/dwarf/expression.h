/* Evaluates DWARF expressions in call frame information (DWARF 5, 2.5 and 6.4.2.3). */
#ifndef SYMBOL_DWARF_EXPRESSION_H
#define SYMBOL_DWARF_EXPRESSION_H

#include "symbol/dwarf/unwind_state.h"

struct expression_op {
    uint8_t code;             /* DW_OP_... */
    uint32_t target;          /* of a branch: the index of its target, or the number of operations
                               */
    uint64_t number, number2; /* operands; signed ones in two's complement */
};

struct expression {
    const struct expression_op *ops;
    size_t n;
};

enum expression_answer {
    EXPRESSION_VALUE,
    EXPRESSION_CUT,  /* memory beyond the end of the stack copy is needed */
    EXPRESSION_NONE, /* it is invalid, or does not end */
};

/* Evaluates the expression for a frame with these registers; cfa is the value of
 * DW_OP_call_frame_cfa. */
enum expression_answer expression_run(struct expression e, const struct unwind_registers *r,
                                      const struct unwind_memory *m, uint64_t cfa, uint64_t *value);

#endif
