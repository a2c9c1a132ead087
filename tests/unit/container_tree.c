/* record/group/container_tree: the control groups of containers below a root. */
#include "record/group/container_tree.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define HEX16 "0123456789abcdef"
#define FIRST "docker-" HEX16 HEX16 HEX16 HEX16 ".scope"
#define SECOND "docker-f" HEX16 HEX16 HEX16 "0123456789abcde.scope"

enum { PATH = 512 };

static char folder[] = "/tmp/container_tree.XXXXXX";

static void make_folder(const char *path)
{
    char whole[PATH];

    snprintf(whole, sizeof whole, "%s%s", folder, path);
    if (mkdir(whole, 0755) != 0 && errno != EEXIST)
        fail_msg("%s cannot be made", whole);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    make_folder("/root");
    make_folder("/root/sys");
    make_folder("/root/sys/fs");
    make_folder("/root/sys/fs/cgroup");
    make_folder("/root/sys/fs/cgroup/" FIRST);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const made[] = {
        "/link",
        "/root/sys/fs/cgroup/" SECOND,
        "/root/sys/fs/cgroup/" FIRST,
        "/root/sys/fs/cgroup",
        "/root/sys/fs",
        "/root/sys",
        "/root",
        "",
    };
    char whole[PATH];
    int wrong = 0;

    (void)state;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        snprintf(whole, sizeof whole, "%s%s", folder, made[i]);
        wrong |= remove(whole);
    }
    return wrong;
}

static void a_tree_is_walked_once_whatever_its_path(void **state)
{
    struct container_tree t = {.n = 0};
    char root[PATH];
    char link[PATH];

    (void)state;
    snprintf(root, sizeof root, "%s/root", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(symlink(root, link), 0);
    container_tree_read(&t, root);
    assert_int_equal(t.n, 1);
    make_folder("/root/sys/fs/cgroup/" SECOND);
    container_tree_read(&t, link);
    assert_int_equal(t.n, 1);
    container_tree_free(&t);
    container_tree_read(&t, link);
    assert_int_equal(t.n, 2);
    container_tree_free(&t);
}

static void a_root_without_groups_has_no_container(void **state)
{
    struct container_tree t = {.n = 0};

    (void)state;
    container_tree_read(&t, "/nonexistent");
    assert_int_equal(t.n, 0);
    container_tree_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_is_walked_once_whatever_its_path),
        cmocka_unit_test(a_root_without_groups_has_no_container),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
