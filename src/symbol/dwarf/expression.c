/* Evaluates DWARF expressions with a stack of 64 words and at most 4096 steps; compilers'
 * expressions need less than half of either. */
#include "symbol/dwarf/expression.h"

#include <assert.h>

enum { STACK_MOST = 64, STEPS_MOST = 4096 };

/* DWARF 5, 7.7.1. */
enum {
    OP_DEREF = 0x06,
    OP_CONST1U = 0x08,
    OP_CONSTS = 0x11,
    OP_DUP = 0x12,
    OP_DROP = 0x13,
    OP_OVER = 0x14,
    OP_PICK = 0x15,
    OP_SWAP = 0x16,
    OP_ROT = 0x17,
    OP_ABS = 0x19,
    OP_AND = 0x1a,
    OP_DIV = 0x1b,
    OP_MINUS = 0x1c,
    OP_MOD = 0x1d,
    OP_MUL = 0x1e,
    OP_NEG = 0x1f,
    OP_NOT = 0x20,
    OP_OR = 0x21,
    OP_PLUS = 0x22,
    OP_PLUS_UCONST = 0x23,
    OP_SHL = 0x24,
    OP_SHR = 0x25,
    OP_SHRA = 0x26,
    OP_XOR = 0x27,
    OP_BRA = 0x28,
    OP_EQ = 0x29,
    OP_GE = 0x2a,
    OP_GT = 0x2b,
    OP_LE = 0x2c,
    OP_LT = 0x2d,
    OP_NE = 0x2e,
    OP_SKIP = 0x2f,
    OP_LIT0 = 0x30,
    OP_LIT31 = 0x4f,
    OP_BREG0 = 0x70,
    OP_BREG31 = 0x8f,
    OP_BREGX = 0x92,
    OP_DEREF_SIZE = 0x94,
    OP_NOP = 0x96,
    OP_CALL_FRAME_CFA = 0x9c,
    OP_STACK_VALUE = 0x9f,
};

struct machine {
    const struct unwind_registers *registers;
    const struct unwind_memory *memory;
    uint64_t cfa;
    uint64_t stack[STACK_MOST];
    size_t n;
    enum expression_answer answer; /* EXPRESSION_VALUE: so far so good */
};

static void fail(struct machine *m, enum expression_answer answer)
{
    if (m->answer == EXPRESSION_VALUE)
        m->answer = answer;
}

/* On 32-bit machines only the lower half is used; the upper half is zero. */
static void push(struct machine *m, uint64_t value)
{
    if (m->n == STACK_MOST) {
        fail(m, EXPRESSION_NONE);
        return;
    }
    m->stack[m->n++] = m->registers->machine->word == 4 ? (uint32_t)value : value;
}

static uint64_t pop(struct machine *m)
{
    if (m->n == 0) {
        fail(m, EXPRESSION_NONE);
        return 0;
    }
    return m->stack[--m->n];
}

/* Pushes a copy of the word that many below the top. */
static void pick(struct machine *m, uint64_t below)
{
    if (below >= m->n)
        fail(m, EXPRESSION_NONE);
    else
        push(m, m->stack[m->n - 1 - below]);
}

static void swap(struct machine *m)
{
    uint64_t a = pop(m);
    uint64_t b = pop(m);

    push(m, a);
    push(m, b);
}

static void rotate(struct machine *m)
{
    uint64_t a = pop(m);
    uint64_t b = pop(m);
    uint64_t c = pop(m);

    push(m, a);
    push(m, c);
    push(m, b);
}

static void push_register(struct machine *m, uint64_t number, uint64_t offset)
{
    if (number >= UNWIND_REGISTERS || !unwind_knows(m->registers, (unsigned)number))
        fail(m, EXPRESSION_NONE);
    else
        push(m, m->registers->value[number] + offset);
}

static void load(struct machine *m, uint64_t size)
{
    uint64_t value = 0;
    uint64_t address = pop(m);

    if (size == 0 || size > 8) {
        fail(m, EXPRESSION_NONE);
        return;
    }
    switch (unwind_read(m->memory, address, (unsigned)size, &value)) {
    case MEMORY_READ:
        push(m, value);
        break;
    case MEMORY_BEHIND:
        fail(m, EXPRESSION_CUT);
        break;
    case MEMORY_NONE:
        fail(m, EXPRESSION_NONE);
        break;
    }
}

/* Maps signed words to unsigned ones in the same order. */
static uint64_t ordered(const struct machine *m, uint64_t word)
{
    return word ^ (m->registers->machine->word == 4 ? (uint64_t)1 << 31 : (uint64_t)1 << 63);
}

static bool is_negative(const struct machine *m, uint64_t word)
{
    return word >> (m->registers->machine->word * 8 - 1) & 1;
}

static uint64_t magnitude(const struct machine *m, uint64_t word)
{
    uint64_t n = is_negative(m, word) ? 0 - word : word;

    return m->registers->machine->word == 4 ? (uint32_t)n : n;
}

static uint64_t divide(struct machine *m, uint64_t a, uint64_t b)
{
    if (b == 0) {
        fail(m, EXPRESSION_NONE);
        return 0;
    }
    uint64_t n = magnitude(m, a) / magnitude(m, b);
    return is_negative(m, a) == is_negative(m, b) ? n : 0 - n;
}

