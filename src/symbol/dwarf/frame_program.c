/* 0e 10 86 02: the CFA is now 16 above the stack pointer, register 6 two units below the CFA. */
#include "symbol/dwarf/frame_program.h"

#include "symbol/dwarf/expression_read.h"

/* States that a program may have set aside at a time; compilers set one aside. Operations of all
 * expressions: the expressions of one function may serve any number of addresses. */
enum { STATES_MOST = 8, ALL_OPS_MOST = 1 << 19 };

/* DW_CFA_...; of the first three the lower six bits are an operand. */
enum {
    ADVANCE = 0x40,
    OFFSET = 0x80,
    RESTORE = 0xc0,
    OPERAND = 0x3f,
    NOP = 0x00,
    SET_LOC = 0x01,
    ADVANCE_1 = 0x02,
    ADVANCE_2 = 0x03,
    ADVANCE_4 = 0x04,
    OFFSET_EXTENDED = 0x05,
    RESTORE_EXTENDED = 0x06,
    UNDEFINED = 0x07,
    SAME_VALUE = 0x08,
    REGISTER = 0x09,
    REMEMBER_STATE = 0x0a,
    RESTORE_STATE = 0x0b,
    DEF_CFA = 0x0c,
    DEF_CFA_REGISTER = 0x0d,
    DEF_CFA_OFFSET = 0x0e,
    DEF_CFA_EXPRESSION = 0x0f,
    EXPRESSION = 0x10,
    OFFSET_EXTENDED_SF = 0x11,
    DEF_CFA_SF = 0x12,
    DEF_CFA_OFFSET_SF = 0x13,
    VAL_OFFSET = 0x14,
    VAL_OFFSET_SF = 0x15,
    VAL_EXPRESSION = 0x16,
    NEGATE_RA_STATE = 0x2d,
    ARGS_SIZE = 0x2e,
    NEGATIVE_OFFSET_EXTENDED = 0x2f,
};

enum { OP_BREG0 = 0x70, OP_BREG31 = 0x8f, OP_CALL_FRAME_CFA = 0x9c };

enum rule_kind {
    RULE_NONE, /* the register has no value */
    RULE_SAME,
    RULE_AT,
    RULE_IS,
    RULE_REGISTER,
    RULE_AT_EXPRESSION, /* the value is its position in the section */
    RULE_EXPRESSION,
};

/* The rules at a place of a program; rule and value by register. */
struct rules {
    unsigned char kind[UNWIND_REGISTERS]; /* enum rule_kind */
    uint64_t value[UNWIND_REGISTERS];
    unsigned char cfa_kind; /* RULE_NONE, RULE_REGISTER or RULE_EXPRESSION */
    uint64_t cfa_register;
    uint64_t cfa_value;
};

struct run {
    const struct frame_section *section;
    const struct frame_common *common;
    const struct unwind_machine *machine;
    struct debug_cursor c;
    struct rules rules;
    const struct rules *first; /* those that the common program sets; NULL: it is running */
    struct rules states[STATES_MOST];
    size_t n_states;
    uint64_t at, address;
    bool failed;
};

/* What a call preserves by the ABIs, where no rule says otherwise: a bit for each register. */
static uint64_t preserved(const struct unwind_machine *m)
{
    switch (m->elf) {
    case MACHINE_X86_64:
        return 0x1f048; /* rbx, rbp, r12 ... r15, the return address */
    case MACHINE_386:
        return 0xe8; /* ebx, ebp, esi, edi */
    case MACHINE_AARCH64:
        return 0x7ff80000; /* x19 ... x30 */
    default:
        return 0x4df0; /* r4 ... r8, r10, r11, lr */
    }
}

