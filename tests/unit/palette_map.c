/* render/theme/palette_map: colours kept by name. */
#include "render/theme/palette_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

static struct palette_map parse(const char *text, struct notes *notes)
{
    struct palette_map map;

    *notes = (struct notes){0};
    palette_map_parse(&map, "palette.map", str_of(text), notes);
    return map;
}

static void assert_prints(const struct palette_map *map, const char *text)
{
    struct sink s;

    sink_open_buf(&s);
    palette_map_print(map, &s);
    assert_str(buf_str(&s.buf), text);
    sink_discard(&s);
}

static void lines_are_split_at_the_last_arrow(void **state)
{
    struct notes notes;
    struct palette_map map = parse("operator->->rgb(1,2,3)\na->b->c->rgb(4,5,6)\r\n"
                                   "->rgb(7,8,9)\nlast->rgb(10,11,12)",
                                   &notes);
    struct colour c;

    (void)state;
    assert_int_equal(notes.total, 0);
    assert_true(palette_map_find(&map, STR("operator->"), &c));
    assert_true(colour_equal(c, (struct colour){1, 2, 3}));
    assert_true(palette_map_find(&map, STR("a->b->c"), &c));
    assert_true(palette_map_find(&map, STR(""), &c));
    assert_true(colour_equal(c, (struct colour){7, 8, 9}));
    assert_true(palette_map_find(&map, STR("last"), &c));
    assert_false(palette_map_find(&map, STR("operator"), &c));
    palette_map_free(&map);
}

static void bad_lines_are_noted_with_their_place_and_kept(void **state)
{
    struct notes notes;
    struct palette_map map = parse("hostile->rgb(1,2,3)\" onclick=\"alert('P1')\n"
                                   "__proto__->red\"/><script>alert('P2')</script>\n"
                                   "constructor->url(javascript:alert('P3'))\n"
                                   "->\n"
                                   "noarrow\n"
                                   "a->b->c\n"
                                   "\n"
                                   "M\xff?->rgb(1,1,1)\n"
                                   "x->99999999999999999999999999999999\n"
                                   "y->rgb(1,2,99999999999999999999999)\n",
                                   &notes);
    struct colour c;

    (void)state;
    assert_int_equal(notes.total, 8);
    assert_int_equal(notes.n_reasons, 2);
    assert_int_equal(notes.shown[0].line, 1);
    assert_int_equal(notes.shown[4].line, 5);
    assert_string_equal(notes.shown[4].near.text, "noarrow");
    assert_int_equal(notes.shown[7].line, 10);
    assert_true(palette_map_find(&map, STR("M\xff?"), &c));
    assert_prints(&map, "hostile->rgb(1,2,3)\" onclick=\"alert('P1')\n"
                        "__proto__->red\"/><script>alert('P2')</script>\n"
                        "constructor->url(javascript:alert('P3'))\n"
                        "->\n"
                        "noarrow\n"
                        "a->b->c\n"
                        "x->99999999999999999999999999999999\n"
                        "y->rgb(1,2,99999999999999999999999)\n"
                        "M\xff?->rgb(1,1,1)\n");
    palette_map_free(&map);
}

static void the_last_of_equal_names_holds(void **state)
{
    struct notes notes;
    struct palette_map map = parse("b->rgb(1,1,1)\na->#020202\nb->rgb(3,3,3)\n", &notes);

    (void)state;
    assert_prints(&map, "a->rgb(2,2,2)\nb->rgb(3,3,3)\n");
    palette_map_free(&map);
}

static void new_names_are_printed_with_the_old_ones_in_order(void **state)
{
    struct notes notes;
    struct palette_map map = parse("m->rgb(1,1,1)\n", &notes);

    (void)state;
    palette_map_add(&map, STR("z->"), (struct colour){9, 9, 9});
    palette_map_add(&map, STR("a"), (struct colour){2, 2, 2});
    palette_map_add(&map, STR("a"), (struct colour){3, 3, 3});
    palette_map_add(&map, STR(""), (struct colour){4, 4, 4});
    palette_map_add(&map, STR(""), (struct colour){5, 5, 5});
    palette_map_add(&map, STR("m"), (struct colour){6, 6, 6});
    palette_map_add(&map, STR("-"), (struct colour){7, 7, 7});
    palette_map_add(&map, STR("two\nlines"), (struct colour){8, 8, 8});
    assert_prints(&map, "->rgb(4,4,4)\na->rgb(2,2,2)\nm->rgb(1,1,1)\nz->->rgb(9,9,9)\n");
    palette_map_free(&map);
}

