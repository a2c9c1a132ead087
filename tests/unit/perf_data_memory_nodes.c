/* input/perf_data/memory_nodes: which node has an address, and features that are cut or absurd. */
#include "input/perf_data/memory_nodes.h"

#include "recordings.h"

static const uint64_t feature[] = {1, 1 << 27, 2, 0, 2, 70, 3, 1, 7, 1, 3, 4};

static struct bytes bytes_of_made(const struct made *m)
{
    return bytes_of(buf_str(&m->records), m->big);
}

static uint64_t node_of(const struct memory_nodes *nodes, uint64_t block)
{
    uint64_t node = 99;

    return memory_nodes_find(nodes, (block << 27) + 5, &node) ? node : 99;
}

static void an_address_is_in_the_node_that_has_its_block(void **state)
{
    (void)state;
    for (unsigned big = 0; big < 2; big++) {
        struct made m = {.big = big};
        struct memory_nodes nodes = {.n = 0};
        made_words(&m, feature, sizeof feature / sizeof feature[0]);
        memory_nodes_read(&nodes, bytes_of_made(&m));
        assert_int_equal(nodes.n, 2);
        assert_int_equal(node_of(&nodes, 0), 0);
        assert_int_equal(node_of(&nodes, 1), 0);
        assert_int_equal(node_of(&nodes, 2), 7);
        assert_int_equal(node_of(&nodes, 64), 0);
        assert_int_equal(node_of(&nodes, 65), 99);
        assert_int_equal(node_of(&nodes, 1000), 99);
        memory_nodes_free(&nodes);
        made_free(&m);
    }
}

static void what_is_cut_off_is_left_out(void **state)
{
    struct made m = {.big = false};
    struct memory_nodes nodes = {.n = 0};

    (void)state;
    made_words(&m, feature, sizeof feature / sizeof feature[0]);
    for (size_t n = m.records.n; n-- > 0;) {
        memory_nodes_read(&nodes, bytes_of(str_from_to(buf_str(&m.records), 0, n), false));
        assert_true(nodes.n < 2);
        assert_int_equal(node_of(&nodes, 2), 99);
    }
    memory_nodes_free(&nodes);
    made_free(&m);
}

static void absurd_numbers_do_no_harm(void **state)
{
    static const uint64_t rows[][7] = {{1, 0, 1, 0, 1, 64, UINT64_MAX},
                                       {1, 1, UINT64_MAX, 0, 1, UINT64_MAX, 1},
                                       {1, 1, UINT64_MAX, 0, 1, UINT64_MAX - 62, 1},
                                       {1, UINT64_MAX, 1, 0, 1, 64, 1}};
    struct memory_nodes nodes = {.n = 0};
    uint64_t node;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct made m = {.big = false};
        made_words(&m, rows[i], 7);
        memory_nodes_read(&nodes, bytes_of_made(&m));
        (void)!memory_nodes_find(&nodes, 0, &node);
        (void)!memory_nodes_find(&nodes, UINT64_MAX, &node);
        made_free(&m);
    }
    memory_nodes_free(&nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_is_in_the_node_that_has_its_block),
        cmocka_unit_test(what_is_cut_off_is_left_out),
        cmocka_unit_test(absurd_numbers_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
