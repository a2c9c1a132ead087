/* Rows of call frame information: how the registers of a caller follow from those at an address. */
#ifndef SYMBOL_DWARF_FRAME_ROWS_H
#define SYMBOL_DWARF_FRAME_ROWS_H

#include "symbol/dwarf/expression.h"

enum frame_rule_kind {
    FRAME_AT,            /* it stands in memory at CFA + offset */
    FRAME_IS,            /* it is CFA + offset */
    FRAME_REGISTER,      /* it is what the other register holds, plus offset */
    FRAME_AT_EXPRESSION, /* it stands in memory where the expression says */
    FRAME_EXPRESSION,    /* it is what the expression says */
};

struct frame_rule {
    uint8_t kind;  /* enum frame_rule_kind */
    uint8_t reg;   /* that it is about */
    uint8_t other; /* of FRAME_REGISTER */
    uint32_t first_op, n_ops;
    int64_t offset;
};

struct frame_row {
    struct frame_rule cfa; /* FRAME_REGISTER or FRAME_EXPRESSION */
    uint64_t same;         /* a bit for each register that the caller finds as it is here */
    uint32_t first_rule, n_rules;
    uint8_t return_address; /* the register; a row without a rule for it is that of a root */
    bool is_signal;         /* the caller was interrupted: its address is no return address */
};

/* Owns all; rules of a row stand in a row, and so do operations of a rule. */
struct frame_rows {
    struct frame_row *rows;
    size_t n, room;
    struct frame_rule *rules;
    size_t n_rules, rules_room;
    struct expression_op *ops;
    size_t n_ops, ops_room;
};

void frame_rows_free(struct frame_rows *f);

/* Adds operations; what is returned goes into first_op. */
uint32_t frame_rows_add_ops(struct frame_rows *f, const struct expression_op *ops, size_t n);

/* Adds a row with its rules; returns its index. */
uint32_t frame_rows_add(struct frame_rows *f, struct frame_row row, const struct frame_rule *rules,
                        size_t n);

enum frame_step {
    FRAME_CALLER, /* the registers are the caller's now */
    FRAME_ROOT,   /* there is no caller */
    FRAME_CUT,    /* memory behind the end of the copy is needed */
    FRAME_LOST,   /* the row does not fit to the registers */
};

/* Turns the registers into those of the caller; they are left alone when there is none. */
enum frame_step frame_rows_step(const struct frame_rows *f, uint32_t row,
                                const struct unwind_memory *m, struct unwind_registers *r);

#endif
