/* input/perf_data/code/jit: code that processes made, by what their runtimes wrote. */
#include "input/perf_data/code/jit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "unit.h"

struct folder {
    char path[32];
    struct ask ask;
    struct symbol_options options;
    struct recording_info info;
    struct reading r;
    struct recording rec;
    struct jit jit;
    struct fault f;
};

static int set_up(void **state)
{
    struct folder *d = test_calloc(1, sizeof *d);

    snprintf(d->path, sizeof d->path, "/tmp/flame-test-XXXXXX");
    if (!mkdtemp(d->path))
        return 1;
    d->ask.limits = limits_usual();
    d->options = (struct symbol_options){.perf_map_dir = d->path};
    d->r = (struct reading){.ask = &d->ask, .info = &d->info};
    d->rec = (struct recording){.r = &d->r, .f = &d->f, .options = &d->options};
    jit_init(&d->jit, &d->rec);
    *state = d;
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"jit-7.dump", "perf-7.map", "perf-1.map"};
    struct folder *d = *state;
    char path[64];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", d->path, names[i]);
        unlink(path);
    }
    int failed = rmdir(d->path);
    jit_free(&d->jit);
    recording_info_free(&d->info);
    test_free(d);
    return failed;
}

static void write_file(const struct folder *d, const char *name, const char *bytes, size_t n)
{
    char path[64];

    snprintf(path, sizeof path, "%s/%s", d->path, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(out);
}

/* At 0x1000, 16 bytes long: f from time 1 on, and g from time 9 on. */
static void write_dump(const struct folder *d)
{
    static const char bytes[] = "DTiJ\1\0\0\0\50\0\0\0\76\0\0\0\0\0\0\0\7\0\0\0\0\0\0\0\0\0\0\0"
                                "\0\0\0\0\0\0\0\0"
                                "\0\0\0\0\112\0\0\0\1\0\0\0\0\0\0\0\7\0\0\0\7\0\0\0"
                                "\0\20\0\0\0\0\0\0\0\20\0\0\0\0\0\0\20\0\0\0\0\0\0\0"
                                "\1\0\0\0\0\0\0\0f\0ABCDEFGHIJKLMNOP"
                                "\0\0\0\0\112\0\0\0\11\0\0\0\0\0\0\0\7\0\0\0\7\0\0\0"
                                "\0\20\0\0\0\0\0\0\0\20\0\0\0\0\0\0\20\0\0\0\0\0\0\0"
                                "\2\0\0\0\0\0\0\0g\0ABCDEFGHIJKLMNOP";

    write_file(d, "jit-7.dump", bytes, sizeof bytes - 1);
}

static void assert_code(const struct jit_code *code, const char *name, uint32_t number,
                        uint64_t address)
{
    assert_non_null(code->code);
    assert_str(jit_place(code, true).name, name);
    assert_int_equal(jit_number(code), number);
    assert_int_equal(code->address, address);
}

static void code_is_that_of_the_time(void **state)
{
    struct folder *d = *state;

    write_dump(d);
    const struct jit_dump *dump = jit_find_dump(&d->jit, STR("/x/jit-7.dump"), 7, &d->f);
    assert_non_null(dump);
    assert_ptr_equal(jit_find_dump(&d->jit, STR("/x/jit-7.dump"), 8, &d->f), dump);
    struct jit_code code = jit_code_at(dump, 0x1008, 5);
    assert_code(&code, "f", 1, 0x1008);
    code = jit_code_at(dump, 0x1008, 9);
    assert_code(&code, "g", 2, 0x1008);
    code = jit_code_at(dump, 0x1008, UINT64_MAX);
    assert_code(&code, "g", 2, 0x1008);
    assert_null(jit_code_at(dump, 0x1008, 0).code);
    assert_null(jit_code_at(dump, 0x1010, 9).code);
}

static void files_that_were_made_of_a_dump_show_its_code(void **state)
{
    const struct str image = STR("/x/jitted-7-1.so");
    struct folder *d = *state;

    write_dump(d);
    const struct jit_dump *dump = jit_find_dump_of(&d->jit, image, 7, &d->f);
    assert_ptr_equal(jit_find_dump(&d->jit, STR("/x/jit-7.dump"), 7, &d->f), dump);
    struct jit_code code = jit_code_of(dump, image, 0x80, 4);
    assert_code(&code, "f", 1, 0x1004);
    code = jit_code_of(dump, image, 0x40, 4);
    assert_code(&code, "f", 1, 0x1004);
    code = jit_code_of(dump, image, 0x88, 4); /* the rest of what another map covered */
    assert_code(&code, "f", 1, 0x100c);
    assert_null(jit_code_of(dump, image, 0x80, 0x10).code);
    assert_null(jit_code_of(dump, image, 0, 0x80).code);
    assert_null(jit_code_of(dump, image, UINT64_MAX, 0x80).code);
    assert_null(jit_code_of(dump, STR("jitted-7-3.so"), 0x80, 4).code);
}

static void a_dump_that_is_missing_is_said_to_be(void **state)
{
    struct folder *d = *state;

    const struct jit_dump *dump = jit_find_dump(&d->jit, STR("/x/jit-7.dump"), 7, &d->f);
    assert_non_null(dump);
    assert_null(jit_code_at(dump, 0x1008, 5).code);
    jit_remark(&d->jit, &d->r);
    assert_true(str_find(buf_str(&d->info.remarks.text), 0,
                         STR("jit-7.dump, in which a process named the code")) <
                d->info.remarks.text.n);
}

static void assert_name_in(struct folder *d, uint32_t pid, uint64_t address, bool may_guess,
                           const char *name)
{
    const struct jit_unnamed at = {address, pid};
    struct str found, path;

    assert_true(jit_find_name(&d->jit, &at, may_guess, &found, &path, &d->f));
    assert_str(found, name);
    assert_int_equal(path.n > 0, *name != '\0');
}

static void assert_name(struct folder *d, uint64_t address, bool may_guess, const char *name)
{
    assert_name_in(d, 7, address, may_guess, name);
}

static void a_map_is_guessed_only_where_made_code_stands(void **state)
{
    static const char map[] = "1000 10 f\nnonsense\n";
    struct folder *d = *state;

    write_file(d, "perf-1.map", map, sizeof map - 1);
    assert_name(d, 0x1000, false, "");
    jit_remark(&d->jit, &d->r);
    assert_int_equal(d->info.remarks.text.n, 0);
    assert_name(d, 0x1000, true, "f");
    assert_name(d, 0x1010, true, "");
    assert_name(d, 0x1000, false, "");
    jit_remark(&d->jit, &d->r);
    struct str said = buf_str(&d->info.remarks.text);
    assert_true(str_find(said, 0, STR("perf-1.map is used as the map of process 7")) < said.n);
    assert_true(str_find(said, 0, STR("1 line is not")) < said.n);
}

static void a_guessed_map_is_of_those_whose_addresses_it_holds(void **state)
{
    static const char map[] = "1000 10 f\n";
    static const char alone[] = "perf-1.map is used as the map of process 8, as it is the only one";
    struct folder *d = *state;

    write_file(d, "perf-1.map", map, sizeof map - 1);
    assert_name_in(d, 6, 0x2000, true, "");
    assert_name_in(d, 7, 0x3000, true, "");
    assert_name_in(d, 8, 0x1000, true, "f");
    assert_name_in(d, 9, 0xfff, true, "");
    jit_remark(&d->jit, &d->r);
    struct str said = buf_str(&d->info.remarks.text);
    assert_true(str_find(said, 0, str_of(alone)) < said.n);
    assert_int_equal(d->info.remarks.n, 1);
    text_list_free(&d->info.remarks);
    assert_name_in(d, 6, 0x100f, true, "f");
    jit_remark(&d->jit, &d->r);
    said = buf_str(&d->info.remarks.text);
    assert_true(str_find(said, 0, STR("of 2 processes, such as 6,")) < said.n);
}

static void the_map_of_a_process_is_its_own(void **state)
{
    static const char map[] = "1000 10 void f()[OptimizedTier1]\n1000 10 [PreStub]\n";
    struct folder *d = *state;

    write_file(d, "perf-7.map", map, sizeof map - 1);
    assert_name(d, 0x100f, false, "[PreStub]");
    assert_name(d, 0x100f, true, "[PreStub]");
    jit_remark(&d->jit, &d->r);
    assert_int_equal(d->info.remarks.text.n, 0);
}

static void an_address_without_a_name_counts_once(void **state)
{
    struct folder *d = *state;

    for (uint64_t i = 0; i < 1000; i++) {
        const struct jit_unnamed at = {i % 100, (uint32_t)(i % 2)};
        jit_add_unnamed(&d->jit, &at);
    }
    jit_remark(&d->jit, &d->r);
    assert_true(str_starts(buf_str(&d->info.details.text), STR("100 addresses of code")));
    assert_int_equal(d->info.remarks.text.n, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(code_is_that_of_the_time),
        TEST(files_that_were_made_of_a_dump_show_its_code),
        TEST(a_dump_that_is_missing_is_said_to_be),
        TEST(a_map_is_guessed_only_where_made_code_stands),
        TEST(a_guessed_map_is_of_those_whose_addresses_it_holds),
        TEST(the_map_of_a_process_is_its_own),
        TEST(an_address_without_a_name_counts_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
