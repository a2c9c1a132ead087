/* input/common/companion_files: recordings that are folders, and where others lie. */
#include "input/common/companion_files.h"
#include "input/input.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder with a folder and a file in it. */
struct folders {
    char folder[32];
    char inner[48];
    char data[64];
};

static int make_folders(void **state)
{
    struct folders *at = calloc(1, sizeof *at);

    if (!at)
        return -1;
    memcpy(at->folder, "/tmp/flame-beside-XXXXXX", 25);
    if (!mkdtemp(at->folder))
        return -1;
    snprintf(at->inner, sizeof at->inner, "%s/x.data", at->folder);
    snprintf(at->data, sizeof at->data, "%s/data", at->inner);
    *state = at;
    return mkdir(at->inner, 0700);
}

static int remove_folders(void **state)
{
    struct folders *at = *state;

    unlink(at->data);
    rmdir(at->inner);
    int result = rmdir(at->folder);
    free(at);
    return result;
}

static void write_data(const struct folders *at)
{
    FILE *file = fopen(at->data, "w");

    assert_non_null(file);
    assert_true(fputs("a;b 1\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void a_folder_with_data_in_it_is_a_recording(void **state)
{
    const struct folders *at = *state;
    char with_slash[64];
    struct buf data = {0};

    assert_false(companion_data(at->inner, &data)); /* not yet */
    write_data(at);
    assert_true(companion_data(at->inner, &data));
    assert_string_equal(data.p, at->data);
    snprintf(with_slash, sizeof with_slash, "%s/", at->inner);
    assert_true(companion_data(with_slash, &data));
    assert_string_equal(data.p, at->data);
    buf_free(&data);
}

static void nothing_else_is_one(void **state)
{
    const struct folders *at = *state;
    struct buf data = {0};

    assert_false(companion_data(at->folder, &data));
    assert_false(companion_data(at->data, &data));
    write_data(at);
    assert_false(companion_data(at->data, &data));
    unlink(at->data);
    assert_int_equal(mkdir(at->data, 0700), 0);
    assert_false(companion_data(at->inner, &data));
    assert_int_equal(rmdir(at->data), 0);
    buf_free(&data);
}

static void a_recording_that_is_a_folder_is_read(void **state)
{
    const struct folders *at = *state;
    const struct input_file file = {.path = at->inner};
    const struct ask ask = {.limits = limits_usual()};
    struct input_report report;
    struct profile p;
    struct fault f = {0};

    profile_init(&p, 1, TIME_NONE);
    assert_false(input_read(&file, &ask, &p, &report, &f));
    assert_non_null(strstr(f.text, "x.data: is a directory, wanted a file"));
    f = (struct fault){0};
    write_data(at);
    assert_true(input_read(&file, &ask, &p, &report, &f));
    assert_int_equal(p.columns[COLUMN_WEIGHT].total, 1);
    profile_free(&p);
}

static void the_folder_of_a_file_is_known(void **state)
{
    (void)state;
    static const struct {
        const char *path, *folder, *wanted;
    } cases[] = {
        {"perf.data", NULL, "."},
        {"a/perf.data", NULL, "a"},
        {"/a/b/perf.data", NULL, "/a/b"},
        {"/perf.data", NULL, "/"},
        {"./x", NULL, "."},
        {"a//x", NULL, "a/"},
        {"r.d/data", "r.d", "r.d"},
        {"r.d//data", "r.d/", "r.d/"},
    };
    struct reading r = {.name = "x"};
    struct buf folder = {0};

    assert_false(companion_folder(&r, &folder));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        r.path = cases[i].path;
        r.folder = cases[i].folder;
        assert_true(companion_folder(&r, &folder));
        assert_string_equal(folder.p, cases[i].wanted);
    }
    buf_free(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_folder_with_data_in_it_is_a_recording, make_folders,
                                        remove_folders),
        cmocka_unit_test_setup_teardown(nothing_else_is_one, make_folders, remove_folders),
        cmocka_unit_test_setup_teardown(a_recording_that_is_a_folder_is_read, make_folders,
                                        remove_folders),
        cmocka_unit_test(the_folder_of_a_file_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
