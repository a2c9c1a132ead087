/* symbol/jitdump_file: where the dump of a process's code lies. */
#include "symbol/jitdump_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

/* One function at 0x1000, 16 bytes long. */
static const char dump[] = "DTiJ\1\0\0\0\50\0\0\0\76\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0"
                           "\0\0\0\0\0\0\0\0"
                           "\0\0\0\0\112\0\0\0\1\0\0\0\0\0\0\0" /* load, 74 bytes */
                           "\1\0\0\0\1\0\0\0"
                           "\0\20\0\0\0\0\0\0"
                           "\0\20\0\0\0\0\0\0"
                           "\20\0\0\0\0\0\0\0"
                           "\1\0\0\0\0\0\0\0"
                           "f\0ABCDEFGHIJKLMNOP";

static int set_up(void **state)
{
    char *folder = test_calloc(64, 1);

    snprintf(folder, 64, "/tmp/flame-test-XXXXXX");
    *state = folder;
    return mkdtemp(folder) ? 0 : 1;
}

static int tear_down(void **state)
{
    char *folder = *state;
    char path[100];

    snprintf(path, sizeof path, "%s/jit-1.dump", folder);
    unlink(path);
    int failed = rmdir(folder);
    test_free(folder);
    return failed;
}

/* Whether the dump is found under the path. */
static bool finds(const char *path, const struct perf_map_key *key, const struct symbol_options *o)
{
    struct limits limits = limits_usual();
    struct jitdump_file j;
    struct fault f = {0};

    assert_true(jitdump_file_load(&j, str_of(path), key, o, &limits, &f));
    const struct jitdump_code *c = jitdump_find(&j.dump, 0x1008, UINT64_MAX);
    if (c)
        assert_str(jitdump_name(&j.dump, c), "f");
    assert_true((c != NULL) == (j.path.n > 0));
    jitdump_file_free(&j);
    return c != NULL;
}

static void a_dump_is_sought_only_where_it_may_be(void **state)
{
    const char *folder = *state;
    const char *symfs[] = {folder};
    struct perf_map_key nowhere = {.pid = 1};
    struct perf_map_key recording_folder = {.pid = 1, .recording_folder = folder};
    struct symbol_options none = {0};
    struct symbol_options files = {.files = true};
    struct symbol_options named = {.perf_map_dir = folder};
    struct symbol_options below = {.files = true, .symfs = symfs, .n_symfs = 1};
    char path[100];

    snprintf(path, sizeof path, "%s/jit-1.dump", folder);
    FILE *out = fopen(path, "w");
    assert_int_equal(fwrite(dump, 1, sizeof dump - 1, out), sizeof dump - 1);
    fclose(out);
    assert_true(finds(path, &nowhere, &files));
    assert_false(finds(path, &nowhere, &none));
    assert_false(finds(path, &nowhere, &below));
    assert_false(finds("/x/jit-1.dump", &nowhere, &files));
    assert_true(finds("/x/jit-1.dump", &recording_folder, &files));
    assert_false(finds("/x/jit-1.dump", &recording_folder, &none));
    assert_true(finds("/x/jit-1.dump", &nowhere, &named));
    assert_true(finds("/jit-1.dump", &nowhere, &below));
    assert_false(finds("/x/../jit-1.dump", &nowhere, &below));
    assert_false(finds("/jit-1.dump.so", &nowhere, &below));
}

/* In a folder where everybody can write. */
static void claim_refused(const char *folder, const char *named, const struct perf_map_key *key)
{
    const struct symbol_options files = {.files = true};
    struct limits limits = limits_usual();
    struct jitdump_file j;
    struct fault f = {0};
    char path[100];

    snprintf(path, sizeof path, "%s/jit-1.dump", folder);
    assert_true(jitdump_file_load(&j, str_of(named ? named : path), key, &files, &limits, &f));
    assert_int_equal(j.path.n, 0);
    assert_string_equal(j.refused.p, path);
    jitdump_file_free(&j);
}

static void put_link(const char *folder)
{
    char path[100];

    snprintf(path, sizeof path, "%s/jit-1.dump", folder);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    assert_int_equal(chmod(folder, 01777), 0);
}

static void one_that_others_may_have_put_beside_the_recording_is_told(void **state)
{
    const struct perf_map_key key = {.pid = 1, .recording_folder = *state};

    put_link(*state);
    claim_refused(*state, "/x/jit-1.dump", &key);
}

