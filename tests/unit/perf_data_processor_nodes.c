/* input/perf_data/processor_nodes: which node has a processor, and features that are cut or absurd.
 */
#include "input/perf_data/processor_nodes.h"

#include "recordings.h"

struct row {
    uint32_t node;
    const char *list;
};

static void make(struct made *m, const struct row *rows, uint32_t n)
{
    made_32(m, n);
    for (uint32_t i = 0; i < n; i++) {
        struct str list = str_of(rows[i].list);
        made_32(m, rows[i].node);
        made_64(m, 1 << 20);
        made_64(m, 1 << 19);
        made_32(m, (uint32_t)list.n + 1);
        buf_add(&m->records, list);
        buf_add_byte(&m->records, '\0');
    }
}

static uint32_t node_of(const struct processor_nodes *nodes, uint32_t processor)
{
    uint32_t node;

    return processor_nodes_find(nodes, processor, &node) ? node : 99;
}

static void a_processor_is_in_the_node_whose_list_has_it(void **state)
{
    static const struct row rows[] = {{0, "0-3,8-11"}, {1, ""}, {7, "4-7,12,14"}};

    (void)state;
    for (unsigned big = 0; big < 2; big++) {
        struct made m = {.big = big};
        struct processor_nodes nodes = {.n = 0};
        make(&m, rows, 3);
        processor_nodes_read(&nodes, bytes_of(buf_str(&m.records), m.big));
        assert_int_equal(node_of(&nodes, 0), 0);
        assert_int_equal(node_of(&nodes, 3), 0);
        assert_int_equal(node_of(&nodes, 4), 7);
        assert_int_equal(node_of(&nodes, 11), 0);
        assert_int_equal(node_of(&nodes, 12), 7);
        assert_int_equal(node_of(&nodes, 13), 99);
        assert_int_equal(node_of(&nodes, 14), 7);
        assert_int_equal(node_of(&nodes, UINT32_MAX), 99);
        processor_nodes_free(&nodes);
        made_free(&m);
    }
}

static void what_is_cut_off_is_left_out(void **state)
{
    static const struct row rows[] = {{0, "0-3"}, {1, "4-7"}};
    struct made m = {.big = false};
    struct processor_nodes nodes = {.n = 0};

    (void)state;
    make(&m, rows, 2);
    for (size_t n = m.records.n; n-- > 0;) {
        processor_nodes_read(&nodes, bytes_of(str_from_to(buf_str(&m.records), 0, n), false));
        assert_true(nodes.n < 2);
        assert_int_equal(node_of(&nodes, 4), 99);
    }
    processor_nodes_free(&nodes);
    made_free(&m);
}

static void absurd_lists_do_no_harm(void **state)
{
    static const struct row rows[] = {{1, "0-18446744073709551615"},
                                      {2, "5-3"},
                                      {3, "2,2-2,x,4"},
                                      {4, "18446744073709551616"},
                                      {UINT32_MAX, ",,,"}};
    struct made m = {.big = false};
    struct processor_nodes nodes = {.n = 0};

    (void)state;
    make(&m, rows, 5);
    processor_nodes_read(&nodes, bytes_of(buf_str(&m.records), false));
    assert_int_equal(nodes.n, 3);
    assert_int_equal(node_of(&nodes, 1), 1);
    assert_int_equal(node_of(&nodes, 2), 3);
    assert_int_equal(node_of(&nodes, 4), 99);
    processor_nodes_free(&nodes);
    made_free(&m);
}

static void no_list_is_longer_than_a_machine_can_be(void **state)
{
    struct made m = {.big = false};
    struct processor_nodes nodes = {.n = 0};
    struct buf list = {0};

    (void)state;
    for (size_t i = 0; i < 3 * (size_t)PROCESSOR_RANGES_MOST; i++)
        buf_add(&list, STR("7,"));
    buf_add_byte(&list, '\0');
    const struct row row = {1, list.p};
    make(&m, &row, 1);
    processor_nodes_read(&nodes, bytes_of(buf_str(&m.records), false));
    assert_int_equal(nodes.n, PROCESSOR_RANGES_MOST);
    assert_int_equal(node_of(&nodes, 7), 1);
    buf_free(&list);
    processor_nodes_free(&nodes);
    made_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_processor_is_in_the_node_whose_list_has_it),
        cmocka_unit_test(what_is_cut_off_is_left_out),
        cmocka_unit_test(absurd_lists_do_no_harm),
        cmocka_unit_test(no_list_is_longer_than_a_machine_can_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
