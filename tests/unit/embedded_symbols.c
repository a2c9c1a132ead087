/* symbol/embedded_symbols: the symbols that a recording brings along, and what a forged one may
 * say.
 */
#include "symbol/embedded_symbols.h"

#include "unit.h"

static const char list[] = "1000 10 of_no_file\n"
                           "file 16eec689 /usr/lib/libc.so.6\n"
                           "code 28000 165000 29000\n"
                           "9f0c0 140 read\n"
                           "9f200 20 operator new(unsigned long)\n"
                           "file - /srv/app with blanks\n"
                           "code 1000 1000 401000\n"
                           "401100 40 main\n"
                           "file 16eec688 /usr/lib/libc.so.6\n"
                           "9f0c0 140 write\n"
                           "file 16eec689 /usr/lib/libc.so.6\n"
                           "9f0c0 140 told_twice\n";

static struct embedded_symbols read_list(const char *text)
{
    struct embedded_symbols t = {.n = 0};

    buf_add(&t.text, str_of(text));
    embedded_symbols_read(&t);
    return t;
}

static struct build_id id_of(const char *bytes)
{
    return build_id_of(str_of(bytes));
}

/* Asserts the name at an address; "": none. */
static void assert_name(const struct embedded_symbols *t, const char *path, struct build_id id,
                        uint64_t address, const char *name)
{
    const struct embedded_module *module = embedded_symbols_find(t, str_of(path), &id);
    struct symbol_table table = {.n = 0};
    struct embedded_code code;

    assert_non_null(module);
    embedded_module_read(module, &table, &code);
    const struct symbol *s = table_find(&table, address);
    assert_str(s ? table_name(&table, s) : STR(""), name);
    table_free(&table);
}

static void functions_are_found_by_path_build_id_and_address(void **state)
{
    struct embedded_symbols t = read_list(list);
    const struct build_id none = {.n = 0};

    (void)state;
    assert_int_equal(t.n, 3);
    assert_int_equal(t.bad_lines, 0);
    assert_name(&t, "/usr/lib/libc.so.6", id_of("\x16\xee\xc6\x89"), 0x9f0c0, "read");
    assert_name(&t, "/usr/lib/libc.so.6", id_of("\x16\xee\xc6\x89"), 0x9f1ff, "read");
    assert_name(&t, "/usr/lib/libc.so.6", id_of("\x16\xee\xc6\x89"), 0x9f200,
                "operator new(unsigned long)");
    assert_name(&t, "/usr/lib/libc.so.6", id_of("\x16\xee\xc6\x89"), 0x9f220, "");
    assert_name(&t, "/usr/lib/libc.so.6", id_of("\x16\xee\xc6\x88"), 0x9f0c0, "write");
    assert_name(&t, "/srv/app with blanks", none, 0x401100, "main");
    embedded_symbols_free(&t);
}

static void another_build_or_path_is_another_file(void **state)
{
    struct embedded_symbols t = read_list(list);
    const struct build_id none = {.n = 0};
    const struct build_id other = id_of("\x16\xee\xc6\x87");

    (void)state;
    assert_null(embedded_symbols_find(&t, STR("/usr/lib/libc.so.6"), &none));
    assert_null(embedded_symbols_find(&t, STR("/usr/lib/libc.so.6"), &other));
    assert_null(embedded_symbols_find(&t, STR("/usr/lib/libc.so"), &none));
    assert_null(embedded_symbols_find(&t, STR("/srv/app with blanks"), &other));
    embedded_symbols_free(&t);
}

static void offsets_lie_in_the_segments_that_are_told(void **state)
{
    struct embedded_symbols t = read_list(list);
    const struct build_id id = id_of("\x16\xee\xc6\x89");
    const struct embedded_module *module =
        embedded_symbols_find(&t, STR("/usr/lib/libc.so.6"), &id);
    struct symbol_table table = {.n = 0};
    struct embedded_code code;

    (void)state;
    assert_non_null(module);
    embedded_module_read(module, &table, &code);
    assert_null(embedded_code_at(&code, 0x27fff));
    assert_int_equal(embedded_code_at(&code, 0x28000)->address, 0x29000);
    assert_ptr_equal(embedded_code_at(&code, 0x28000), embedded_code_at(&code, 0x18cfff));
    assert_null(embedded_code_at(&code, 0x18d000));
    table_free(&table);
    embedded_symbols_free(&t);
}

