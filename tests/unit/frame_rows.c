/* symbol/dwarf/frame_rows and symbol/dwarf/unwind_state: one step, by rows made by hand. */
#include "symbol/dwarf/frame_rows.h"

#include "unit.h"

enum { BP = 6, SP = 7, IP = 16 };

/* A stack from 0x7000 on: 0x7000 holds 0x1111, 0x7008 0x2222, 0x7010 0x3333. */
static const char stack_bytes[24] = {0x11, 0x11, 0, 0, 0, 0, 0, 0,    0x22,
                                     0x22, 0,    0, 0, 0, 0, 0, 0x33, 0x33};
static const struct unwind_memory memory = {0x7000, {stack_bytes, sizeof stack_bytes}};

static struct unwind_registers registers(void)
{
    /* bp sp ip */
    const uint64_t words[] = {0x55, 0x7000, 0x400000};
    struct unwind_registers r;

    assert_true(unwind_registers_of_perf(MACHINE_X86_64, 2, 7 << 6, words, 3, &r));
    return r;
}

static const struct frame_row by_sp = {
    .cfa = {.kind = FRAME_REGISTER, .other = SP, .offset = 16},
    .return_address = IP,
};
static const struct frame_rule return_address = {.kind = FRAME_AT, .reg = IP, .offset = -8};

static enum frame_step step(struct frame_row row, const struct frame_rule *rules, size_t n,
                            struct unwind_registers *r)
{
    struct frame_rows rows = {0};

    frame_rows_add(&rows, by_sp, NULL, 0);
    uint32_t index = frame_rows_add(&rows, row, rules, n);
    enum frame_step answer = frame_rows_step(&rows, index, &memory, r);
    frame_rows_free(&rows);
    return answer;
}

static void registers_are_taken_by_their_dwarf_numbers(void **state)
{
    const uint64_t words[] = {0xa, 0xb, 0xc, 0xd, 0x51, 0xd1, 0xb9, 0x59, 0x19, 8, 9, 10};
    struct unwind_registers r;

    (void)state;
    /* ax bx cx dx si di bp sp ip, and from bit 16 on r8 r9 r10 */
    assert_true(unwind_registers_of_perf(MACHINE_X86_64, 2, 0x701ff, words, 12, &r));
    const uint64_t wanted[] = {0xa, 0xd, 0xc, 0xb, 0x51, 0xd1, 0xb9, 0x59, 8, 9, 10};
    assert_memory_equal(r.value, wanted, sizeof wanted);
    assert_int_equal(r.value[IP], 0x19);
    assert_int_equal(r.known, 0x107ff);
}

static void a_thread_of_32_bits_has_registers_of_its_own(void **state)
{
    const uint64_t words[] = {0xffffffff0000000b, 0x59, 0x19};
    struct unwind_registers r;

    (void)state;
    assert_true(unwind_registers_of_perf(MACHINE_X86_64, 1, 7 << 6, words, 3, &r));
    assert_int_equal(r.machine->elf, MACHINE_386);
    assert_int_equal(r.value[5], 0xb);
    assert_int_equal(r.value[4], 0x59);
    assert_int_equal(r.value[8], 0x19);
}

static void an_arm_thread_is_found_in_what_aarch64_recorded(void **state)
{
    const uint64_t words[] = {7, 0x59, 0x19};
    struct unwind_registers r;

    (void)state;
    assert_true(unwind_registers_of_perf(MACHINE_AARCH64, 1, (uint64_t)1 << 7 | (uint64_t)3 << 31,
                                         words, 3, &r));
    assert_int_equal(r.machine->elf, MACHINE_ARM);
    assert_int_equal(r.value[7], 7);
    assert_int_equal(r.value[13], 0x59);
    assert_int_equal(r.value[15], 0x19);
}

static void registers_without_sp_or_of_strange_machines_are_refused(void **state)
{
    const uint64_t words[] = {1, 2, 3};
    struct unwind_registers r;

    (void)state;
    assert_false(unwind_registers_of_perf(MACHINE_X86_64, 2, 1 << 8, words, 1, &r));
    assert_false(unwind_registers_of_perf(MACHINE_X86_64, 2, 7 << 6, words, 2, &r));
    assert_false(unwind_registers_of_perf(MACHINE_X86_64, 0, 7 << 6, words, 3, &r));
    assert_false(unwind_registers_of_perf(2, 2, 7 << 6, words, 3, &r));
    assert_false(unwind_registers_of_perf(MACHINE_X86_64, 2, UINT64_MAX, words, 0, &r));
}

