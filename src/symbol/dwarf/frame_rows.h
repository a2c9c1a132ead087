/* Rows of call frame information: how to compute the caller's registers from those at an address.
 */
#ifndef SYMBOL_DWARF_FRAME_ROWS_H
#define SYMBOL_DWARF_FRAME_ROWS_H

#include "symbol/dwarf/expression.h"

enum frame_rule_kind {
    FRAME_AT,            /* in memory at CFA + offset */
    FRAME_IS,            /* CFA + offset itself */
    FRAME_REGISTER,      /* the value of another register, plus offset */
    FRAME_AT_EXPRESSION, /* in memory at the address that the expression gives */
    FRAME_EXPRESSION,    /* the value of the expression */
};

struct frame_rule {
    uint8_t kind;  /* enum frame_rule_kind */
    uint8_t reg;   /* the register it restores */
    uint8_t other; /* of FRAME_REGISTER */
    uint32_t first_op, n_ops;
    int64_t offset;
};

struct frame_row {
    struct frame_rule cfa; /* FRAME_REGISTER or FRAME_EXPRESSION */
    uint64_t same;         /* a bit for each register that the caller has unchanged */
    uint32_t first_rule, n_rules;
    uint8_t return_address; /* its register; a row without a rule for it is the outermost frame */
    bool is_signal;         /* a signal frame: the caller's address is not a return address */
};

/* Owns everything. The rules of a row are consecutive, and so are the operations of a rule. */
struct frame_rows {
    struct frame_row *rows;
    size_t n, room;
    struct frame_rule *rules;
    size_t n_rules, rules_room;
    struct expression_op *ops;
    size_t n_ops, ops_room;
};

void frame_rows_free(struct frame_rows *f);

/* Adds operations; the result goes into first_op. */
uint32_t frame_rows_add_ops(struct frame_rows *f, const struct expression_op *ops, size_t n);

/* Adds a row with its rules; returns its index. */
uint32_t frame_rows_add(struct frame_rows *f, struct frame_row row, const struct frame_rule *rules,
                        size_t n);

/* Whether the row is that of the outermost frame. */
bool frame_rows_is_root(const struct frame_rows *f, uint32_t row);

enum frame_step {
    FRAME_CALLER, /* the registers are now the caller's */
    FRAME_ROOT,   /* there is no caller */
    FRAME_CUT,    /* memory beyond the end of the stack copy is needed */
    FRAME_LOST,   /* the row does not match the registers */
};

/* Replaces the registers by the caller's; leaves them alone if there is no caller. */
enum frame_step frame_rows_step(const struct frame_rows *f, uint32_t row,
                                const struct unwind_memory *m, struct unwind_registers *r);

#endif
