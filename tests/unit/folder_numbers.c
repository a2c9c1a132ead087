/* symbol/folder_numbers: which numbers the names in a folder have. */
#include "symbol/folder_numbers.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "unit.h"

enum { MORE_THAN_A_FEW = 50 };

static const char *const names[] = {"perf-7.map", "perf-4711.map", "perf-.map",  "perf-9.mapp",
                                    "jit-9.dump", "perf-8x.map",   "xperf-9.map"};

static int set_up(void **state)
{
    char *folder = test_calloc(1, 64);
    char path[100];

    snprintf(folder, 64, "/tmp/flame-test-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    *state = folder;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    }
    return 0;
}

static int tear_down(void **state)
{
    char path[100];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", (char *)*state, names[i]);
        unlink(path);
    }
    int failed = rmdir(*state);
    test_free(*state);
    return failed;
}

static bool may_hold(struct folder_numbers *f, const char *folder, uint64_t number)
{
    return folder_may_hold(f, folder, "perf-", number, ".map");
}

static void ask_for_more_than_a_few(struct folder_numbers *f, const char *folder)
{
    for (unsigned i = 0; i < MORE_THAN_A_FEW; i++)
        (void)may_hold(f, folder, 100000 + i);
}

static void the_first_that_are_asked_for_may_be_there(void **state)
{
    struct folder_numbers f = {0};

    assert_true(may_hold(&f, *state, 5));
    assert_false(folder_lacks(&f, 5));
    folder_numbers_free(&f);
}

static void of_many_those_that_are_there_are_known(void **state)
{
    struct folder_numbers f = {0};

    ask_for_more_than_a_few(&f, *state);
    assert_true(may_hold(&f, *state, 7));
    assert_true(may_hold(&f, *state, 4711));
    for (uint64_t other = 0; other < 20; other++)
        assert_int_equal(may_hold(&f, *state, other), other == 7);
    assert_false(may_hold(&f, *state, UINT64_MAX));
    assert_true(folder_lacks(&f, 8));
    assert_false(folder_lacks(&f, 7));
    folder_numbers_free(&f);
}

static void living_processes_are_known_by_their_numbers(void **state)
{
    struct folder_numbers f = {0};

    (void)state;
    for (unsigned i = 0; i < MORE_THAN_A_FEW; i++)
        (void)folder_may_hold(&f, "/proc", "", 4199999999, "");
    assert_true(folder_may_hold(&f, "/proc", "", (uint64_t)getpid(), ""));
    assert_false(folder_may_hold(&f, "/proc", "", 4199999999, ""));
    folder_numbers_free(&f);
}

static void a_folder_that_cannot_be_listed_may_hold_any(void **state)
{
    char folder[5000];
    struct folder_numbers f = {0};

    (void)state;
    memset(folder, 'x', sizeof folder - 1);
    folder[sizeof folder - 1] = '\0';
    ask_for_more_than_a_few(&f, folder);
    assert_true(may_hold(&f, folder, 7));
    assert_false(folder_lacks(&f, 7));
    folder_numbers_free(&f);
}

static void a_folder_that_is_missing_holds_none(void **state)
{
    struct folder_numbers f = {0};

    (void)state;
    ask_for_more_than_a_few(&f, "/nowhere");
    assert_false(may_hold(&f, "/nowhere", 7));
    folder_numbers_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_first_that_are_asked_for_may_be_there, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(of_many_those_that_are_there_are_known, set_up, tear_down),
        cmocka_unit_test(living_processes_are_known_by_their_numbers),
        cmocka_unit_test(a_folder_that_cannot_be_listed_may_hold_any),
        cmocka_unit_test(a_folder_that_is_missing_holds_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