static void begin_rules(const struct unwind_machine *m, struct rules *r)
{
    enum { ARM_LINK = 14 };

    *r = (struct rules){.cfa_kind = RULE_NONE};
    for (unsigned reg = 0; reg < m->n; reg++)
        if (preserved(m) >> reg & 1)
            r->kind[reg] = RULE_SAME;
    r->kind[m->sp] = RULE_IS;
    if (m->elf == MACHINE_ARM) {
        r->kind[m->pc] = RULE_REGISTER;
        r->value[m->pc] = ARM_LINK;
    }
}

static void set_rule(struct run *r, uint64_t reg, enum rule_kind kind, uint64_t value)
{
    if (reg >= r->machine->n)
        return;
    r->rules.kind[reg] = (unsigned char)kind;
    r->rules.value[reg] = value;
}

static uint64_t uleb(struct run *r)
{
    return debug_cursor_uleb(&r->c);
}

static uint64_t sleb(struct run *r)
{
    return (uint64_t)debug_cursor_sleb(&r->c);
}

static uint64_t in_units(const struct run *r, uint64_t n)
{
    return n * (uint64_t)r->common->data_unit;
}

/* Sets a rule whose number counts in units. */
static void set_in_units(struct run *r, uint64_t reg, enum rule_kind kind, uint64_t n)
{
    set_rule(r, reg, kind, in_units(r, n));
}

static void restore(struct run *r, uint64_t reg)
{
    if (!r->first)
        r->failed = true;
    else if (reg < r->machine->n)
        set_rule(r, reg, (enum rule_kind)r->first->kind[reg], r->first->value[reg]);
}

static void advance(struct run *r, uint64_t n)
{
    r->at += n * r->common->code_unit;
}

/* Skips an expression; returns its position. */
static uint64_t take_expression(struct run *r)
{
    const uint64_t at = (uint64_t)(r->c.rest.p - r->section->bytes.p);

    debug_cursor_skip(&r->c, uleb(r));
    return at;
}

static void set_cfa(struct run *r, enum rule_kind kind, uint64_t reg, uint64_t value)
{
    r->rules.cfa_kind = (unsigned char)kind;
    r->rules.cfa_register = reg;
    r->rules.cfa_value = value;
}

static void change_cfa(struct run *r, uint64_t reg, uint64_t value)
{
    if (r->rules.cfa_kind == RULE_REGISTER)
        set_cfa(r, RULE_REGISTER, reg, value);
    else
        r->failed = true;
}

static void remember(struct run *r)
{
    if (r->n_states == STATES_MOST)
        r->failed = true;
    else
        r->states[r->n_states++] = r->rules;
}

static void recall(struct run *r)
{
    if (r->n_states == 0)
        r->failed = true;
    else
        r->rules = r->states[--r->n_states];
}

/* False: the operation is none of the CFA. */
static bool run_cfa(struct run *r, unsigned op)
{
    uint64_t reg;

    switch (op) {
    case DEF_CFA:
        reg = uleb(r);
        set_cfa(r, RULE_REGISTER, reg, uleb(r));
        return true;
    case DEF_CFA_SF:
        reg = uleb(r);
        set_cfa(r, RULE_REGISTER, reg, in_units(r, sleb(r)));
        return true;
    case DEF_CFA_REGISTER:
        change_cfa(r, uleb(r), r->rules.cfa_value);
        return true;
    case DEF_CFA_OFFSET:
        change_cfa(r, r->rules.cfa_register, uleb(r));
        return true;
    case DEF_CFA_OFFSET_SF:
        change_cfa(r, r->rules.cfa_register, in_units(r, sleb(r)));
        return true;
    case DEF_CFA_EXPRESSION:
        set_cfa(r, RULE_EXPRESSION, 0, take_expression(r));
        return true;
    default:
        return false;
    }
}