static void lines_that_are_something_else_are_skipped(void **state)
{
    static const char *const files[] = {
        "file \n",     "file -\n",       "file - \n",
        "file 1 /a\n", "file 16EE /a\n", "file 16eeg0 /a\n",
        "file  /a\n",  "file 00 /a\n",   "file 16eec68916eec68916eec68916eec68916eec68900 /a\n"};
    static const char functions[] = "file - /a\n"
                                    "code 0 10\n"
                                    "code 1 ffffffffffffffff 0\n"
                                    "code 0 0 0 0\n"
                                    "1000 0 of_no_size\n"
                                    "1000 10 \n"
                                    "1000  10 two_blanks\n"
                                    "ffffffffffffffff 2 beyond\n"
                                    "10000000000000000 2 too_large\n"
                                    "1000 10 right\n"
                                    "\n"
                                    "2000 10 not whole";
    struct symbol_table table = {.n = 0};
    struct embedded_code code;

    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct embedded_symbols t = read_list(files[i]);
        assert_int_equal(t.n, 0);
        assert_int_equal(t.bad_lines, 1);
        embedded_symbols_free(&t);
    }
    struct embedded_symbols t = read_list(functions);
    assert_int_equal(t.n, 1);
    embedded_module_read(&t.modules[0], &table, &code);
    assert_int_equal(code.n, 0);
    assert_int_equal(table.n, 2);
    assert_str(table_name(&table, &table.symbols[0]), "right");
    table_free(&table);
    embedded_symbols_free(&t);
}

static void what_is_written_is_read(void **state)
{
    const struct build_id id = id_of("\x01\x23\xab");
    const struct image_segment segment = {.offset = 0x1000, .size = 0x2000, .address = 0x401000};
    struct embedded_symbols t = {.n = 0};

    (void)state;
    assert_true(embedded_symbols_add_file(&t.text, STR("/srv/a b"), &id));
    embedded_symbols_add_code(&t.text, &segment);
    assert_true(embedded_symbols_add_function(&t.text, 0x401000, 0x10, STR("_ZN1a1bEv")));
    assert_str(buf_str(&t.text), "file 0123ab /srv/a b\ncode 1000 2000 401000\n"
                                 "401000 10 _ZN1a1bEv\n");
    embedded_symbols_read(&t);
    assert_name(&t, "/srv/a b", id, 0x40100f, "_ZN1a1bEv");
    embedded_symbols_free(&t);
}

static void names_that_would_be_lines_of_their_own_are_left_out(void **state)
{
    static const struct str names[] = {{"", 0}, {"a\nfile - /b", 11}, {"a\0b", 3}};
    const struct build_id none = {.n = 0};
    struct buf to = {0};
    struct buf long_name = {0};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_false(embedded_symbols_add_file(&to, names[i], &none));
        assert_false(embedded_symbols_add_function(&to, 1, 1, names[i]));
    }
    while (long_name.n <= EMBEDDED_NAME_MOST)
        buf_add_byte(&long_name, 'a');
    assert_false(embedded_symbols_add_file(&to, buf_str(&long_name), &none));
    assert_false(embedded_symbols_add_function(&to, 1, 1, buf_str(&long_name)));
    assert_int_equal(to.n, 0);
    buf_free(&long_name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_found_by_path_build_id_and_address),
        cmocka_unit_test(another_build_or_path_is_another_file),
        cmocka_unit_test(offsets_lie_in_the_segments_that_are_told),
        cmocka_unit_test(lines_that_are_something_else_are_skipped),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(names_that_would_be_lines_of_their_own_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
