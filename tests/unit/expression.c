/* symbol/dwarf/expression: the operations of DWARF expressions, and how hostile ones end. */
#include "symbol/dwarf/expression.h"

#include "unit.h"

enum {
    ADDR = 0x03,
    DEREF = 0x06,
    CONST1U = 0x08,
    CONST1S = 0x09,
    CONST8U = 0x0e,
    CONSTS = 0x11,
    DUP = 0x12,
    DROP = 0x13,
    OVER = 0x14,
    PICK = 0x15,
    SWAP = 0x16,
    ROT = 0x17,
    ABS = 0x19,
    AND = 0x1a,
    DIV = 0x1b,
    MINUS = 0x1c,
    MOD = 0x1d,
    MUL = 0x1e,
    NEG = 0x1f,
    NOT = 0x20,
    OR = 0x21,
    PLUS = 0x22,
    PLUS_UCONST = 0x23,
    SHL = 0x24,
    SHR = 0x25,
    SHRA = 0x26,
    XOR = 0x27,
    BRA = 0x28,
    EQ = 0x29,
    GE = 0x2a,
    GT = 0x2b,
    LE = 0x2c,
    LT = 0x2d,
    NE = 0x2e,
    SKIP = 0x2f,
    LIT0 = 0x30,
    BREG0 = 0x70,
    BREGX = 0x92,
    DEREF_SIZE = 0x94,
    NOP = 0x96,
    CALL_FRAME_CFA = 0x9c,
    STACK_VALUE = 0x9f,
    AX_SP_IP = 1 | 1 << 7 | 1 << 8,
};

static const char bytes[] = "\x01\x02\x03\x04\x05\x06\x07\xff";
static const struct unwind_memory memory = {0x1000, {bytes, 8}};

/* ax is 0x1000, sp 0x2000, ip 0x400b; by DWARF numbers 0, 7 and 16, or 0, 4 and 8. */
static struct unwind_registers registers(unsigned machine)
{
    const uint64_t words[] = {0x1000, 0x2000, 0x400b};
    struct unwind_registers r;

    assert_true(
        unwind_registers_of_perf(machine, machine == MACHINE_386 ? 1 : 2, AX_SP_IP, words, 3, &r));
    return r;
}

static enum expression_answer run_on(unsigned machine, const struct expression_op *ops, size_t n,
                                     uint64_t *value)
{
    struct unwind_registers r = registers(machine);

    return expression_run((struct expression){ops, n}, &r, &memory, 0x3000, value);
}

#define ASSERT_VALUE_ON(machine, expected, ...)                                                    \
    do {                                                                                           \
        const struct expression_op ops_[] = {__VA_ARGS__};                                         \
        uint64_t value_ = 0;                                                                       \
        assert_int_equal(run_on(machine, ops_, sizeof ops_ / sizeof ops_[0], &value_),             \
                         EXPRESSION_VALUE);                                                        \
        assert_int_equal(value_, (expected));                                                      \
    } while (0)

#define ASSERT_VALUE(expected, ...) ASSERT_VALUE_ON(MACHINE_X86_64, expected, __VA_ARGS__)

#define ASSERT_ENDS(answer, ...)                                                                   \
    do {                                                                                           \
        const struct expression_op ops_[] = {__VA_ARGS__};                                         \
        uint64_t value_ = 0;                                                                       \
        assert_int_equal(run_on(MACHINE_X86_64, ops_, sizeof ops_ / sizeof ops_[0], &value_),      \
                         answer);                                                                  \
    } while (0)

/* What linkers write for the slots of a PLT: sp + 8 + ((ip & 15) >= 11) * 8. */
static void the_cfa_of_a_plt_slot_is_computed(void **state)
{
    (void)state;
    ASSERT_VALUE(0x2010, {.code = BREG0 + 7, .number = 8}, {.code = BREG0 + 16},
                 {.code = LIT0 + 15}, {.code = AND}, {.code = LIT0 + 11}, {.code = GE},
                 {.code = LIT0 + 3}, {.code = SHL}, {.code = PLUS});
}

static void memory_is_read_lowest_byte_first(void **state)
{
    (void)state;
    ASSERT_VALUE(0xff07060504030201, {.code = BREG0}, {.code = DEREF});
    ASSERT_VALUE_ON(MACHINE_386, 0x04030201, {.code = BREG0}, {.code = DEREF});
    ASSERT_VALUE(0x0302, {.code = BREGX, .number = 0, .number2 = 1},
                 {.code = DEREF_SIZE, .number = 2});
}

static void memory_behind_the_copy_cuts_and_before_it_is_none(void **state)
{
    (void)state;
    ASSERT_ENDS(EXPRESSION_CUT, {.code = BREG0, .number = 1}, {.code = DEREF});
    ASSERT_ENDS(EXPRESSION_CUT, {.code = CONST8U, .number = UINT64_MAX}, {.code = DEREF});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = LIT0}, {.code = DEREF});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = BREG0}, {.code = DEREF_SIZE, .number = 9});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = BREG0}, {.code = DEREF_SIZE, .number = 0});
}

