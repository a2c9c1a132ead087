/* 77 18: register 7 and 24. */
#include "symbol/dwarf/expression_read.h"

/* What follows the code of an operation. */
enum operand {
    OPERAND_NONE, /* the code is of no use here */
    OPERAND_EMPTY,
    OPERAND_WORD,
    OPERAND_U1,
    OPERAND_U2,
    OPERAND_U4,
    OPERAND_8,
    OPERAND_S1,
    OPERAND_S2,
    OPERAND_S4,
    OPERAND_ULEB,
    OPERAND_SLEB,
    OPERAND_ULEB_SLEB,
};

enum { OP_BRA = 0x28, OP_SKIP = 0x2f };

struct operand_range {
    unsigned char first, last;
    enum operand operand;
};

static const struct operand_range ranges[] = {
    {0x03, 0x03, OPERAND_WORD},      /* addr */
    {0x06, 0x06, OPERAND_EMPTY},     /* deref */
    {0x08, 0x08, OPERAND_U1},        /* const1u */
    {0x09, 0x09, OPERAND_S1},        /* const1s */
    {0x0a, 0x0a, OPERAND_U2},        /* const2u */
    {0x0b, 0x0b, OPERAND_S2},        /* const2s */
    {0x0c, 0x0c, OPERAND_U4},        /* const4u */
    {0x0d, 0x0d, OPERAND_S4},        /* const4s */
    {0x0e, 0x0f, OPERAND_8},         /* const8u, const8s */
    {0x10, 0x10, OPERAND_ULEB},      /* constu */
    {0x11, 0x11, OPERAND_SLEB},      /* consts */
    {0x12, 0x14, OPERAND_EMPTY},     /* dup, drop, over */
    {0x15, 0x15, OPERAND_U1},        /* pick */
    {0x16, 0x22, OPERAND_EMPTY},     /* swap ... plus */
    {0x23, 0x23, OPERAND_ULEB},      /* plus_uconst */
    {0x24, 0x27, OPERAND_EMPTY},     /* shl ... xor */
    {0x28, 0x28, OPERAND_S2},        /* bra */
    {0x29, 0x2e, OPERAND_EMPTY},     /* eq ... ne */
    {0x2f, 0x2f, OPERAND_S2},        /* skip */
    {0x30, 0x6f, OPERAND_EMPTY},     /* lit0 ... lit31, reg0 ... reg31 */
    {0x70, 0x8f, OPERAND_SLEB},      /* breg0 ... breg31 */
    {0x90, 0x90, OPERAND_ULEB},      /* regx */
    {0x91, 0x91, OPERAND_SLEB},      /* fbreg */
    {0x92, 0x92, OPERAND_ULEB_SLEB}, /* bregx */
    {0x94, 0x95, OPERAND_U1},        /* deref_size, xderef_size */
    {0x96, 0x97, OPERAND_EMPTY},     /* nop, push_object_address */
    {0x9b, 0x9c, OPERAND_EMPTY},     /* form_tls_address, call_frame_cfa */
    {0x9f, 0x9f, OPERAND_EMPTY},     /* stack_value */
};

static enum operand operand_of(unsigned code)
{
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return ranges[i].operand;
    return OPERAND_NONE;
}

static void read_operand(struct debug_cursor *c, enum operand operand, unsigned word,
                         struct expression_op *op)
{
    switch (operand) {
    case OPERAND_NONE:
    case OPERAND_EMPTY:
        break;
    case OPERAND_WORD:
        op->number = debug_cursor_number(c, word);
        break;
    case OPERAND_U1:
        op->number = debug_cursor_number(c, 1);
        break;
    case OPERAND_U2:
        op->number = debug_cursor_number(c, 2);
        break;
    case OPERAND_U4:
        op->number = debug_cursor_number(c, 4);
        break;
    case OPERAND_8:
        op->number = debug_cursor_number(c, 8);
        break;
    case OPERAND_S1:
        op->number = (uint64_t)(int64_t)(int8_t)debug_cursor_number(c, 1);
        break;
    case OPERAND_S2:
        op->number = (uint64_t)(int64_t)(int16_t)debug_cursor_number(c, 2);
        break;
    case OPERAND_S4:
        op->number = (uint64_t)(int64_t)(int32_t)debug_cursor_number(c, 4);
        break;
    case OPERAND_ULEB:
        op->number = debug_cursor_uleb(c);
        break;
    case OPERAND_SLEB:
        op->number = (uint64_t)debug_cursor_sleb(c);
        break;
    case OPERAND_ULEB_SLEB:
        op->number = debug_cursor_uleb(c);
        op->number2 = (uint64_t)debug_cursor_sleb(c);
        break;
    }
}

/* The index of the operation that begins at a byte; the number of operations if none does. */
static uint32_t target_of(const size_t *begins, size_t n, uint64_t at)
{
    for (size_t i = 0; i < n; i++)
        if (begins[i] == at)
            return (uint32_t)i;
    return (uint32_t)n;
}

bool expression_read(struct debug_cursor *c, unsigned word,
                     struct expression_op ops[EXPRESSION_OPS_MOST], size_t *n)
{
    enum { BRANCH = 3 }; /* bytes of one, from whose end it counts */
    size_t begins[EXPRESSION_OPS_MOST];
    const size_t size = c->rest.n;

    *n = 0;
    while (c->rest.n) {
        if (*n == EXPRESSION_OPS_MOST)
            return false;
        begins[*n] = size - c->rest.n;
        struct expression_op *op = &ops[(*n)++];
        *op = (struct expression_op){.code = (uint8_t)debug_cursor_number(c, 1)};
        enum operand operand = operand_of(op->code);
        read_operand(c, operand, word, op);
        if (operand == OPERAND_NONE || c->is_cut)
            return false;
    }
    for (size_t i = 0; i < *n; i++)
        if (ops[i].code == OP_BRA || ops[i].code == OP_SKIP)
            ops[i].target = target_of(begins, *n, begins[i] + BRANCH + ops[i].number);
    return true;
}
