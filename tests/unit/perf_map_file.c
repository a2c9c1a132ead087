/* symbol/perf_map_file: where the map of a process lies. */
#include "symbol/perf_map_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

static const uint32_t pid = 4199999999; /* larger than any process has */

struct folders {
    char chosen[32], recording_folder[32], root[32], temporary[40];
};

static int set_up(void **state)
{
    struct folders *f = test_calloc(1, sizeof *f);

    snprintf(f->chosen, sizeof f->chosen, "/tmp/flame-test-XXXXXX");
    snprintf(f->recording_folder, sizeof f->recording_folder, "/tmp/flame-test-XXXXXX");
    snprintf(f->root, sizeof f->root, "/tmp/flame-test-XXXXXX");
    if (!mkdtemp(f->chosen) || !mkdtemp(f->recording_folder) || !mkdtemp(f->root))
        return 1;
    snprintf(f->temporary, sizeof f->temporary, "%s/tmp", f->root);
    *state = f;
    return mkdir(f->temporary, 0700);
}

static void remove_maps(const char *folder)
{
    static const char *const names[] = {"perf-4199999999.map", "perf-1.map", "perf-2.map"};
    char path[100];

    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
}

static int tear_down(void **state)
{
    struct folders *f = *state;

    remove_maps(f->chosen);
    remove_maps(f->recording_folder);
    remove_maps(f->temporary);
    int failed =
        rmdir(f->chosen) | rmdir(f->recording_folder) | rmdir(f->temporary) | rmdir(f->root);
    test_free(f);
    return failed;
}

