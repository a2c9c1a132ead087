/* model/labels: sets of keys and values. */
#include "model/labels.h"

#include "unit.h"

enum { MANY = 100000 };

static void the_empty_set_is_id_0(void **state)
{
    struct labels labels;
    size_t n = 1;

    (void)state;
    labels_init(&labels);
    assert_int_equal(labels_add(&labels, NULL, 0), 0);
    labels_get(&labels, 0, &n);
    assert_int_equal(n, 0);
    labels_free(&labels);
}

static void order_and_repetition_make_no_other_set(void **state)
{
    struct label one[] = {{1, 10}, {2, 20}, {1, 11}};
    struct label two[] = {{2, 20}, {1, 11}, {2, 20}, {1, 10}, {1, 11}};
    struct labels labels;
    size_t n;

    (void)state;
    labels_init(&labels);
    labels_id id = labels_add(&labels, one, 3);
    assert_int_not_equal(id, 0);
    assert_int_equal(labels_add(&labels, two, 5), id);
    const struct label *pairs = labels_get(&labels, id, &n);
    assert_int_equal(n, 3);
    assert_int_equal(pairs[0].key, 1);
    assert_int_equal(pairs[0].value, 10);
    assert_int_equal(pairs[1].value, 11);
    assert_int_equal(pairs[2].key, 2);
    labels_free(&labels);
}

static void sets_that_differ_have_different_ids(void **state)
{
    struct label pair[] = {{1, 10}};
    struct label more[] = {{1, 10}, {2, 20}};
    struct label value[] = {{1, 20}};
    struct label key[] = {{2, 10}};
    struct labels labels;

    (void)state;
    labels_init(&labels);
    assert_int_equal(labels_add(&labels, pair, 1), 1);
    assert_int_equal(labels_add(&labels, more, 2), 2);
    assert_int_equal(labels_add(&labels, value, 1), 3);
    assert_int_equal(labels_add(&labels, key, 1), 4);
    assert_int_equal(labels_add(&labels, pair, 1), 1);
    labels_free(&labels);
}

static void sets_of_two_threads_stay_apart(void **state)
{
    const struct thread one = {.tid = 7};
    const struct thread other = {.tid = 8};
    struct label pair[] = {{1, 10}};
    const struct label more = {2, 20};
    struct labels labels;

    (void)state;
    labels_init(&labels);
    thread_id first = threads_add(&labels.threads, &one);
    thread_id second = threads_add(&labels.threads, &other);
    assert_int_not_equal(first, second);
    labels_id set = labels_add_of(&labels, (struct subject){first, 0}, pair, 1);
    assert_int_not_equal(labels_add_of(&labels, (struct subject){second, 0}, pair, 1), set);
    assert_int_equal(labels_add_of(&labels, (struct subject){first, 0}, pair, 1), set);
    labels_id without = labels_add_of(&labels, (struct subject){first, 0}, NULL, 0);
    assert_int_not_equal(without, 0);
    assert_int_equal(labels_thread(&labels, without)->tid, 7);
    assert_int_equal(labels_thread(&labels, labels_with(&labels, set, &more, 1))->tid, 7);
    assert_int_equal(labels_thread(&labels, 0)->tid, 0);
    labels_free(&labels);
}

static void equal_sets_of_many_threads_stay_apart_whatever_their_hashes(void **state)
{
    enum { N = 3000, KINDS = 3 }; /* many meet in the table */
    struct labels labels;

    (void)state;
    labels_init(&labels);
    for (unsigned pass = 0; pass < 2; pass++)
        for (thread_id i = 0; i < N; i++) {
            const struct thread thread = {.tid = i + 1};
            const struct subject of = {threads_add(&labels.threads, &thread), 0};
            for (name_id kind = 0; kind < KINDS; kind++) {
                struct label pair[] = {{1, 10 + kind}};
                assert_int_equal(labels_add_of(&labels, of, pair, 1), i * KINDS + kind + 1);
            }
        }
    labels_free(&labels);
}

static void threads_come_along_to_another_table(void **state)
{
    struct names from_names, to_names;
    struct labels from, to;
    labels_id map[3];

    (void)state;
    names_init(&from_names);
    names_init(&to_names);
    labels_init(&from);
    labels_init(&to);
    names_add(&to_names, STR("other"));
    const struct thread thread = {.process = names_add(&from_names, STR("server")),
                                  .tid = names_add(&from_names, STR("4711"))};
    struct label pair = {names_add(&from_names, STR("tid")), thread.tid};
    const struct subject of = {threads_add(&from.threads, &thread), 0};
    labels_add_of(&from, of, &pair, 1);
    labels_add_of(&from, of, NULL, 0);
    labels_add_all(&to, &to_names, &from, &from_names, map);
    assert_int_equal(map[0], 0);
    for (size_t i = 1; i < 3; i++) {
        const struct thread *got = labels_thread(&to, map[i]);
        assert_true(str_equal(names_get(&to_names, got->process), STR("server")));
        assert_true(str_equal(names_get(&to_names, got->tid), STR("4711")));
        assert_int_equal(got->pid, 0);
    }
    assert_int_equal(to.threads.n, 2);
    labels_free(&from);
    labels_free(&to);
    names_free(&from_names);
    names_free(&to_names);
}

static void ids_survive_growth(void **state)
{
    struct labels labels;

    (void)state;
    labels_init(&labels);
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 1; i <= MANY; i++) {
            struct label pairs[] = {{3, i}, {1, i / 2}};
            assert_int_equal(labels_add(&labels, pairs, 2), i);
        }
    for (labels_id i = 1; i <= MANY; i++) {
        size_t n;
        const struct label *pairs = labels_get(&labels, i, &n);
        assert_int_equal(n, 2);
        assert_int_equal(pairs[0].value, i / 2);
        assert_int_equal(pairs[1].value, i);
    }
    labels_free(&labels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_empty_set_is_id_0),
        cmocka_unit_test(order_and_repetition_make_no_other_set),
        cmocka_unit_test(sets_that_differ_have_different_ids),
        cmocka_unit_test(sets_of_two_threads_stay_apart),
        cmocka_unit_test(equal_sets_of_many_threads_stay_apart_whatever_their_hashes),
        cmocka_unit_test(threads_come_along_to_another_table),
        cmocka_unit_test(ids_survive_growth),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