static void words_are_moved_about_the_stack(void **state)
{
    (void)state;
    ASSERT_VALUE(1, {.code = LIT0 + 3}, {.code = LIT0 + 2}, {.code = SWAP}, {.code = MINUS},
                 {.code = NEG});
    ASSERT_VALUE(3, {.code = LIT0 + 3}, {.code = LIT0 + 2}, {.code = OVER});
    ASSERT_VALUE(3, {.code = LIT0 + 3}, {.code = LIT0 + 2}, {.code = PICK, .number = 1});
    ASSERT_VALUE(3, {.code = LIT0 + 3}, {.code = LIT0 + 2}, {.code = DROP});
    ASSERT_VALUE(4, {.code = LIT0 + 2}, {.code = DUP}, {.code = PLUS});
    /* 1 2 3 becomes 3 1 2. */
    ASSERT_VALUE(2, {.code = LIT0 + 1}, {.code = LIT0 + 2}, {.code = LIT0 + 3}, {.code = ROT});
    ASSERT_VALUE(3, {.code = LIT0 + 1}, {.code = LIT0 + 2}, {.code = LIT0 + 3}, {.code = ROT},
                 {.code = DROP}, {.code = DROP});
}

static void signed_words_divide_shift_and_compare_as_such(void **state)
{
    static const struct expression_op minus_7 = {.code = CONST1S, .number = (uint64_t)-7};
    const unsigned machines[] = {MACHINE_X86_64, MACHINE_386};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        uint64_t mask = i ? UINT32_MAX : UINT64_MAX;
        ASSERT_VALUE_ON(machines[i], (uint64_t)-3 & mask, minus_7, {.code = LIT0 + 2},
                        {.code = DIV});
        ASSERT_VALUE_ON(machines[i], (uint64_t)-4 & mask, minus_7, {.code = LIT0 + 1},
                        {.code = SHRA});
        ASSERT_VALUE_ON(machines[i], mask, minus_7, {.code = LIT0 + 31}, {.code = DUP},
                        {.code = PLUS}, {.code = SHRA});
        ASSERT_VALUE_ON(machines[i], mask >> 1 ^ 3, minus_7, {.code = LIT0 + 1}, {.code = SHR});
        ASSERT_VALUE_ON(machines[i], 1, minus_7, {.code = LIT0 + 1}, {.code = LT});
        ASSERT_VALUE_ON(machines[i], 7, minus_7, {.code = ABS});
    }
}

/* What each operation makes of 12 and 10, of 10 and 12, and of 10 and 10. */
static void each_operation_of_two_words_is_itself(void **state)
{
    static const struct {
        uint8_t code;
        uint64_t values[3];
    } rows[] = {
        {AND, {8, 8, 10}},
        {DIV, {1, 0, 1}},
        {MINUS, {2, (uint64_t)-2, 0}},
        {MOD, {2, 10, 0}},
        {MUL, {120, 120, 100}},
        {OR, {14, 14, 10}},
        {PLUS, {22, 22, 20}},
        {SHL, {12 << 10, 10 << 12, 10 << 10}},
        {SHR, {0, 0, 0}},
        {SHRA, {0, 0, 0}},
        {XOR, {6, 6, 0}},
        {EQ, {0, 0, 1}},
        {GE, {1, 0, 1}},
        {GT, {1, 0, 0}},
        {LE, {0, 1, 1}},
        {LT, {0, 1, 0}},
        {NE, {1, 1, 0}},
    };
    static const uint64_t words[][2] = {{12, 10}, {10, 12}, {10, 10}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t k = 0; k < 3; k++)
            ASSERT_VALUE(rows[i].values[k], {.code = CONST1U, .number = words[k][0]},
                         {.code = CONST1U, .number = words[k][1]}, {.code = rows[i].code});
}

