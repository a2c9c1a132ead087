/* symbol/dwarf/unwind: walks from frame to frame where files say nothing, by frame pointers. */
#include "symbol/dwarf/unwind.h"

#include "unit.h"

enum { BASE = 0x7000, MOST = 8 };

/* A chain of two frames from 0x7010 on, then the end that bp == 0 marks. */
static const uint64_t chain[] = {9, 9, 0x7030, 0x401111, 9, 9, 0, 0x402222};

static bool find_code(void *context, uint64_t ip, struct unwind_where *w)
{
    (void)context;
    *w = (struct unwind_where){.module = 0, .address = ip};
    return ip >= 0x400000 && ip < 0x500000;
}

static const struct image *no_file(void *context, uint32_t module)
{
    (void)context;
    (void)module;
    return NULL;
}

struct walk {
    uint64_t ips[MOST];
    bool exact[MOST];
    struct unwind_stack stack;
};

static void walk(struct walk *w, const uint64_t *words, size_t n, const uint64_t *bp_sp_ip)
{
    const struct unwind_maps maps = {NULL, find_code, no_file, no_file, NULL};
    char bytes[64];
    const struct unwind_memory memory = {BASE, {bytes, n * 8}};
    struct unwind_registers r;
    struct unwinder *u = unwinder_new();

    for (size_t i = 0; i < n * 8; i++)
        bytes[i] = (char)(words[i / 8] >> i % 8 * 8);
    assert_true(unwind_registers_of_perf(MACHINE_X86_64, 2, 7 << 6, bp_sp_ip, 3, &r));
    w->stack = (struct unwind_stack){.ips = w->ips, .exact = w->exact, .most = w->stack.most};
    unwinder_run(u, &r, &memory, &maps, &w->stack);
    unwinder_free(u);
}

static void frame_pointers_are_followed_to_the_root(void **state)
{
    const uint64_t start[] = {0x7010, BASE, 0x400000};
    struct walk w = {.stack.most = MOST};

    (void)state;
    walk(&w, chain, 8, start);
    assert_int_equal(w.stack.end, UNWIND_ROOT);
    assert_true(w.stack.by_frame_pointer);
    assert_int_equal(w.stack.n, 3);
    assert_int_equal(w.ips[0], 0x400000);
    assert_int_equal(w.ips[1], 0x401111);
    assert_int_equal(w.ips[2], 0x402222);
    assert_true(w.exact[0]);
    assert_false(w.exact[1] || w.exact[2]);
}

static void a_chain_that_leaves_the_copy_is_cut(void **state)
{
    const uint64_t start[] = {0x7010, BASE, 0x400000};
    struct walk w = {.stack.most = MOST};

    (void)state;
    walk(&w, chain, 7, start);
    assert_int_equal(w.stack.end, UNWIND_CUT);
    assert_int_equal(w.stack.n, 2);
}

static void no_more_frames_are_written_than_there_is_room_for(void **state)
{
    const uint64_t start[] = {0x7010, BASE, 0x400000};
    struct walk w = {.stack.most = 2};

    (void)state;
    walk(&w, chain, 8, start);
    assert_int_equal(w.stack.end, UNWIND_FULL);
    assert_int_equal(w.stack.n, 2);
    assert_int_equal(w.ips[2], 0);
}

static void a_chain_in_a_circle_ends(void **state)
{
    const uint64_t words[] = {9, 9, 0x7010, 0x401111};
    const uint64_t start[] = {0x7010, BASE, 0x400000};
    struct walk w = {.stack.most = MOST};

    (void)state;
    walk(&w, words, 4, start);
    assert_int_equal(w.stack.end, UNWIND_LOST);
    assert_int_equal(w.stack.n, 2);
}

static void a_return_address_outside_of_code_is_no_frame(void **state)
{
    const uint64_t words[] = {9, 9, 0x7030, 0x777777};
    const uint64_t start[] = {0x7010, BASE, 0x400000};
    struct walk w = {.stack.most = MOST};

    (void)state;
    walk(&w, words, 4, start);
    assert_int_equal(w.stack.end, UNWIND_LOST);
    assert_int_equal(w.stack.n, 1);
}

static void a_frame_pointer_into_nowhere_is_lost(void **state)
{
    const uint64_t starts[][3] = {
        {0x6000, BASE, 0x400000}, {0x7011, BASE, 0x400000}, {0x7010, 0x7018, 0x400000}};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct walk w = {.stack.most = MOST};
        walk(&w, chain, 8, starts[i]);
        assert_int_equal(w.stack.end, UNWIND_LOST);
        assert_int_equal(w.stack.n, 1);
    }
}

static void the_end_of_the_address_space_is_no_place(void **state)
{
    const uint64_t start[] = {UINT64_MAX - 7, BASE, UINT64_MAX};
    struct walk w = {.stack.most = MOST};

    (void)state;
    walk(&w, chain, 8, start);
    assert_int_equal(w.stack.end, UNWIND_LOST);
    assert_int_equal(w.stack.n, 1);
}

/* As perf 6 asks for them on each machine; those of riscv64 and s390x are others. */
static void the_machine_is_told_by_the_mask_of_its_registers(void **state)
{
    (void)state;
    assert_int_equal(unwind_machine_of_perf(0xff0fff), MACHINE_X86_64);
    assert_int_equal(unwind_machine_of_perf(0x1ffffffff), MACHINE_AARCH64);
    assert_int_equal(unwind_machine_of_perf(0x4001ffffffff), MACHINE_AARCH64);
    assert_int_equal(unwind_machine_of_perf(0xffffffff), 0);
    assert_int_equal(unwind_machine_of_perf(0x3ffffffff), 0);
    assert_int_equal(unwind_machine_of_perf(0x1c0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frame_pointers_are_followed_to_the_root),
        cmocka_unit_test(a_chain_that_leaves_the_copy_is_cut),
        cmocka_unit_test(no_more_frames_are_written_than_there_is_room_for),
        cmocka_unit_test(a_chain_in_a_circle_ends),
        cmocka_unit_test(a_return_address_outside_of_code_is_no_frame),
        cmocka_unit_test(a_frame_pointer_into_nowhere_is_lost),
        cmocka_unit_test(the_end_of_the_address_space_is_no_place),
        cmocka_unit_test(the_machine_is_told_by_the_mask_of_its_registers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
