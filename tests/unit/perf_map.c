/* symbol/perf_map: names of code that a process made. */
#include "symbol/perf_map.h"

#include <stdio.h>
#include <string.h>

#include "unit.h"

static struct symbol_table read_map(const char *text)
{
    struct symbol_table t = {0};

    perf_map_read(&t, str_of(text));
    perf_map_finish(&t);
    return t;
}

static void assert_name(const struct symbol_table *t, uint64_t address, const char *name)
{
    const struct symbol *s = table_find(t, address);

    assert_str(s ? table_name(t, s) : STR("nothing"), name);
}

static void names_keep_blanks_semicolons_and_quotes(void **state)
{
    struct symbol_table t = read_map("1000 10 Lcom/x/Y;::m\n"
                                     "0x0000000000002000 0x0000000000000010 int a.B.hashCode()\r\n"
                                     "3000 0X1f \"q\" [PreStub]; 'x'\n"
                                     "4000 8 last");

    (void)state;
    assert_int_equal(t.n, 4);
    assert_name(&t, 0xfff, "nothing");
    assert_name(&t, 0x1000, "Lcom/x/Y;::m");
    assert_name(&t, 0x100f, "Lcom/x/Y;::m");
    assert_name(&t, 0x1010, "nothing");
    assert_name(&t, 0x2001, "int a.B.hashCode()");
    assert_name(&t, 0x301e, "\"q\" [PreStub]; 'x'");
    assert_name(&t, 0x301f, "nothing");
    assert_name(&t, 0x4007, "last");
    table_free(&t);
}

static void a_later_entry_wins_and_leaves_what_it_does_not_cover(void **state)
{
    struct symbol_table t = read_map("1000 100 old\n"
                                     "2000 100 over\n"
                                     "1040 10 inside\n"
                                     "1ff0 20 across\n"
                                     "2000 8 again\n"
                                     "3000 10 small\n"
                                     "2f00 200 large\n");

    (void)state;
    assert_name(&t, 0x1000, "old");
    assert_name(&t, 0x103f, "old");
    assert_name(&t, 0x1040, "inside");
    assert_name(&t, 0x104f, "inside");
    assert_name(&t, 0x1050, "old");
    assert_name(&t, 0x10ff, "old");
    assert_name(&t, 0x1100, "nothing");
    assert_name(&t, 0x1ff0, "across");
    assert_name(&t, 0x2000, "again");
    assert_name(&t, 0x2008, "across");
    assert_name(&t, 0x2010, "over");
    assert_name(&t, 0x3005, "large");
    assert_int_equal(table_find(&t, 0x3005)->size, 0x200);
    table_free(&t);
}

/* In every order of the file: at each address the latest of those that are there. */
static void of_overlapping_entries_the_latest_wins_everywhere(void **state)
{
    enum { N = 5 };
    static const unsigned from[N] = {0, 10, 20, 30, 15};
    static const unsigned to[N] = {60, 50, 70, 40, 35};
    unsigned order[N] = {0};
    char line[64];

    (void)state;
    for (unsigned round = 0; round < 120; round++) {
        struct symbol_table t = {0};
        unsigned rest = round;
        for (unsigned i = 0; i < N; i++) { /* the number of a permutation, by factorials */
            const unsigned at = rest % (i + 1);
            rest /= i + 1;
            memmove(order + at + 1, order + at, (i - at) * sizeof *order);
            order[at] = i;
        }
        for (unsigned i = 0; i < N; i++) {
            const unsigned e = order[i];
            snprintf(line, sizeof line, "%x %x entry%u\n", 0x1000 + from[e], to[e] - from[e], e);
            perf_map_read(&t, str_of(line));
        }
        perf_map_finish(&t);
        for (unsigned at = 0; at < 75; at++) {
            snprintf(line, sizeof line, "nothing");
            for (unsigned i = 0; i < N; i++)
                if (from[order[i]] <= at && at < to[order[i]])
                    snprintf(line, sizeof line, "entry%u", order[i]);
            assert_name(&t, 0x1000 + at, line);
        }
        table_free(&t);
    }
}

