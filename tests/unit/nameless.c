/* base/nameless: files that have no name until they are kept. */
#include "base/nameless.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

/* A folder of its own for each test. */
struct place {
    char path[32];
    int fd;
};

static int make_place(void **state)
{
    struct place *p = calloc(1, sizeof *p);

    if (!p)
        return -1;
    snprintf(p->path, sizeof p->path, "/tmp/nameless-XXXXXX");
    if (!mkdtemp(p->path))
        return -1;
    p->fd = open(p->path, O_RDONLY | O_DIRECTORY);
    *state = p;
    return p->fd < 0;
}

static int remove_place(void **state)
{
    struct place *p = *state;

    unlinkat(p->fd, "a", 0);
    close(p->fd);
    rmdir(p->path);
    free(p);
    return 0;
}

static size_t names_in(const struct place *p)
{
    DIR *d = opendir(p->path);
    size_t n = 0;

    for (const struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        n += e->d_name[0] != '.' || strlen(e->d_name) > 2;
    if (d)
        closedir(d);
    return n;
}

/* What the file called "a" holds. */
static void assert_holds(const struct place *p, const char *text)
{
    char got[16] = "";
    const int fd = openat(p->fd, "a", O_RDONLY);

    assert_true(fd >= 0);
    assert_int_equal(read(fd, got, sizeof got - 1), strlen(text));
    assert_string_equal(got, text);
    close(fd);
}

static int create_with(const struct place *p, const char *text)
{
    const int fd = nameless_create(p->fd);

    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, text, strlen(text), 0), strlen(text));
    return fd;
}

static void has_no_name_until_it_is_kept(void **state)
{
    const struct place *p = *state;
    struct stat status;
    int fd = create_with(p, "one");

    assert_int_equal(names_in(p), 0);
    assert_true(nameless_keep(&fd, p->fd, "a", false));
    assert_int_equal(names_in(p), 1);
    assert_holds(p, "one");
    assert_int_equal(fstat(fd, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    close(fd);
}

static void replaces_only_when_told_to(void **state)
{
    const struct place *p = *state;
    int one = create_with(p, "one");
    int two = create_with(p, "two");

    assert_true(nameless_keep(&one, p->fd, "a", false));
    assert_false(nameless_keep(&two, p->fd, "a", false));
    assert_int_equal(errno, EEXIST);
    assert_holds(p, "one");
    assert_true(nameless_keep(&two, p->fd, "a", true));
    assert_holds(p, "two");
    assert_int_equal(names_in(p), 1);
    close(one);
    close(two);
}

/* As where a file system has no O_TMPFILE: what was removed cannot be linked. */
static void is_copied_where_it_cannot_be_linked(void **state)
{
    const struct place *p = *state;

    for (int replaces = 0; replaces < 2; replaces++) {
        int fd = openat(p->fd, "a", O_RDWR | O_CREAT | O_EXCL, 0600);
        assert_true(fd >= 0);
        assert_int_equal(unlinkat(p->fd, "a", 0), 0);
        assert_int_equal(pwrite(fd, "copy", 4, 0), 4);
        assert_true(nameless_keep(&fd, p->fd, "a", replaces));
        assert_holds(p, "copy");
        assert_int_equal(pwrite(fd, "more", 4, 0), 4);
        assert_holds(p, "more");
        assert_int_equal(names_in(p), 1);
        close(fd);
        unlinkat(p->fd, "a", 0);
    }
}

static void a_link_is_not_followed(void **state)
{
    const struct place *p = *state;
    int fd = create_with(p, "one");

    assert_int_equal(symlinkat("/dev/null", p->fd, "a"), 0);
    assert_false(nameless_keep(&fd, p->fd, "a", false));
    assert_int_equal(errno, EEXIST);
    assert_true(nameless_keep(&fd, p->fd, "a", true));
    assert_holds(p, "one");
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(has_no_name_until_it_is_kept, make_place, remove_place),
        cmocka_unit_test_setup_teardown(replaces_only_when_told_to, make_place, remove_place),
        cmocka_unit_test_setup_teardown(is_copied_where_it_cannot_be_linked, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(a_link_is_not_followed, make_place, remove_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
