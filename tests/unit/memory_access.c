/* What a sample of a memory access tells, as labels. */
#include "input/common/memory_access.h"

#include "unit.h"

struct source {
    uint64_t source;
    const char *op, *level, *snoop, *tlb;
};

static void assert_text(struct str have, const char *wanted)
{
    if (!str_equal(have, str_of(wanted)))
        fail_msg("\"%.*s\", wanted \"%s\"", (int)have.n, have.p, wanted);
}

/* Numbers as perf script prints them before their meaning. */
static void sources_are_told_in_the_words_of_perf(void **state)
{
    static const struct source rows[] = {
        {0x68100142, "LOAD", "L1", "None", "L1 or L2 hit"},
        {0x68100842, "LOAD", "L3", "None", "L1 or L2 hit"},
        {0x1e05080021, "N/A", "N/A", "N/A", "N/A"},
        {0x5080021, "N/A", "N/A", "N/A", "N/A"},
        {0, "N/A", "N/A", "N/A", "N/A"},
        {0x4 | 0x9 << 5, "STORE", "L1", "N/A", "N/A"},                   /* L1 */
        {0x2 | (UINT64_C(0x84) << 5), "LOAD", "RAM miss", "N/A", "N/A"}, /* local RAM */
        {0x2 | (UINT64_C(0x102) << 5), "LOAD", "remote RAM", "N/A", "N/A"},
        {0x2 | (UINT64_C(0x402) << 5), "LOAD", "remote cache", "N/A", "N/A"},
        {0x2 | (UINT64_C(0x1002) << 5), "LOAD", "I/O", "N/A", "N/A"},
        {0x2 | (UINT64_C(0xc) << 33) | (2 << 5), "LOAD", "LFB", "N/A", "N/A"},
        {0x2 | (UINT64_C(0xd) << 33) | (UINT64_C(1) << 37), "LOAD", "remote RAM", "N/A", "N/A"},
        {0x2 | (UINT64_C(3) << 33) | (UINT64_C(1) << 37) | (4 << 5), "LOAD", "remote L3 miss",
         "N/A", "N/A"},
        {0x10 | (16 << 19), "EXEC", "N/A", "HitM", "N/A"},
        {0x8 | (2 << 19) | (UINT64_C(2) << 38), "PFETCH", "N/A", "None or Peer", "N/A"},
        {0x2 | (UINT64_C(0x24) << 26), "LOAD", "N/A", "N/A", "Walker miss"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct memory_access m = {.values = {{0}}};
        memory_access_set_source(&m, rows[i].source);
        assert_text(m.values[MEMORY_OP], rows[i].op);
        assert_text(m.values[MEMORY_LEVEL], rows[i].level);
        assert_text(m.values[MEMORY_SNOOP], rows[i].snoop);
        assert_text(m.values[MEMORY_TLB], rows[i].tlb);
    }
}

static void any_number_is_told(void **state)
{
    uint64_t source = 1;

    (void)state;
    for (size_t i = 0; i < 100000; i++) {
        struct memory_access m = {.values = {{0}}};
        source = source * UINT64_C(6364136223846793005) + 1442695040888963407u;
        memory_access_set_source(&m, source);
        memory_access_set_source(&m, source | UINT64_C(0x1fffffffffff));
        assert_true(m.values[MEMORY_LEVEL].n && m.values[MEMORY_TLB].n);
    }
}

static void pages_have_sizes(void **state)
{
    static const struct {
        uint64_t bytes;
        const char *text;
    } rows[] = {{0, "N/A"},      {4096, "4K"}, {65536, "64K"},    {2 << 20, "2M"},
                {1 << 30, "1G"}, {1, "1B"},    {16 << 20, "16M"}, {UINT64_MAX, NULL}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct memory_access m = {.values = {{0}}};
        memory_access_set_page(&m, MEMORY_PAGE, rows[i].bytes);
        assert_text(m.values[MEMORY_PAGE], rows[i].text ? rows[i].text : "18446744073709551615B");
    }
}

static void data_is_told_by_symbol_and_module(void **state)
{
    static const struct {
        const char *symbol, *path, *text;
    } rows[] = {{"table", "/opt/server", "table (server)"},
                {"", "/lib/libc.so.6", "[libc.so.6]"},
                {"", "[heap]", "heap"},
                {"", "[stack]", "stack"},
                {"", "//anon", "anonymous"},
                {"", "/memfd:x (deleted)", "anonymous"},
                {"", "[vdso]", "[vdso]"},
                {"", "", "[unknown]"},
                {"", "[unknown]", "[unknown]"},
                {"jiffies", "[kernel.kallsyms]", "jiffies (kernel)"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct memory_access m = {.values = {{0}}};
        memory_access_set_data(&m, str_of(rows[i].symbol), str_of(rows[i].path));
        assert_text(m.values[MEMORY_DATA], rows[i].text);
    }
}

static void the_node_of_memory_replaces_that_of_a_processor(void **state)
{
    struct profile p;
    struct memory_access m = {.values = {{0}}};
    unsigned bit = memory_label_bit(STR("node"));
    size_t n;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    name_id node = names_add(&p.names, STR("node"));
    struct label of_cpu = {node, names_add(&p.names, STR("0"))};
    labels_id base = labels_add(&p.labels, &of_cpu, 1);
    assert_int_equal(memory_access_labels(&m, bit, &p, base), base);
    memory_access_set_text(&m, MEMORY_NODE, STR("1"));
    labels_id found = memory_access_labels(&m, bit, &p, base);
    labels_get(&p.labels, found, &n);
    assert_int_equal(n, 1);
    assert_text(names_get(&p.names, labels_value(&p.labels, found, node)), "1");
    profile_free(&p);
}

static void only_labels_that_are_wanted_are_added(void **state)
{
    struct profile p;
    struct memory_access m = {.values = {{0}}};
    size_t n;

    (void)state;
    profile_init(&p, 1, TIME_NONE);
    struct label comm = {names_add(&p.names, STR("comm")), names_add(&p.names, STR("a"))};
    labels_id base = labels_add(&p.labels, &comm, 1);
    memory_access_set_page(&m, MEMORY_PAGE, 4096);
    memory_access_set_source(&m, 0x68100142);
    assert_int_equal(memory_access_labels(&m, 0, &p, base), base);
    assert_int_equal(memory_access_labels(&m, memory_label_bit(STR("code-page")), &p, base), base);
    labels_id both = memory_access_labels(
        &m, memory_label_bit(STR("page")) | memory_label_bit(STR("level")), &p, base);
    labels_get(&p.labels, both, &n);
    assert_int_equal(n, 3);
    assert_text(
        names_get(&p.names, labels_value(&p.labels, both, names_add(&p.names, STR("level")))),
        "L1");
    assert_int_equal(memory_label_bit(STR("comm")), 0);
    profile_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_are_told_in_the_words_of_perf),
        cmocka_unit_test(any_number_is_told),
        cmocka_unit_test(pages_have_sizes),
        cmocka_unit_test(data_is_told_by_symbol_and_module),
        cmocka_unit_test(the_node_of_memory_replaces_that_of_a_processor),
        cmocka_unit_test(only_labels_that_are_wanted_are_added),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