static void the_last_of_equal_entries_wins(void **state)
{
    struct symbol_table t = read_map("1000 10 JS:~f\n1000 10 JS:^f\n1000 10 JS:*f\n");

    (void)state;
    assert_int_equal(t.n, 1);
    assert_name(&t, 0x1000, "JS:*f");
    table_free(&t);
}

static void an_entry_without_a_size_names_its_first_byte(void **state)
{
    struct symbol_table t = read_map("1000 0 stub\nfffffffffffffff0 ffff end\n");

    (void)state;
    assert_name(&t, 0x1000, "stub");
    assert_name(&t, 0x1001, "nothing");
    assert_name(&t, 0xfffffffffffffffe, "end");
    table_free(&t);
}

static void other_lines_are_counted(void **state)
{
    struct symbol_table t = {0};

    (void)state;
    assert_int_equal(perf_map_read(&t, STR("\n\r\nname\n1000\n1000 10\n1000 10 \nxyz 10 name\n"
                                           "1000 zz name\n11112222333344445 1 name\n")),
                     7);
    assert_int_equal(perf_map_read(&t, STR("")), 0);
    perf_map_finish(&t);
    assert_int_equal(t.n, 0);
    table_free(&t);
}

static void pieces_of_an_entry_share_its_name(void **state)
{
    struct symbol_table t = {0};

    (void)state;
    perf_map_read(&t, STR("0 100000 whole\n"));
    for (unsigned i = 0; i < 100; i++)
        table_add(&t, 0x100 * i + 0x10, 0x10, STR("part"), 0);
    size_t text = t.text.n;
    perf_map_finish(&t);
    assert_int_equal(t.n, 201);
    assert_int_equal(t.text.n, text);
    assert_name(&t, 0x6318, "part");
    assert_name(&t, 0x6320, "whole");
    table_free(&t);
}

static void native_images_are_known_by_their_names(void **state)
{
    struct str guid;

    (void)state;
    assert_true(perf_map_image(STR("mscorlib.ni.{3fd6c14e-bf71}"), &guid));
    assert_str(guid, "{3fd6c14e-bf71}");
    assert_true(perf_map_image(STR("mscorlib.ni.{3fd6c14e-bf71}.map"), &guid));
    assert_str(guid, "{3fd6c14e-bf71}");
    assert_false(perf_map_image(STR("mscorlib.ni.{3fd6c14e-bf71}x"), &guid));
    assert_false(perf_map_image(STR("mscorlib.ni.{3fd6c14e"), &guid));
    assert_false(perf_map_image(STR("mscorlib.ni.dll"), &guid));
}

static void lines_of_perfinfo_name_images(void **state)
{
    struct str text = STR("\n# other\nNILoad;/lib/mscorlib.ni.dll;{3fd6c14e}\r\nImageLoad;\n"
                          "ImageLoad;/app/a b.dll;{0};0x7f00\nImageLoad;/c.dll");
    struct perf_info line;

    (void)state;
    assert_true(perf_info_next(&text, &line));
    assert_true(line.native);
    assert_str(line.path, "/lib/mscorlib.ni.dll");
    assert_str(line.guid, "{3fd6c14e}");
    assert_int_equal(line.base, 0);
    assert_true(perf_info_next(&text, &line));
    assert_false(line.native);
    assert_str(line.path, "/app/a b.dll");
    assert_int_equal(line.base, 0x7f00);
    assert_true(perf_info_next(&text, &line));
    assert_str(line.path, "/c.dll");
    assert_str(line.guid, "");
    assert_false(perf_info_next(&text, &line));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_keep_blanks_semicolons_and_quotes),
        cmocka_unit_test(a_later_entry_wins_and_leaves_what_it_does_not_cover),
        cmocka_unit_test(of_overlapping_entries_the_latest_wins_everywhere),
        cmocka_unit_test(the_last_of_equal_entries_wins),
        cmocka_unit_test(an_entry_without_a_size_names_its_first_byte),
        cmocka_unit_test(other_lines_are_counted),
        cmocka_unit_test(pieces_of_an_entry_share_its_name),
        cmocka_unit_test(native_images_are_known_by_their_names),
        cmocka_unit_test(lines_of_perfinfo_name_images),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
