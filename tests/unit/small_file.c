/* record/small_file: what others write is read up to a most. */
#include "record/small_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "unit.h"

static void make_file(char path[32], off_t size)
{
    memcpy(path, "/tmp/flame-small-XXXXXX", 24);
    const int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, size), 0);
    close(fd);
}

static void a_file_of_the_most_is_read_whole(void **state)
{
    struct buf text = {0};
    char path[32];

    (void)state;
    make_file(path, SMALL_FILE_MOST);
    assert_true(small_file_read(&text, "%s", path));
    assert_int_equal(text.n, SMALL_FILE_MOST);
    unlink(path);
    buf_free(&text);
}

static void of_a_larger_one_no_more_is_read(void **state)
{
    struct buf text = {0};
    char path[32];

    (void)state;
    make_file(path, (off_t)1 << 40);
    assert_false(small_file_read(&text, "%s", path));
    assert_int_equal(errno, EFBIG);
    assert_int_equal(text.n, SMALL_FILE_MOST);
    assert_true(text.room < 4 * (size_t)SMALL_FILE_MOST);
    assert_false(small_file_read_most(&text, 10, "%s", path));
    assert_int_equal(text.n, 10);
    unlink(path);
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_the_most_is_read_whole),
        cmocka_unit_test(of_a_larger_one_no_more_is_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