/* -1, 1: by their signs, not as the words that hold them. */
static void words_are_compared_by_their_signs(void **state)
{
    static const struct expression_op minus_1 = {.code = CONSTS, .number = UINT64_MAX};
    static const struct {
        uint8_t code;
        uint64_t value;
    } rows[] = {{EQ, 0}, {GE, 0}, {GT, 0}, {LE, 1}, {LT, 1}, {NE, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct expression_op op = {.code = rows[i].code};
        ASSERT_VALUE_ON(MACHINE_X86_64, rows[i].value, minus_1, {.code = LIT0 + 1}, op);
        ASSERT_VALUE_ON(MACHINE_386, rows[i].value, minus_1, {.code = LIT0 + 1}, op);
    }
}

static void operations_of_one_word(void **state)
{
    (void)state;
    ASSERT_VALUE(5, {.code = LIT0 + 5}, {.code = ABS});
    ASSERT_VALUE((uint64_t)-5, {.code = LIT0 + 5}, {.code = NEG});
    ASSERT_VALUE(~(uint64_t)5, {.code = LIT0 + 5}, {.code = NOT});
    ASSERT_VALUE_ON(MACHINE_386, ~(uint32_t)5, {.code = LIT0 + 5}, {.code = NOT});
    ASSERT_VALUE(5, {.code = LIT0 + 5}, {.code = NOP});
    ASSERT_VALUE(12, {.code = LIT0 + 5}, {.code = PLUS_UCONST, .number = 7});
}

static void far_shifts_leave_nothing_but_the_sign(void **state)
{
    static const struct expression_op minus_7 = {.code = CONST1S, .number = (uint64_t)-7};

    (void)state;
    ASSERT_VALUE(0, {.code = LIT0 + 1}, {.code = CONST1U, .number = 64}, {.code = SHL});
    ASSERT_VALUE((uint64_t)1 << 63, {.code = LIT0 + 1}, {.code = CONST1U, .number = 63},
                 {.code = SHL});
    ASSERT_VALUE(0, minus_7, {.code = CONST1U, .number = 64}, {.code = SHR});
    ASSERT_VALUE(1, minus_7, {.code = CONST1U, .number = 63}, {.code = SHR});
    ASSERT_VALUE(UINT64_MAX, minus_7, {.code = CONST1U, .number = 64}, {.code = SHRA});
    ASSERT_VALUE(0, {.code = LIT0 + 7}, {.code = CONST1U, .number = 64}, {.code = SHRA});
}

static void the_stack_has_an_end(void **state)
{
    struct expression_op ops[65];
    uint64_t value;

    (void)state;
    for (size_t i = 0; i < 65; i++)
        ops[i] = (struct expression_op){.code = LIT0 + 1};
    assert_int_equal(run_on(MACHINE_X86_64, ops, 64, &value), EXPRESSION_VALUE);
    assert_int_equal(run_on(MACHINE_X86_64, ops, 65, &value), EXPRESSION_NONE);
}

static void nothing_is_divided_by_zero(void **state)
{
    (void)state;
    ASSERT_ENDS(EXPRESSION_NONE, {.code = LIT0 + 1}, {.code = LIT0}, {.code = DIV});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = LIT0 + 1}, {.code = LIT0}, {.code = MOD});
    ASSERT_VALUE((uint64_t)1 << 63, {.code = CONST8U, .number = (uint64_t)1 << 63},
                 {.code = CONST1S, .number = UINT64_MAX}, {.code = DIV});
}

static void a_branch_is_taken_unless_its_word_is_zero(void **state)
{
    (void)state;
    ASSERT_VALUE(2, {.code = LIT0 + 1}, {.code = BRA, .target = 4}, {.code = LIT0 + 9},
                 {.code = SKIP, .target = 5}, {.code = LIT0 + 2});
    ASSERT_VALUE(9, {.code = LIT0}, {.code = BRA, .target = 4}, {.code = LIT0 + 9},
                 {.code = SKIP, .target = 5}, {.code = LIT0 + 2});
}

static void a_loop_ends(void **state)
{
    (void)state;
    ASSERT_ENDS(EXPRESSION_NONE, {.code = SKIP, .target = 0});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = LIT0}, {.code = SKIP, .target = 0});
}

static void a_value_ends_the_expression(void **state)
{
    (void)state;
    ASSERT_VALUE(0x3008, {.code = CALL_FRAME_CFA}, {.code = PLUS_UCONST, .number = 8},
                 {.code = STACK_VALUE}, {.code = DEREF});
}

static void what_is_not_there_is_no_value(void **state)
{
    uint64_t value;

    (void)state;
    assert_int_equal(run_on(MACHINE_X86_64, NULL, 0, &value), EXPRESSION_NONE);
    ASSERT_ENDS(EXPRESSION_NONE, {.code = PLUS});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = LIT0}, {.code = PLUS});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = LIT0}, {.code = PICK, .number = 1});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = BREG0 + 3});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = BREGX, .number = UINT64_MAX});
    ASSERT_ENDS(EXPRESSION_NONE, {.code = ADDR, .number = 0x1000});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cfa_of_a_plt_slot_is_computed),
        cmocka_unit_test(memory_is_read_lowest_byte_first),
        cmocka_unit_test(memory_behind_the_copy_cuts_and_before_it_is_none),
        cmocka_unit_test(words_are_moved_about_the_stack),
        cmocka_unit_test(signed_words_divide_shift_and_compare_as_such),
        cmocka_unit_test(each_operation_of_two_words_is_itself),
        cmocka_unit_test(words_are_compared_by_their_signs),
        cmocka_unit_test(operations_of_one_word),
        cmocka_unit_test(far_shifts_leave_nothing_but_the_sign),
        cmocka_unit_test(the_stack_has_an_end),
        cmocka_unit_test(nothing_is_divided_by_zero),
        cmocka_unit_test(a_branch_is_taken_unless_its_word_is_zero),
        cmocka_unit_test(a_loop_ends),
        cmocka_unit_test(a_value_ends_the_expression),
        cmocka_unit_test(what_is_not_there_is_no_value),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
