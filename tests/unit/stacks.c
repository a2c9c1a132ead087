/* model/stacks: pairs of caller and frame, each once. */
#include "model/stacks.h"

#include "profiles.h"

enum { MANY = 100000 };

static void a_pair_has_one_id(void **state)
{
    struct stacks stacks;

    (void)state;
    stacks_init(&stacks);
    stack_id a = stacks_add(&stacks, 0, 1);
    stack_id ab = stacks_add(&stacks, a, 2);
    assert_int_not_equal(a, 0);
    assert_int_not_equal(ab, a);
    assert_int_equal(stacks_add(&stacks, 0, 1), a);
    assert_int_equal(stacks_add(&stacks, a, 2), ab);
    assert_int_not_equal(stacks_add(&stacks, 0, 2), ab);
    assert_int_not_equal(stacks_add(&stacks, a, 1), a);
    assert_int_equal(stacks.n, 5);
    stacks_free(&stacks);
}

static void a_hundred_thousand_callees_of_one_caller_keep_their_ids(void **state)
{
    struct stacks stacks;

    (void)state;
    stacks_init(&stacks);
    stack_id caller = stacks_add(&stacks, 0, 7);
    for (frame_id i = 1; i <= MANY; i++)
        assert_int_equal(stacks_add(&stacks, caller, i), caller + i);
    for (frame_id i = MANY; i >= 1; i--)
        assert_int_equal(stacks_add(&stacks, caller, i), caller + i);
    assert_int_equal(stacks.n, caller + MANY + 1);
    stacks_free(&stacks);
}

static void a_chain_of_a_hundred_thousand_frames_keeps_its_ids(void **state)
{
    struct stacks stacks;

    (void)state;
    stacks_init(&stacks);
    for (int round = 0; round < 2; round++) {
        stack_id at = 0;
        for (stack_id i = 1; i <= MANY; i++) {
            at = stacks_add(&stacks, at, 5);
            assert_int_equal(at, i);
        }
    }
    assert_int_equal(stacks.n, MANY + 1);
    stacks_free(&stacks);
}

/* Random callers and frames, so that wide and narrow callers stand side by side. */
static void random_pairs_are_found_again(void **state)
{
    struct stacks stacks;
    uint64_t seed = 20240611;

    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    stacks_init(&stacks);
    for (size_t i = 0; i < MANY; i++) {
        uint32_t newest = stacks.n - 1;
        stack_id caller = random_below(&seed, 4) ? newest - random_below(&seed, newest / 2 + 1)
                                                 : random_below(&seed, newest / 100 + 1);
        stacks_add(&stacks, caller, 1 + random_below(&seed, 50));
    }
    uint32_t n = stacks.n;
    for (stack_id i = 1; i < n; i++) {
        struct stack row = stacks.rows[i];
        assert_in_range(row.caller, 0, i - 1);
        assert_int_equal(stacks_add(&stacks, row.caller, row.frame), i);
    }
    assert_int_equal(stacks.n, n);
    stacks_free(&stacks);
}

static void appending_does_not_look_for_an_equal_pair(void **state)
{
    struct stacks stacks;

    (void)state;
    stacks_init(&stacks);
    stack_id a = stacks_append(&stacks, 0, 1);
    stack_id b = stacks_append(&stacks, 0, 1);
    assert_int_not_equal(a, b);
    assert_int_equal(stacks.rows[b].caller, 0);
    assert_int_equal(stacks.rows[b].frame, 1);
    stacks_free(&stacks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_has_one_id),
        cmocka_unit_test(a_hundred_thousand_callees_of_one_caller_keep_their_ids),
        cmocka_unit_test(a_chain_of_a_hundred_thousand_frames_keeps_its_ids),
        cmocka_unit_test(random_pairs_are_found_again),
        cmocka_unit_test(appending_does_not_look_for_an_equal_pair),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
