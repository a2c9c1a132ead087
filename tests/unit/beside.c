/* base/beside: what lies beside a recording is trusted by who can write there. */
#include "base/beside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

enum { ROOM = 64, BELOW = ROOM + 8, OTHER = 65534 };

/* The folder of a recording with a folder in it, and a file that others might want to be read. */
struct place {
    char folder[ROOM], below[BELOW], kept[ROOM], secret[BELOW];
};

static const char *const names[] = {"own", "link", "second", "fifo", "theirs"};

static void put(const char *path)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
}

static void fill(const struct place *p, const char *folder)
{
    char path[2 * ROOM];

    snprintf(path, sizeof path, "%s/own", folder);
    put(path);
    snprintf(path, sizeof path, "%s/link", folder);
    assert_int_equal(symlink(p->secret, path), 0);
    snprintf(path, sizeof path, "%s/second", folder);
    assert_int_equal(link(p->secret, path), 0);
    snprintf(path, sizeof path, "%s/fifo", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(path, sizeof path, "%s/theirs", folder);
    put(path);
    if (geteuid() == 0)
        assert_int_equal(chown(path, OTHER, OTHER), 0);
}

static int set_up(void **state)
{
    struct place *p = test_calloc(1, sizeof *p);

    *state = p;
    snprintf(p->folder, sizeof p->folder, "/tmp/flame-test-XXXXXX");
    snprintf(p->kept, sizeof p->kept, "/tmp/flame-test-XXXXXX");
    if (!mkdtemp(p->folder) || !mkdtemp(p->kept))
        return 1;
    snprintf(p->secret, sizeof p->secret, "%s/secret", p->kept);
    snprintf(p->below, sizeof p->below, "%s/below", p->folder);
    put(p->secret);
    if (mkdir(p->below, 0700) != 0)
        return 1;
    fill(p, p->folder);
    fill(p, p->below);
    return 0;
}

static int tear_down(void **state)
{
    struct place *p = *state;
    char path[2 * ROOM];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", p->folder, names[i]);
        unlink(path);
        snprintf(path, sizeof path, "%s/%s", p->below, names[i]);
        unlink(path);
    }
    unlink(p->below); /* a link in one test */
    unlink(p->secret);
    int failed = (rmdir(p->below) != 0 && errno != ENOENT) | rmdir(p->folder) | rmdir(p->kept);
    test_free(p);
    return failed;
}

/* 0: it was opened. */
static int error_of(int fd)
{
    const int error = fd < 0 ? errno : 0;

    if (fd >= 0)
        close(fd);
    return error;
}

static void assert_beside(const struct place *p, const char *below, bool is_trusted)
{
    const int theirs = is_trusted || geteuid() != 0 ? 0 : EPERM;

    assert_int_equal(error_of(beside_open(p->folder, below, "own")), 0);
    assert_int_equal(error_of(beside_open(p->folder, below, "link")), is_trusted ? 0 : EPERM);
    assert_int_equal(error_of(beside_open(p->folder, below, "second")), is_trusted ? 0 : EPERM);
    assert_int_equal(error_of(beside_open(p->folder, below, "theirs")), theirs);
    assert_int_equal(error_of(beside_open(p->folder, below, "fifo")), EACCES);
    assert_int_equal(error_of(beside_open(p->folder, below, "none")), ENOENT);
}

static void a_path_is_its_folder_and_name(void **state)
{
    const struct place *p = *state;
    char path[2 * ROOM];

    snprintf(path, sizeof path, "%s/link", p->folder);
    assert_int_equal(error_of(beside_open_path(path)), 0);
    assert_int_equal(chmod(p->folder, 01777), 0);
    assert_int_equal(error_of(beside_open_path(path)), EPERM);
    assert_int_equal(error_of(beside_open_own(path)), EPERM);
    snprintf(path, sizeof path, "%s/own", p->folder);
    assert_int_equal(error_of(beside_open_path(path)), 0);
    assert_int_equal(error_of(beside_open_own(path)), 0);
}

static void where_only_we_can_write_it_may_be_anything(void **state)
{
    const struct place *p = *state;

    assert_beside(p, "", true);
    assert_beside(p, "below", true);
    assert_int_equal(error_of(beside_open("/nowhere", "", "own")), ENOENT);
    assert_int_equal(error_of(beside_open(p->folder, "nowhere", "own")), ENOENT);
}

static void where_others_can_write_it_must_be_our_own(void **state)
{
    static const mode_t modes[] = {01777, 0770, 0702};
    const struct place *p = *state;

    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_int_equal(chmod(p->folder, modes[i]), 0);
        assert_beside(p, "", false);
        assert_beside(p, "below", false);
    }
    assert_int_equal(chmod(p->folder, 0755), 0);
    assert_beside(p, "", true);
    assert_int_equal(chmod(p->below, 01777), 0);
    assert_beside(p, "below", false);
    if (geteuid() == 0) {
        assert_int_equal(chown(p->folder, OTHER, OTHER), 0);
        assert_beside(p, "", false);
    }
}

static void a_folder_there_may_be_no_link_either(void **state)
{
    const struct place *p = *state;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[2 * ROOM];
        snprintf(path, sizeof path, "%s/%s", p->below, names[i]);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(p->below), 0);
    assert_int_equal(symlink(p->kept, p->below), 0);
    assert_int_equal(error_of(beside_open(p->folder, "below", "secret")), 0);
    assert_int_equal(chmod(p->folder, 01777), 0);
    assert_int_equal(error_of(beside_open(p->folder, "below", "secret")), EPERM);
}

static void nothing_leads_out_of_the_folder_of_debug_files(void **state)
{
    const struct place *p = *state;
    struct folder folder = folder_open(p->folder);

    assert_int_equal(error_of(beside_open_in(&folder, "own")), 0);
    assert_int_equal(error_of(beside_open_in(&folder, "second")), 0);
    assert_int_equal(error_of(beside_open_in(&folder, "link")), ENOENT);
    assert_int_equal(chmod(p->folder, 01777), 0);
    assert_int_equal(error_of(beside_open_in(&folder, "own")), 0);
    assert_int_equal(error_of(beside_open_in(&folder, "below/own")), 0);
    assert_int_equal(error_of(beside_open_in(&folder, "second")), EPERM);
    assert_int_equal(error_of(beside_open_in(&folder, "link")), EPERM);
    assert_int_equal(error_of(beside_open_in(&folder, "none")), ENOENT);
    folder_close(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_path_is_its_folder_and_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(where_only_we_can_write_it_may_be_anything, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(where_others_can_write_it_must_be_our_own, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_folder_there_may_be_no_link_either, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_leads_out_of_the_folder_of_debug_files, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
