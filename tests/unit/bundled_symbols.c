/* input/common/names/bundled_symbols: names from the maps that lie beside a recording in an
 * archive. */
#include "input/common/names/bundled_symbols.h"

#include "unit.h"

#include "input/perfcollect/text.h"

static void add(struct bundled_symbols *m, const char *name, const char *text)
{
    bundled_symbols_add(m, str_of(name), str_of(text));
}

static void files_are_told_by_their_names(void **state)
{
    static const char *const maps[] = {"perf-1.map", "perfinfo-4194304.map", "a.ni.{1}.map"};
    static const char *const others[] = {"perf.data",
                                         "perf-.map",
                                         "perf-x.map",
                                         "perf-1.map~",
                                         "a.ni.{1}",
                                         "a.ni.{1.map",
                                         "",
                                         ".map",
                                         "perfinfo-1x",
                                         "perf--1.map",
                                         "perf-99999999999999999999.map"};

    (void)state;
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++)
        assert_true(bundled_symbols_take(str_of(maps[i])));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(bundled_symbols_take(str_of(others[i])));
}

static void a_map_is_of_one_process(void **state)
{
    struct bundled_symbols m = {0};
    struct str name;

    (void)state;
    add(&m, "perf-7.map", "1000 20 old\n1000 10 new\n");
    bundled_symbols_finish(&m);
    assert_true(bundled_symbols_has(&m, 7) && !bundled_symbols_has(&m, 8));
    assert_true(bundled_symbols_at(&m, 7, 0x1005, &name));
    assert_str(name, "new");
    assert_true(bundled_symbols_at(&m, 7, 0x1015, &name));
    assert_str(name, "old");
    assert_false(bundled_symbols_at(&m, 7, 0x1020, &name));
    assert_false(bundled_symbols_at(&m, 8, 0x1005, &name));
    bundled_symbols_free(&m);
}

static void an_image_is_asked_by_the_distance_from_its_begin(void **state)
{
    struct bundled_symbols m = {0};
    struct str name;

    (void)state;
    add(&m, "perf-7.map", "10000 9000 x.ni.{1}\n10100 100 later\n20000 10 y.ni.{2}\n");
    add(&m, "x.ni.{1}.map", "300 10 in x\n");
    bundled_symbols_finish(&m);
    assert_true(bundled_symbols_at(&m, 7, 0x10305, &name)); /* behind what was laid over it */
    assert_str(name, "in x");
    assert_true(bundled_symbols_at(&m, 7, 0x10150, &name));
    assert_str(name, "later");
    assert_true(bundled_symbols_at(&m, 7, 0x10400, &name));
    assert_str(name, "x.ni.{1}");
    assert_true(bundled_symbols_at(&m, 7, 0x20001, &name));
    assert_str(name, "y.ni.{2}");
    bundled_symbols_free(&m);
}

static void a_file_is_the_image_that_its_process_loaded(void **state)
{
    struct bundled_symbols m = {0};
    struct str name;

    (void)state;
    add(&m, "x.ni.{1}.map", "300 10 in x\n");
    add(&m, "perfinfo-7.map",
        "ImageLoad;/a/y.dll;{2};\nnonsense\nNILoad;/a/x.dll;{1}\nNILoad;/a/z.dll;{3}\n");
    bundled_symbols_finish(&m);
    assert_true(bundled_symbols_in(&m, 7, STR("/a/x.dll"), 0x305, &name));
    assert_str(name, "in x");
    assert_false(bundled_symbols_in(&m, 7, STR("/a/x.dll"), 0x310, &name));
    assert_false(bundled_symbols_in(&m, 7, STR("/a/y.dll"), 0x305, &name));
    assert_false(bundled_symbols_in(&m, 7, STR("/a/z.dll"), 0x305, &name));
    assert_false(bundled_symbols_in(&m, 8, STR("/a/x.dll"), 0x305, &name));
    bundled_symbols_free(&m);
}

static void only_frames_without_names_are_called_otherwise(void **state)
{
    struct bundled_symbols m = {0};
    struct buf to = {0};

    (void)state;
    add(&m, "perf-7.map", "1000 20 void A::B(int)\n");
    bundled_symbols_finish(&m);
    perfcollect_name(&m,
                     STR("w 7/7 1.0: 5 e: \r\n"
                         "\t 1001 [unknown] (//anon)\r\n"
                         "\t 1001 known+0x1 (//anon)\n"
                         "\t 2001 [unknown] (//anon)\n\n"
                         "w 8/8 1.0: 5 e: \n"
                         "\t 1001 [unknown] (//anon)"),
                     &to);
    assert_str(buf_str(&to), "w 7/7 1.0: 5 e: \r\n"
                             "\t1001 void A::B(int) (//anon)\n"
                             "\t 1001 known+0x1 (//anon)\n"
                             "\t 2001 [unknown] (//anon)\n\n"
                             "w 8/8 1.0: 5 e: \n"
                             "\t 1001 [unknown] (//anon)\n");
    buf_free(&to);
    bundled_symbols_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_told_by_their_names),
        cmocka_unit_test(a_map_is_of_one_process),
        cmocka_unit_test(an_image_is_asked_by_the_distance_from_its_begin),
        cmocka_unit_test(a_file_is_the_image_that_its_process_loaded),
        cmocka_unit_test(only_frames_without_names_are_called_otherwise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
