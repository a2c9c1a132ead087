/* record/sleep/syscall_place: where a thread waits, seen from outside. */
#include "record/sleep/syscall_place.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "unit.h"

enum { MOST = 32768, MARK = 0x5a, MARKED = 600 };

static void lines_of_waits_are_read(void **state)
{
    struct syscall_place p = {.n = 0};

    (void)state;
    assert_true(syscall_place_read(
        STR("230 0x0 0x0 0x7ffcce199180 0x7ffcce1991c0 0x0 0x0 0x7ffcce199168 0x7f273a6a8503"),
        &p));
    assert_true(p.stack == 0x7ffcce199168 && p.instruction == 0x7f273a6a8503);
    assert_true(syscall_place_read(STR("-1 0x7ffcce199170 0x401000"), &p)); /* in no call */
    assert_true(p.stack == 0x7ffcce199170 && p.instruction == 0x401000);
}

static void lines_of_others_are_not(void **state)
{
    static const char *const lines[] = {"",
                                        "running",
                                        "0x1 0x2",
                                        "1 0x2 running",
                                        "1 0x2 0x3g",
                                        "1 0x0 0x3",
                                        "1 0x10000000000000000 0x3"};
    struct syscall_place p;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_false(syscall_place_read(str_of(lines[i]), &p));
}

/* Waits for a byte, with a mark on its stack; ends with 0 if nothing came between. */
static _Noreturn UNIT_ON_STACK void wait_for(int fd)
{
    volatile unsigned char mark[MARKED];
    char byte;

    for (size_t i = 0; i < sizeof mark; i++)
        mark[i] = MARK;
    const bool ok = read(fd, &byte, 1) == 1 && mark[MARKED - 1] == MARK;
    _exit(ok ? 0 : 1);
}

static size_t longest_mark(const unsigned char *bytes, size_t n)
{
    size_t longest = 0;
    size_t length = 0;

    for (size_t i = 0; i < n; i++) {
        length = bytes[i] == MARK ? length + 1 : 0;
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void a_wait_is_found_and_not_disturbed(void **state)
{
    const bool can =
        access("/proc/self/syscall", R_OK) == 0 && access("/proc/self/schedstat", R_OK) == 0;
    unsigned char *stack;
    struct syscall_place p;
    int fds[2], status;

    (void)state;
    if (!can)
        skip(); /* the kernel has no such files */
    stack = malloc(MOST);
    assert_non_null(stack);
    assert_int_equal(pipe(fds), 0);
    const uint64_t before = clock_now_ns();
    const pid_t child = fork();
    if (child == 0)
        wait_for(fds[0]);
    while (!syscall_place_find(&p, (uint32_t)child, (uint32_t)child, stack, MOST) ||
           longest_mark(stack, p.n) < MARKED)
        ; /* until it waits where it is to */
    assert_true(p.time_ns > before && p.time_ns <= clock_now_ns());
    assert_true(p.n > MARKED && p.n <= MOST && p.n % 8 == 0);
    assert_true(p.stack && p.instruction);
    assert_int_equal(write(fds[1], "x", 1), 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_false(syscall_place_find(&p, (uint32_t)child, (uint32_t)child, stack, MOST));
    close(fds[0]);
    close(fds[1]);
    free(stack);
}

static void what_runs_is_nowhere(void **state)
{
    const uint32_t self = (uint32_t)getpid();
    unsigned char stack[64];
    struct syscall_place p;

    (void)state;
    assert_false(syscall_place_find(&p, self, 0, stack, sizeof stack));
    const pid_t child = fork();
    if (child == 0)
        for (;;)
            ;
    for (int i = 0; i < 50; i++)
        assert_false(syscall_place_find(&p, (uint32_t)child, (uint32_t)child, stack, sizeof stack));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_waits_are_read),
        cmocka_unit_test(lines_of_others_are_not),
        cmocka_unit_test(a_wait_is_found_and_not_disturbed),
        cmocka_unit_test(what_runs_is_nowhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
