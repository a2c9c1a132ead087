/* app/options/symbol_request: where names are sought. */
#include "app/options/symbol_request.h"

#include "unit.h"

#include <stdlib.h>

static struct symbol_options options_of(const struct symbol_request *r, struct buf *cache)
{
    struct symbol_options o;

    symbol_request_options(r, &o, cache);
    return o;
}

static void names_are_sought_where_the_user_says(void **state)
{
    const char *folders[] = {"/", "/tmp"};
    struct buf cache = {0};

    (void)state;
    struct symbol_options o = options_of(&(struct symbol_request){.symfs = {folders, 2, 2},
                                                                  .perf_map_dir = "/maps",
                                                                  .kallsyms = "names",
                                                                  .no_inlined = true},
                                         &cache);
    assert_int_equal(o.n_symfs, 2);
    assert_string_equal(o.symfs[0], "/");
    assert_string_equal(o.symfs[1], "/tmp");
    assert_string_equal(o.perf_map_dir, "/maps");
    assert_string_equal(o.kallsyms, "names");
    assert_true(o.files && o.no_inlined && !o.debuginfod);
    buf_free(&cache);
}

static void strangers_open_no_files(void **state)
{
    struct buf cache = {0};

    (void)state;
    assert_int_equal(setenv("PERF_BUILDID_DIR", "/var/cache/ids", 1), 0);
    assert_int_equal(setenv("TMPDIR", "/var/tmp", 1), 0);
    struct symbol_options o = options_of(&(struct symbol_request){.untrusted = true}, &cache);
    assert_true(!o.files && !o.debug_cache && !o.temporary);
    buf_free(&cache);
}

static void the_cache_of_perf_lies_at_home(void **state)
{
    const struct symbol_request nothing = {0};
    struct buf cache = {0};

    (void)state;
    assert_int_equal(setenv("HOME", "/home/x", 1), 0);
    assert_int_equal(unsetenv("PERF_BUILDID_DIR"), 0);
    assert_string_equal(options_of(&nothing, &cache).debug_cache, "/home/x/.debug");
    assert_int_equal(setenv("PERF_BUILDID_DIR", "/var/cache/ids", 1), 0);
    assert_string_equal(options_of(&nothing, &cache).debug_cache, "/var/cache/ids");
    assert_int_equal(setenv("PERF_BUILDID_DIR", "", 1), 0);
    assert_int_equal(setenv("HOME", "home", 1), 0);
    assert_null(options_of(&nothing, &cache).debug_cache);
    buf_free(&cache);
}

static void maps_lie_in_the_folder_of_temporary_files(void **state)
{
    const struct symbol_request nothing = {0};
    struct buf cache = {0};

    (void)state;
    assert_int_equal(setenv("TMPDIR", "/var/tmp", 1), 0);
    assert_string_equal(options_of(&nothing, &cache).temporary, "/var/tmp");
    assert_int_equal(setenv("TMPDIR", "tmp", 1), 0);
    assert_null(options_of(&nothing, &cache).temporary);
    assert_int_equal(unsetenv("TMPDIR"), 0);
    assert_null(options_of(&nothing, &cache).temporary);
    buf_free(&cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_sought_where_the_user_says),
        cmocka_unit_test(strangers_open_no_files),
        cmocka_unit_test(the_cache_of_perf_lies_at_home),
        cmocka_unit_test(maps_lie_in_the_folder_of_temporary_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
