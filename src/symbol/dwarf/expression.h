/* DWARF expressions as call frame information uses them (DWARF 5, 2.5 and 6.4.2.3). */
#ifndef SYMBOL_DWARF_EXPRESSION_H
#define SYMBOL_DWARF_EXPRESSION_H

#include "symbol/dwarf/unwind_state.h"

struct expression_op {
    uint8_t code;             /* DW_OP_... */
    uint32_t target;          /* of a branch: the operation that it leads to, or their number */
    uint64_t number, number2; /* operands; signed ones in two's complement */
};

struct expression {
    const struct expression_op *ops;
    size_t n;
};

enum expression_answer {
    EXPRESSION_VALUE,
    EXPRESSION_CUT,  /* it needs memory behind the end of the copy */
    EXPRESSION_NONE, /* it asks for what is not there, or has no end */
};

/* Computes the expression for a frame with these registers; cfa is what DW_OP_call_frame_cfa means.
 */
enum expression_answer expression_run(struct expression e, const struct unwind_registers *r,
                                      const struct unwind_memory *m, uint64_t cfa, uint64_t *value);

#endif