static void put(const char *folder, const char *name, const char *text)
{
    char path[100];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void assert_first(const struct folders *dirs, const struct symbol_options *o,
                         const char *name)
{
    struct perf_map_key key = {
        .pid = pid, .may_guess = true, .recording_folder = dirs->recording_folder};
    struct limits limits = limits_usual();
    struct perf_map_folders folders = {0};
    struct perf_map m;
    struct fault f = {0};

    assert_true(perf_map_load(&m, &folders, &key, o, &limits, &f));
    assert_str(m.names.n ? table_name(&m.names, m.names.symbols) : STR("none"), name);
    perf_map_free(&m);
    perf_map_folders_free(&folders);
}

static void the_folder_that_was_named_comes_first(void **state)
{
    const struct folders *f = *state;
    struct symbol_options o = {.files = true, .perf_map_dir = f->chosen};

    assert_first(f, &o, "none");
    put(f->temporary, "perf-4199999999.map", "1 1 of $TMPDIR\n");
    assert_first(f, &o, "none");
    o.temporary = f->temporary;
    assert_first(f, &o, "of $TMPDIR");
    put(f->recording_folder, "perf-4199999999.map", "1 1 beside\n");
    assert_first(f, &o, "beside");
    put(f->chosen, "perf-4199999999.map", "1 1 chosen\n");
    assert_first(f, &o, "chosen");
    o.files = false;
    assert_first(f, &o, "chosen");
    o.perf_map_dir = NULL;
    assert_first(f, &o, "none");
}

static void with_symfs_only_that_is_looked_into(void **state)
{
    const struct folders *f = *state;
    const char *folders[] = {"/nowhere", f->root};
    struct symbol_options o = {.files = true, .temporary = f->temporary};

    put(f->temporary, "perf-4199999999.map", "1 1 tmp\n");
    assert_first(f, &o, "tmp");
    o.symfs = folders;
    o.n_symfs = 1;
    assert_first(f, &o, "none");
    o.n_symfs = 2;
    assert_first(f, &o, "tmp");
}

static void an_only_map_of_number_1_is_taken_and_told(void **state)
{
    const struct folders *f = *state;
    struct symbol_options o = {.perf_map_dir = f->chosen};
    struct perf_map_key key = {.pid = pid, .may_guess = true};
    struct limits limits = limits_usual();
    struct perf_map_folders folders = {0};
    struct perf_map m;
    struct fault fault = {0};

    put(f->chosen, "perf-1.map", "1 1 inside\n");
    assert_first(f, &o, "inside");
    assert_true(perf_map_load(&m, &folders, &key, &o, &limits, &fault));
    assert_true(m.guessed);
    perf_map_free(&m);
    perf_map_folders_free(&folders);
    put(f->chosen, "perf-2.map", "1 1 another\n");
    assert_first(f, &o, "none");
}

static void only_regular_files_are_opened_and_links_where_chosen(void **state)
{
    const struct folders *f = *state;
    struct symbol_options o = {.files = true, .temporary = f->temporary};
    char path[100];

    put(f->recording_folder, "perf-2.map", "1 1 linked\n");
    snprintf(path, sizeof path, "%s/perf-4199999999.map", f->temporary);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_first(f, &o, "none");
    unlink(path);
    char target[100];
    snprintf(target, sizeof target, "%s/perf-2.map", f->recording_folder);
    assert_int_equal(symlink(target, path), 0);
    assert_first(f, &o, "none");
    o.perf_map_dir = f->temporary;
    assert_first(f, &o, "linked");
}

/* Others may have put a link there, or one more to a file that they may not read. */
static void beside_a_recording_where_others_write_only_own_files_are_taken(void **state)
{
    const struct folders *f = *state;
    struct symbol_options o = {.files = true};
    char path[100], other[100];

    snprintf(path, sizeof path, "%s/perf-4199999999.map", f->recording_folder);
    snprintf(other, sizeof other, "%s/perf-2.map", f->chosen);
    put(f->chosen, "perf-2.map", "1 1 forged\n");
    assert_int_equal(symlink(other, path), 0);
    assert_first(f, &o, "forged");
    assert_int_equal(chmod(f->recording_folder, 01777), 0);
    assert_first(f, &o, "none");
    unlink(path);
    assert_int_equal(link(other, path), 0);
    assert_first(f, &o, "none");
    unlink(path);
    put(f->recording_folder, "perf-4199999999.map", "1 1 own\n");
    assert_first(f, &o, "own");
    if (geteuid() == 0) {
        assert_int_equal(chown(path, 65534, 65534), 0);
        assert_first(f, &o, "none");
        assert_int_equal(chmod(f->recording_folder, 0700), 0);
        assert_first(f, &o, "own");
    }
}

static void too_many_entries_are_a_fault(void **state)
{
    const struct folders *f = *state;
    struct symbol_options o = {.perf_map_dir = f->chosen};
    struct perf_map_key key = {.pid = pid, .may_guess = true};
    struct limits limits = {.frames = 2, .line = 100};
    struct perf_map_folders folders = {0};
    struct perf_map m;
    struct fault fault = {0};

    put(f->chosen, "perf-4199999999.map", "1 1 a\n2 1 b\n3 1 c\n");
    assert_false(perf_map_load(&m, &folders, &key, &o, &limits, &fault));
    assert_non_null(strstr(fault.text, "perf-4199999999.map"));
    assert_int_equal(m.names.n, 3);
    perf_map_free(&m);
    perf_map_folders_free(&folders);
}

static void among_many_processes_the_one_with_a_map_gets_it(void **state)
{
    enum { OTHERS = 100, FEW = 16 /* are sought without a listing */ };
    const struct folders *f = *state;
    const char *symfs[] = {"/nowhere", f->root};
    const struct {
        const char *folder;
        struct symbol_options o;
    } places[] = {
        {f->chosen, {.perf_map_dir = f->chosen}},
        {f->recording_folder, {.files = true}},
        {f->temporary, {.files = true, .temporary = f->temporary}},
        {f->temporary, {.files = true, .symfs = symfs, .n_symfs = 2}},
    };
    struct limits limits = limits_usual();

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct perf_map_folders folders = {0};
        struct fault fault = {0};
        put(places[i].folder, "perf-4199999999.map", "1 1 here\n");
        for (uint32_t k = 0; k <= OTHERS; k++) {
            struct perf_map_key key = {
                .pid = pid - OTHERS + k, .may_live = true, .recording_folder = f->recording_folder};
            struct perf_map m;
            assert_true(perf_map_load(&m, &folders, &key, &places[i].o, &limits, &fault));
            assert_int_equal(m.names.n, key.pid == pid);
            assert_int_equal(perf_map_folders_are_settled(&folders), k >= FEW);
            perf_map_free(&m);
        }
        assert_true(perf_map_folders_lack(&folders, pid - 1));
        assert_false(perf_map_folders_lack(&folders, pid));
        perf_map_folders_free(&folders);
        remove_maps(places[i].folder);
    }
}

/* One folder may be listed while others were not asked yet. */
static void folders_settle_once_a_process_has_no_map(void **state)
{
    enum { ASKED = 40 };
    const struct folders *f = *state;
    const struct symbol_options o = {.files = true, .perf_map_dir = f->chosen};
    struct limits limits = limits_usual();
    struct perf_map_folders folders = {0};
    struct fault fault = {0};

    put(f->chosen, "perf-4199999999.map", "1 1 chosen\n");
    for (uint32_t k = 0; k < 2 * ASKED; k++) {
        struct perf_map_key key = {.pid = k < ASKED ? pid : pid - k};
        struct perf_map m;
        assert_true(perf_map_load(&m, &folders, &key, &o, &limits, &fault));
        assert_true(k >= ASKED || !perf_map_folders_are_settled(&folders));
        perf_map_free(&m);
    }
    assert_true(perf_map_folders_are_settled(&folders));
    perf_map_folders_free(&folders);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_folder_that_was_named_comes_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(with_symfs_only_that_is_looked_into, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_only_map_of_number_1_is_taken_and_told, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(only_regular_files_are_opened_and_links_where_chosen,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            beside_a_recording_where_others_write_only_own_files_are_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_many_entries_are_a_fault, set_up, tear_down),
        cmocka_unit_test_setup_teardown(folders_settle_once_a_process_has_no_map, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(among_many_processes_the_one_with_a_map_gets_it, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