/* False: the operation gives no register a rule. */
static bool run_rule(struct run *r, unsigned op)
{
    if ((op < OFFSET_EXTENDED || op > REGISTER) && op != EXPRESSION && op != OFFSET_EXTENDED_SF &&
        (op < VAL_OFFSET || op > VAL_EXPRESSION) && op != NEGATIVE_OFFSET_EXTENDED)
        return false;
    const uint64_t reg = uleb(r);
    if (op == OFFSET_EXTENDED)
        set_in_units(r, reg, RULE_AT, uleb(r));
    else if (op == OFFSET_EXTENDED_SF)
        set_in_units(r, reg, RULE_AT, sleb(r));
    else if (op == NEGATIVE_OFFSET_EXTENDED)
        set_in_units(r, reg, RULE_AT, 0 - uleb(r));
    else if (op == VAL_OFFSET)
        set_in_units(r, reg, RULE_IS, uleb(r));
    else if (op == VAL_OFFSET_SF)
        set_in_units(r, reg, RULE_IS, sleb(r));
    else if (op == RESTORE_EXTENDED)
        restore(r, reg);
    else if (op == UNDEFINED)
        set_rule(r, reg, RULE_NONE, 0);
    else if (op == SAME_VALUE)
        set_rule(r, reg, RULE_SAME, 0);
    else if (op == REGISTER)
        set_rule(r, reg, RULE_REGISTER, uleb(r));
    else if (op == EXPRESSION)
        set_rule(r, reg, RULE_AT_EXPRESSION, take_expression(r));
    else
        set_rule(r, reg, RULE_EXPRESSION, take_expression(r));
    return true;
}

static void run_other(struct run *r, unsigned op)
{
    switch (op) {
    case NOP:
    case NEGATE_RA_STATE: /* the address mask drops signatures anyway */
        break;
    case ARGS_SIZE:
        (void)uleb(r);
        break;
    case SET_LOC:
        r->failed |= !frame_section_address(r->section, &r->c, r->common->encoding, &r->at);
        break;
    case ADVANCE_1:
        advance(r, debug_cursor_number(&r->c, 1));
        break;
    case ADVANCE_2:
        advance(r, debug_cursor_number(&r->c, 2));
        break;
    case ADVANCE_4:
        advance(r, debug_cursor_number(&r->c, 4));
        break;
    case REMEMBER_STATE:
        remember(r);
        break;
    case RESTORE_STATE:
        recall(r);
        break;
    default:
        r->failed = true;
    }
}

/* Runs a program up to the address; false: it is damaged, or longer than what is left. */
static bool run_program(struct run *r, struct str program, uint64_t *left)
{
    r->c = (struct debug_cursor){.image = r->section->image, .rest = program};
    r->n_states = 0;
    while (r->c.rest.n && r->at <= r->address && !r->failed) {
        const size_t before = r->c.rest.n;
        const unsigned op = (unsigned)debug_cursor_number(&r->c, 1);
        if (op >= RESTORE)
            restore(r, op & OPERAND);
        else if (op >= OFFSET)
            set_in_units(r, op & OPERAND, RULE_AT, uleb(r));
        else if (op >= ADVANCE)
            advance(r, op & OPERAND);
        else if (!run_cfa(r, op) && !run_rule(r, op))
            run_other(r, op);
        r->failed |= r->c.is_cut || before - r->c.rest.n > *left;
        *left -= r->failed ? 0 : before - r->c.rest.n;
    }
    return !r->failed;
}

/* Adds the expression at a position; that of a register finds the CFA on the stack. */
static bool add_expression(const struct run *r, uint64_t at, bool of_cfa, struct frame_rows *to,
                           struct frame_rule *rule)
{
    struct expression_op ops[EXPRESSION_OPS_MOST + 1] = {{.code = OP_CALL_FRAME_CFA}};
    struct debug_cursor c = {.image = r->section->image, .rest = r->section->bytes};
    size_t n;

