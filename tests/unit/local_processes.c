/* input/perf_data/local_processes: whether processes of a recording may live. */
#include "input/perf_data/local_processes.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "unit.h"

/* A recording of that machine, whose file was changed so many seconds after 1970; NULL: it came
 * through a pipe. */
static bool may_live(const char *hostname, const char *path, time_t changed)
{
    struct reading r = {.path = path};
    struct recording rec = {.r = &r};
    const struct timespec times[] = {{changed, 0}, {changed, 0}};
    struct fault f = {0};
    bool may = false;

    if (path)
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    names_init(&rec.names);
    if (hostname)
        rec.hostname = names_add(&rec.names, str_of(hostname));
    assert_true(local_processes_may_live(&rec, &may, &f));
    names_free(&rec.names);
    return may;
}

static void only_what_was_recorded_here_since_the_machine_started_may_live(void **state)
{
    char path[] = "/tmp/flame-test-XXXXXX";
    char here[256] = "";

    (void)state;
    assert_int_equal(gethostname(here, sizeof here - 1), 0);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_true(may_live(here, path, time(NULL)));
    assert_false(may_live(here, path, 1000));
    assert_true(may_live(here, NULL, 0));
    assert_false(may_live("another machine", path, time(NULL)));
    assert_false(may_live("another machine", NULL, 0));
    assert_false(may_live(NULL, NULL, 0));
    close(fd);
    unlink(path);
    struct reading gone = {.path = path};
    struct recording rec = {.r = &gone};
    struct fault f = {0};
    bool may = true;
    names_init(&rec.names);
    rec.hostname = names_add(&rec.names, str_of(here));
    assert_true(local_processes_may_live(&rec, &may, &f));
    assert_false(may);
    names_free(&rec.names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_was_recorded_here_since_the_machine_started_may_live),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