static void one_that_others_may_have_put_where_the_process_had_its_own_is_told(void **state)
{
    const struct perf_map_key nowhere = {.pid = 1};

    put_link(*state);
    claim_refused(*state, NULL, &nowhere);
}

static void put_dump(const char *path)
{
    FILE *out = fopen(path, "w");

    assert_int_equal(fwrite(dump, 1, sizeof dump - 1, out), sizeof dump - 1);
    fclose(out);
}

/* Not in one that he made where everybody can write: the recorded process had another there. */
static void the_dump_of_another_user_is_read_in_a_folder_of_that_user_alone(void **state)
{
    const struct perf_map_key nowhere = {.pid = 1};
    const struct symbol_options files = {.files = true};
    const char *folder = *state;
    char home[100];
    char path[120];

    if (getuid() != 0)
        skip();
    snprintf(home, sizeof home, "%s/home", folder);
    snprintf(path, sizeof path, "%s/jit-1.dump", home);
    assert_int_equal(mkdir(home, 0755), 0);
    put_dump(path);
    assert_int_equal(chown(path, 4711, 4711) | chown(home, 4711, 4711), 0);
    assert_true(finds(path, &nowhere, &files));
    assert_int_equal(chmod(home, 0775), 0); /* a group of his may write */
    assert_true(finds(path, &nowhere, &files));
    assert_int_equal(chown(path, 4712, 4712), 0);
    claim_refused(home, NULL, &nowhere);
    assert_int_equal(chown(path, 4711, 4711) | chmod(folder, 01777), 0);
    claim_refused(home, NULL, &nowhere);
    unlink(path);
    rmdir(home);
}

static void a_link_of_another_user_leads_nowhere_on_the_way(void **state)
{
    const struct perf_map_key nowhere = {.pid = 1};
    const struct symbol_options files = {.files = true};
    const char *folder = *state;
    char home[100];
    char link[100];
    char path[120];

    if (getuid() != 0)
        skip();
    snprintf(home, sizeof home, "%s/home", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    snprintf(path, sizeof path, "%s/jit-1.dump", home);
    assert_int_equal(mkdir(home, 0755) | symlink(home, link) | chmod(folder, 01777), 0);
    put_dump(path);
    snprintf(path, sizeof path, "%s/jit-1.dump", link);
    assert_true(finds(path, &nowhere, &files)); /* of root */
    snprintf(path, sizeof path, "%s/jit-1.dump", home);
    assert_int_equal(lchown(link, 4711, 4711), 0);
    claim_refused(link, NULL, &nowhere);
    unlink(path);
    unlink(link);
    rmdir(home);
}

static void a_link_leads_to_no_file_that_others_put_there(void **state)
{
    const struct perf_map_key nowhere = {.pid = 1};
    const struct symbol_options files = {.files = true};
    const char *folder = *state;
    char home[100];
    char shared[100];
    char path[120];
    char link[120];

    if (getuid() != 0)
        skip();
    snprintf(home, sizeof home, "%s/home", folder);
    snprintf(shared, sizeof shared, "%s/shared", folder);
    snprintf(path, sizeof path, "%s/jit-1.dump", shared);
    snprintf(link, sizeof link, "%s/jit-1.dump", home);
    assert_int_equal(mkdir(home, 0755) | mkdir(shared, 0755) | chmod(shared, 01777), 0);
    put_dump(path);
    assert_int_equal(symlink(path, link) | chown(home, 4711, 4711) | lchown(link, 4711, 4711), 0);
    assert_true(finds(link, &nowhere, &files)); /* of root */
    assert_int_equal(chown(path, 4712, 4712), 0);
    claim_refused(home, NULL, &nowhere);
    assert_int_equal(unlink(link) | symlink("jit-1.dump", link), 0);
    assert_false(finds(link, &nowhere, &files)); /* to itself */
    unlink(path);
    unlink(link);
    rmdir(shared);
    rmdir(home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_dump_is_sought_only_where_it_may_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_that_others_may_have_put_beside_the_recording_is_told,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            one_that_others_may_have_put_where_the_process_had_its_own_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            the_dump_of_another_user_is_read_in_a_folder_of_that_user_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_link_of_another_user_leads_nowhere_on_the_way, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_link_leads_to_no_file_that_others_put_there, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
