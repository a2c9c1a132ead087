/* base/process/library: functions of a library that is loaded when it is first used. */
#include "base/process/library.h"

#include "unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef FLAME_LOADS_ZLIB

#include "base/unpack/libz.h"

static void functions_are_there_once_they_are_loaded(void **state)
{
    (void)state;
    assert_null(libz.inflate);
    libz_load();
    libz_load();
    assert_int_equal(libz.crc32_z(0, (const unsigned char *)"123456789", 9), 0xcbf43926);
}

/* Runs in a child, and tells how it ends. */
static int status_of(void (*run)(void))
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0) {
        signal(SIGSEGV, SIG_DFL); /* cmocka would go on with the next test */
        close(STDERR_FILENO);
        run();
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void change(void)
{
    libz.inflate = NULL;
}

static void nothing_changes_them_afterwards(void **state)
{
    (void)state;
    libz_load();
    assert_int_not_equal(status_of(change), 0);
}

static void load_what_is_missing(void)
{
    static const char *const names[] = {"f"};
    LIBRARY_TABLE static void *functions[1];

    library_load("libflame-is-not-there.so.1", names, 1, functions);
}

static void a_library_that_is_missing_ends_the_program(void **state)
{
    (void)state;
    int status = status_of(load_what_is_missing);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_there_once_they_are_loaded),
        cmocka_unit_test(nothing_changes_them_afterwards),
        cmocka_unit_test(a_library_that_is_missing_ends_the_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 0;
}

#endif
