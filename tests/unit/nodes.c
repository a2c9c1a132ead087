/* record/nodes: the nodes of a machine in a made folder /sys. */
#include "record/nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

enum { PATH = 256 };

#define SYSTEM "/sys/devices/system"

/* A file and what it says; NULL: it is a folder. The outer ones come first. */
struct made_file {
    const char *name;
    const char *text;
};

static const char *below(const char *root, const char *name, char *path)
{
    snprintf(path, PATH, "%s%s", root, name);
    return path;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Looks at a machine that has these files. */
static void look(struct nodes *nodes, const struct made_file *files, size_t n, bool with_memory)
{
    static const struct made_file outer[] = {
        {"/sys", NULL}, {"/sys/devices", NULL}, {SYSTEM, NULL}};
    enum { OUTER = sizeof outer / sizeof outer[0] };
    char root[] = "/tmp/flame-nodes-XXXXXX";
    char path[PATH];

    assert_non_null(mkdtemp(root));
    for (size_t i = 0; i < OUTER + n; i++) {
        const struct made_file *file = i < OUTER ? &outer[i] : &files[i - OUTER];
        below(root, file->name, path);
        if (file->text)
            write_file(path, file->text);
        else
            assert_int_equal(mkdir(path, 0700), 0);
    }
    nodes_look(nodes, root, with_memory);
    for (size_t i = OUTER + n; i-- > 0;)
        assert_int_equal(
            remove(below(root, (i < OUTER ? &outer[i] : &files[i - OUTER])->name, path)), 0);
    assert_int_equal(rmdir(root), 0);
}

static const struct made_file two_nodes[] = {
    {SYSTEM "/memory", NULL},
    {SYSTEM "/memory/block_size_bytes", "8000000\n"},
    {SYSTEM "/node", NULL},
    {SYSTEM "/node/online", "0,2\n"},
    {SYSTEM "/node/node0", NULL},
    {SYSTEM "/node/node0/cpulist", "0-3,8\n"},
    {SYSTEM "/node/node0/meminfo", "Node 0 MemTotal:       1048576 kB\nNode 0 MemFree:         "
                                   "524288 kB\nNode 0 MemUsed: 7 kB\n"},
    {SYSTEM "/node/node0/memory0", NULL},
    {SYSTEM "/node/node0/memory65", NULL},
    {SYSTEM "/node/node0/memory_side_cache", NULL},
    {SYSTEM "/node/node0/memory99999999999", NULL},
    {SYSTEM "/node/node2", NULL},
    {SYSTEM "/node/node2/cpulist", "\n"},
    {SYSTEM "/node/node2/memory3", NULL},
};
enum { TWO_NODES = sizeof two_nodes / sizeof two_nodes[0] };

static struct str processors_of(const struct nodes *nodes, size_t i)
{
    const struct node *node = &nodes->rows[i];

    return str_from_to(buf_str(&nodes->texts), node->processors,
                       node->processors + node->n_processors);
}

static void nodes_have_processors_and_memory(void **state)
{
    struct nodes nodes;

    (void)state;
    look(&nodes, two_nodes, TWO_NODES, true);
    assert_int_equal(nodes.n, 2);
    assert_int_equal(nodes.rows[0].number, 0);
    assert_int_equal(nodes.rows[0].memory_kb, 1048576);
    assert_int_equal(nodes.rows[0].free_kb, 524288);
    assert_str(processors_of(&nodes, 0), "0-3,8");
    assert_int_equal(nodes.rows[1].number, 2);
    assert_int_equal(nodes.rows[1].n_processors, 0);
    assert_int_equal(nodes.block, 0x8000000);
    assert_int_equal(nodes.rows[0].n_blocks, 66);
    assert_int_equal(nodes.words[nodes.rows[0].bitmap], 1);
    assert_int_equal(nodes.words[nodes.rows[0].bitmap + 1], 2);
    assert_int_equal(nodes.rows[1].n_blocks, 4);
    assert_int_equal(nodes.words[nodes.rows[1].bitmap], 8);
    nodes_free(&nodes);
}

static void memory_is_read_only_when_asked_for(void **state)
{
    struct nodes nodes;

    (void)state;
    look(&nodes, two_nodes, TWO_NODES, false);
    assert_int_equal(nodes.n, 2);
    assert_int_equal(nodes.block, 0);
    assert_int_equal(nodes.rows[0].n_blocks, 0);
    nodes_free(&nodes);
}

static void a_system_without_nodes_or_with_strange_ones_has_none(void **state)
{
    static const char *const lists[] = {"\n", "x\n", "-1\n", "1024-18446744073709551615\n"};
    struct nodes nodes;

    (void)state;
    look(&nodes, NULL, 0, true);
    assert_int_equal(nodes.n, 0);
    nodes_free(&nodes);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const struct made_file files[] = {{SYSTEM "/node", NULL},
                                          {SYSTEM "/node/online", lists[i]}};
        look(&nodes, files, 2, true);
        assert_int_equal(nodes.n, 0);
        nodes_free(&nodes);
    }
}

static void bitmaps_are_bounded(void **state)
{
    static const struct made_file files[] = {
        {SYSTEM "/memory", NULL},     {SYSTEM "/memory/block_size_bytes", "8000000\n"},
        {SYSTEM "/node", NULL},       {SYSTEM "/node/online", "0-18446744073709551615\n"},
        {SYSTEM "/node/node0", NULL}, {SYSTEM "/node/node0/memory4194303", NULL},
        {SYSTEM "/node/node1", NULL}, {SYSTEM "/node/node1/memory4194304", NULL},
    };
    struct nodes nodes;

    (void)state;
    look(&nodes, files, sizeof files / sizeof files[0], true);
    assert_int_equal(nodes.n, NODES_MOST);
    assert_int_equal(nodes.rows[0].n_blocks, NODE_BLOCKS_MOST);
    assert_int_equal(nodes.rows[1].n_blocks, 0);
    assert_int_equal(nodes.n_words, NODE_BLOCKS_MOST / 64);
    nodes_free(&nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_have_processors_and_memory),
        cmocka_unit_test(memory_is_read_only_when_asked_for),
        cmocka_unit_test(a_system_without_nodes_or_with_strange_ones_has_none),
        cmocka_unit_test(bitmaps_are_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