static uint64_t modulo(struct machine *m, uint64_t a, uint64_t b)
{
    if (b == 0) {
        fail(m, EXPRESSION_NONE);
        return 0;
    }
    return a % b;
}

static uint64_t shift_right_signed(const struct machine *m, uint64_t a, uint64_t by)
{
    uint64_t extended =
        is_negative(m, a) && m->registers->machine->word == 4 ? a | ~(uint64_t)UINT32_MAX : a;

    if (by > 63)
        return is_negative(m, a) ? UINT64_MAX : 0;
    uint64_t filling = is_negative(m, a) ? ~(UINT64_MAX >> by) : 0;
    return extended >> by | filling;
}

static uint64_t combine(struct machine *m, uint8_t code, uint64_t a, uint64_t b)
{
    switch (code) {
    case OP_AND:
        return a & b;
    case OP_DIV:
        return divide(m, a, b);
    case OP_MINUS:
        return a - b;
    case OP_MOD:
        return modulo(m, a, b);
    case OP_MUL:
        return a * b;
    case OP_OR:
        return a | b;
    case OP_PLUS:
        return a + b;
    case OP_SHL:
        return b > 63 ? 0 : a << b;
    case OP_SHR:
        return b > 63 ? 0 : a >> b;
    case OP_SHRA:
        return shift_right_signed(m, a, b);
    case OP_XOR:
        return a ^ b;
    case OP_EQ:
        return a == b;
    case OP_GE:
        return ordered(m, a) >= ordered(m, b);
    case OP_GT:
        return ordered(m, a) > ordered(m, b);
    case OP_LE:
        return ordered(m, a) <= ordered(m, b);
    case OP_LT:
        return ordered(m, a) < ordered(m, b);
    default:
        return a != b;
    }
}

/* False: not a binary operation. */
static bool run_binary(struct machine *m, uint8_t code)
{
    if (code != OP_AND && (code < OP_DIV || code > OP_MUL) && code != OP_OR && code != OP_PLUS &&
        (code < OP_SHL || code > OP_XOR) && (code < OP_EQ || code > OP_NE))
        return false;
    uint64_t b = pop(m);
    uint64_t a = pop(m);
    push(m, combine(m, code, a, b));
    return true;
}

/* False: not an operation that pushes a constant, a register or the like. */
static bool run_source(struct machine *m, const struct expression_op *op)
{
    if (op->code >= OP_CONST1U && op->code <= OP_CONSTS)
        push(m, op->number);
    else if (op->code >= OP_LIT0 && op->code <= OP_LIT31)
        push(m, (uint64_t)op->code - OP_LIT0);
    else if (op->code >= OP_BREG0 && op->code <= OP_BREG31)
        push_register(m, (uint64_t)op->code - OP_BREG0, op->number);
    else if (op->code == OP_BREGX)
        push_register(m, op->number, op->number2);
    else if (op->code == OP_CALL_FRAME_CFA)
        push(m, m->cfa);
    else
        return false;
    return true;
}

static void run_other(struct machine *m, const struct expression_op *op)
{
    switch (op->code) {
    case OP_DEREF:
        load(m, m->registers->machine->word);
        break;
    case OP_DEREF_SIZE:
        load(m, op->number);
        break;
    case OP_DUP:
        pick(m, 0);
        break;
    case OP_DROP:
        pop(m);
        break;
    case OP_OVER:
        pick(m, 1);
        break;
    case OP_PICK:
        pick(m, op->number);
        break;
    case OP_SWAP:
        swap(m);
        break;
    case OP_ROT:
        rotate(m);
        break;
    case OP_ABS:
        push(m, magnitude(m, pop(m)));
        break;
    case OP_NEG:
        push(m, 0 - pop(m));
        break;
    case OP_NOT:
        push(m, ~pop(m));
        break;
    case OP_PLUS_UCONST:
        push(m, pop(m) + op->number);
        break;
    case OP_NOP:
        break;
    default:
        fail(m, EXPRESSION_NONE);
    }
}

enum expression_answer expression_run(struct expression e, const struct unwind_registers *r,
                                      const struct unwind_memory *memory, uint64_t cfa,
                                      uint64_t *value)
{
    struct machine m;

    m.registers = r;
    m.memory = memory;
    m.cfa = cfa;
    m.n = 0;
    m.answer = EXPRESSION_VALUE;
    size_t at = 0;
    for (size_t steps = 0; at < e.n && m.answer == EXPRESSION_VALUE; steps++) {
        const struct expression_op *op = &e.ops[at++];
        if (steps == STEPS_MOST)
            fail(&m, EXPRESSION_NONE);
        else if (op->code == OP_STACK_VALUE)
            break;
        else if (op->code == OP_SKIP || (op->code == OP_BRA && pop(&m) != 0))
            at = op->target;
        else if (op->code != OP_BRA && !run_source(&m, op) && !run_binary(&m, op->code))
            run_other(&m, op);
    }
    *value = pop(&m);
    return m.answer;
}