static void the_caller_is_where_the_rules_say(void **state)
{
    const struct frame_rule rules[] = {return_address,
                                       {.kind = FRAME_AT, .reg = BP, .offset = -16}};
    struct unwind_registers r = registers();

    (void)state;
    assert_int_equal(step(by_sp, rules, 2, &r), FRAME_CALLER);
    assert_int_equal(r.value[IP], 0x2222);
    assert_int_equal(r.value[SP], 0x7010);
    assert_int_equal(r.value[BP], 0x1111);
    assert_int_equal(r.known, 1 << IP | 1 << SP | 1 << BP);
}

static void a_register_is_kept_only_where_the_row_says_so(void **state)
{
    struct frame_row row = by_sp;
    struct unwind_registers r = registers();

    (void)state;
    assert_int_equal(step(row, &return_address, 1, &r), FRAME_CALLER);
    assert_false(unwind_knows(&r, BP));
    r = registers();
    row.same = 1 << BP;
    assert_int_equal(step(row, &return_address, 1, &r), FRAME_CALLER);
    assert_int_equal(r.value[BP], 0x55);
}

static void a_caller_may_stand_in_a_register(void **state)
{
    const struct frame_rule rule = {.kind = FRAME_REGISTER, .reg = IP, .other = BP};
    struct unwind_registers r = registers();

    (void)state;
    assert_int_equal(step(by_sp, &rule, 1, &r), FRAME_CALLER);
    assert_int_equal(r.value[IP], 0x55);
}

static void a_row_without_return_address_is_a_root(void **state)
{
    struct unwind_registers r = registers();

    (void)state;
    assert_int_equal(step(by_sp, NULL, 0, &r), FRAME_ROOT);
    assert_int_equal(r.value[IP], 0x400000);
}

static void a_return_address_of_zero_is_a_root(void **state)
{
    struct frame_rule rule = return_address;
    struct unwind_registers r = registers();

    (void)state;
    rule.kind = FRAME_IS;
    rule.offset = -0x7010;
    assert_int_equal(step(by_sp, &rule, 1, &r), FRAME_ROOT);
}

static void a_return_address_behind_the_copy_is_cut_off(void **state)
{
    struct frame_rule rule = return_address;
    struct unwind_registers r = registers();

    (void)state;
    rule.offset = 1;
    assert_int_equal(step(by_sp, &rule, 1, &r), FRAME_CUT);
    rule.offset = -0x100;
    assert_int_equal(step(by_sp, &rule, 1, &r), FRAME_LOST);
    rule.offset = INT64_MIN;
    assert_int_equal(step(by_sp, &rule, 1, &r), FRAME_CUT);
    assert_int_equal(r.value[SP], 0x7000);
}

static void another_register_behind_the_copy_is_only_not_known(void **state)
{
    const struct frame_rule rules[] = {return_address, {.kind = FRAME_AT, .reg = BP, .offset = 16}};
    struct unwind_registers r = registers();

    (void)state;
    assert_int_equal(step(by_sp, rules, 2, &r), FRAME_CALLER);
    assert_false(unwind_knows(&r, BP));
}

static void a_cfa_of_an_unknown_register_is_lost(void **state)
{
    struct frame_row row = by_sp;
    struct unwind_registers r = registers();

    (void)state;
    row.cfa.other = 3;
    assert_int_equal(step(row, &return_address, 1, &r), FRAME_LOST);
    row.cfa.other = UNWIND_REGISTERS;
    assert_int_equal(step(row, &return_address, 1, &r), FRAME_LOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_taken_by_their_dwarf_numbers),
        cmocka_unit_test(a_thread_of_32_bits_has_registers_of_its_own),
        cmocka_unit_test(an_arm_thread_is_found_in_what_aarch64_recorded),
        cmocka_unit_test(registers_without_sp_or_of_strange_machines_are_refused),
        cmocka_unit_test(the_caller_is_where_the_rules_say),
        cmocka_unit_test(a_register_is_kept_only_where_the_row_says_so),
        cmocka_unit_test(a_caller_may_stand_in_a_register),
        cmocka_unit_test(a_row_without_return_address_is_a_root),
        cmocka_unit_test(a_return_address_of_zero_is_a_root),
        cmocka_unit_test(a_return_address_behind_the_copy_is_cut_off),
        cmocka_unit_test(another_register_behind_the_copy_is_only_not_known),
        cmocka_unit_test(a_cfa_of_an_unknown_register_is_lost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
