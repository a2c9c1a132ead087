/* app/options/symbol_folders: where names are sought. */
#include "app/options/symbol_folders.h"

#include "unit.h"

#include <stdlib.h>

static struct symbol_options folders_of(bool files, struct buf *cache)
{
    struct symbol_options o = {.files = files};

    symbol_folders_find(&o, cache);
    return o;
}

static void what_strangers_send_is_sought_nowhere(void **state)
{
    struct buf cache = {0};

    (void)state;
    assert_int_equal(setenv("PERF_BUILDID_DIR", "/var/cache/ids", 1), 0);
    assert_int_equal(setenv("TMPDIR", "/var/tmp", 1), 0);
    struct symbol_options o = folders_of(false, &cache);
    assert_true(!o.debug_cache && !o.temporary);
    buf_free(&cache);
}

static void the_cache_of_perf_lies_at_home(void **state)
{
    struct buf cache = {0};

    (void)state;
    assert_int_equal(setenv("HOME", "/home/x", 1), 0);
    assert_int_equal(unsetenv("PERF_BUILDID_DIR"), 0);
    assert_string_equal(folders_of(true, &cache).debug_cache, "/home/x/.debug");
    assert_int_equal(setenv("PERF_BUILDID_DIR", "/var/cache/ids", 1), 0);
    assert_string_equal(folders_of(true, &cache).debug_cache, "/var/cache/ids");
    assert_int_equal(setenv("PERF_BUILDID_DIR", "", 1), 0);
    assert_int_equal(setenv("HOME", "home", 1), 0);
    assert_null(folders_of(true, &cache).debug_cache);
    buf_free(&cache);
}

static void maps_lie_in_the_folder_of_temporary_files(void **state)
{
    struct buf cache = {0};

    (void)state;
    assert_int_equal(setenv("TMPDIR", "/var/tmp", 1), 0);
    assert_string_equal(folders_of(true, &cache).temporary, "/var/tmp");
    assert_int_equal(setenv("TMPDIR", "tmp", 1), 0);
    assert_null(folders_of(true, &cache).temporary);
    assert_int_equal(unsetenv("TMPDIR"), 0);
    assert_null(folders_of(true, &cache).temporary);
    buf_free(&cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_strangers_send_is_sought_nowhere),
        cmocka_unit_test(the_cache_of_perf_lies_at_home),
        cmocka_unit_test(maps_lie_in_the_folder_of_temporary_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
