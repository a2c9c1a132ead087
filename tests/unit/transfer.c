/* base/transfer: writing all bytes, in order or at a place. */
#include "base/transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

static int open_new(void)
{
    char path[] = "/tmp/transfer-XXXXXX";
    const int fd = mkstemp(path);

    assert_true(fd >= 0);
    unlink(path);
    return fd;
}

static void bytes_at_a_place_leave_the_position(void **state)
{
    char bytes[8] = {0};
    const int fd = open_new();

    (void)state;
    assert_true(transfer_write(fd, STR("one")));
    assert_true(transfer_write_at(fd, STR("two"), 4));
    assert_true(transfer_write(fd, STR("-")));
    assert_int_equal(pread(fd, bytes, sizeof bytes, 0), 7);
    assert_memory_equal(bytes, "one-two", 7);
    close(fd);
}

static void nothing_is_written_of_no_bytes(void **state)
{
    (void)state;
    assert_true(transfer_write(-1, STR("")));
    assert_true(transfer_write_at(-1, STR(""), 1));
}

static void a_failure_has_its_reason(void **state)
{
    const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);

    (void)state;
    assert_false(transfer_write(-1, STR("a")));
    assert_int_equal(errno, EBADF);
    assert_false(transfer_write_at(-1, STR("a"), 1));
    assert_int_equal(errno, EBADF);
    if (full < 0)
        return;
    assert_false(transfer_write(full, STR("a")));
    assert_int_equal(errno, ENOSPC);
    close(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_at_a_place_leave_the_position),
        cmocka_unit_test(nothing_is_written_of_no_bytes),
        cmocka_unit_test(a_failure_has_its_reason),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