    debug_cursor_skip(&c, at);
    uint64_t size = debug_cursor_uleb(&c);
    if (size == 0 || size > c.rest.n)
        return false;
    c.rest.n = (size_t)size;
    if (!expression_read(&c, r->section->word, ops + 1, &n))
        return false;
    if (of_cfa && n == 1 && ops[1].code >= OP_BREG0 && ops[1].code <= OP_BREG31) {
        rule->kind = FRAME_REGISTER;
        rule->other = (uint8_t)(ops[1].code - OP_BREG0);
        rule->offset = (int64_t)ops[1].number;
        return true;
    }
    const size_t pushed = of_cfa ? 0 : 1;
    if (to->n_ops > ALL_OPS_MOST - n - pushed)
        return false;
    for (size_t i = 1; i <= n; i++)
        ops[i].target += (uint32_t)pushed;
    rule->first_op = frame_rows_add_ops(to, ops + 1 - pushed, n + pushed);
    rule->n_ops = (uint32_t)(n + pushed);
    return true;
}

static uint8_t register_of(uint64_t number)
{
    return number < UNWIND_REGISTERS ? (uint8_t)number : UNWIND_REGISTERS;
}

static bool add_cfa(const struct run *r, struct frame_rows *to, struct frame_rule *cfa)
{
    if (r->rules.cfa_kind == RULE_NONE)
        return false;
    cfa->kind = r->rules.cfa_kind == RULE_REGISTER ? FRAME_REGISTER : FRAME_EXPRESSION;
    if (cfa->kind == FRAME_EXPRESSION)
        return add_expression(r, r->rules.cfa_value, true, to, cfa);
    cfa->other = register_of(r->rules.cfa_register);
    cfa->offset = (int64_t)r->rules.cfa_value;
    return true;
}

static bool add_rule(const struct run *r, unsigned reg, struct frame_row *row,
                     struct frame_rows *to, struct frame_rule *rules)
{
    const enum rule_kind kind = (enum rule_kind)r->rules.kind[reg];
    struct frame_rule rule = {.reg = (uint8_t)reg};

    switch (kind) {
    case RULE_NONE:
        return true;
    case RULE_SAME:
        row->same |= (uint64_t)1 << reg;
        return true;
    case RULE_AT:
    case RULE_IS:
        rule.kind = kind == RULE_AT ? FRAME_AT : FRAME_IS;
        rule.offset = (int64_t)r->rules.value[reg];
        break;
    case RULE_REGISTER:
        rule.kind = FRAME_REGISTER;
        rule.other = register_of(r->rules.value[reg]);
        break;
    case RULE_AT_EXPRESSION:
    case RULE_EXPRESSION:
        rule.kind = kind == RULE_EXPRESSION ? FRAME_EXPRESSION : FRAME_AT_EXPRESSION;
        if (!add_expression(r, r->rules.value[reg], false, to, &rule))
            return false;
        break;
    }
    rules[row->n_rules++] = rule;
    return true;
}

static bool add_row(const struct run *r, struct frame_rows *to, uint32_t *index)
{
    struct frame_rule rules[UNWIND_REGISTERS];
    struct frame_row row = {.is_signal = r->common->is_signal};

    if (r->common->return_address >= r->machine->n || !add_cfa(r, to, &row.cfa))
        return false;
    row.return_address = (uint8_t)r->common->return_address;
    for (unsigned reg = 0; reg < r->machine->n; reg++)
        if (!add_rule(r, reg, &row, to, rules))
            return false;
    *index = frame_rows_add(to, row, rules, row.n_rules);
    return true;
}

bool frame_program_row(const struct frame_section *s, const struct frame_function *function,
                       const struct unwind_machine *m, uint64_t *left, struct frame_rows *to,
                       uint32_t *row)
{
    struct run r = {.section = s, .common = &function->common, .machine = m, .address = UINT64_MAX};
    struct rules first;

    begin_rules(m, &r.rules);
    if (!run_program(&r, function->common.program, left))
        return false;
    first = r.rules;
    r.first = &first;
    r.at = function->begin;
    r.address = function->address;
    return run_program(&r, function->program, left) && add_row(&r, to, row);
}