static void the_root_is_not_written_unless_it_was_added(void **state)
{
    struct palette_map map = {0};

    (void)state;
    assert_prints(&map, "");
    palette_map_add(&map, STR("a"), (struct colour){1, 1, 1});
    assert_prints(&map, "a->rgb(1,1,1)\n");
    palette_map_add(&map, STR(""), (struct colour){2, 2, 2});
    assert_prints(&map, "->rgb(2,2,2)\na->rgb(1,1,1)\n");
    palette_map_free(&map);
}

static void many_names_are_found_again(void **state)
{
    struct palette_map map = {0};
    struct palette_map again;
    struct notes notes = {0};
    struct sink s;
    char name[2];

    (void)state;
    for (unsigned i = 0; i < 1u << 16; i++) {
        name[0] = (char)(i >> 8);
        name[1] = (char)i;
        palette_map_add(&map, (struct str){name, 2},
                        (struct colour){(unsigned char)(i >> 8), (unsigned char)i, 77});
    }
    sink_open_buf(&s);
    palette_map_print(&map, &s);
    palette_map_parse(&again, "again", buf_str(&s.buf), &notes);
    assert_int_equal(notes.total, 0);
    for (unsigned i = 0; i < 1u << 16; i++) {
        struct colour c;
        name[0] = (char)(i >> 8);
        name[1] = (char)i;
        bool found = palette_map_find(&again, (struct str){name, 2}, &c);
        bool held = name[0] != '\n' && name[1] != '\n' && i != ('-' << 8 | '-');
        assert_int_equal(found, held);
        if (found)
            assert_true(c.r == i >> 8 && c.g == (i & 255) && c.b == 77);
    }
    palette_map_free(&map);
    palette_map_free(&again);
    sink_discard(&s);
}

static void a_file_that_does_not_exist_is_empty_and_is_written(void **state)
{
    char folder[] = "/tmp/palette-XXXXXX";
    char path[64];
    struct palette_map map;
    struct palette_map again;
    struct notes notes = {0};
    struct fault f = {0};
    struct colour c = {0, 0, 0};

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/palette.map", folder);
    assert_true(palette_map_read(&map, path, &notes, &f));
    assert_int_equal(map.n_rows, 0);
    palette_map_add(&map, STR("main"), (struct colour){1, 2, 3});
    bool written = palette_map_write(&map, path, &f);
    bool read = written && palette_map_read(&again, path, &notes, &f);
    unlink(path);
    rmdir(folder);
    assert_true(read);
    assert_true(palette_map_find(&again, STR("main"), &c));
    assert_int_equal(c.b, 3);
    palette_map_free(&map);
    palette_map_free(&again);
}

static void what_cannot_be_read_is_a_system_fault(void **state)
{
    struct palette_map map;
    struct notes notes = {0};
    struct fault f = {0};

    (void)state;
    assert_false(palette_map_read(&map, "/tmp", &notes, &f));
    assert_int_equal(f.kind, FAULT_SYSTEM);
    palette_map_free(&map);
}

/* What is no palette is written again with the colours, into a file that others may read. */
static void a_link_where_others_can_write_is_not_read(void **state)
{
    (void)state;
    char folder[] = "/tmp/flame-test-XXXXXX";
    char path[64];
    struct notes notes = {0};
    struct palette_map map;
    struct fault f = {0};

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/palette.map", folder);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    assert_int_equal(chmod(folder, 01777), 0);
    assert_false(palette_map_read(&map, path, &notes, &f));
    assert_int_equal(f.kind, FAULT_INPUT);
    assert_non_null(strstr(f.text, "palette.map was not read, as others can write to its folder"));
    palette_map_free(&map);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_split_at_the_last_arrow),
        cmocka_unit_test(bad_lines_are_noted_with_their_place_and_kept),
        cmocka_unit_test(the_last_of_equal_names_holds),
        cmocka_unit_test(new_names_are_printed_with_the_old_ones_in_order),
        cmocka_unit_test(the_root_is_not_written_unless_it_was_added),
        cmocka_unit_test(many_names_are_found_again),
        cmocka_unit_test(a_file_that_does_not_exist_is_empty_and_is_written),
        cmocka_unit_test(what_cannot_be_read_is_a_system_fault),
        cmocka_unit_test(a_link_where_others_can_write_is_not_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
