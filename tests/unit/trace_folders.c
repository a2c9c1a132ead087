/* input/babeltrace: which folders are traces, and which files of an archive. */
#include "input/babeltrace/trace_folders.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/babeltrace/member.h"
#include "unit.h"

static const char *const folders[] = {"", "/b", "/b/index", "/a", "/a/c", "/.hidden", "/empty"};
static const char *const files[] = {"/b/metadata",   "/b/stream", "/b/index/x",
                                    "/a/c/metadata", "/other",    "/.hidden/metadata"};
enum { FOLDERS = sizeof folders / sizeof *folders, FILES = sizeof files / sizeof *files };

struct place {
    char folder[32];
};

static void make_path(char path[96], const struct place *place, const char *name)
{
    snprintf(path, 96, "%s%s", place->folder, name);
}

static int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    char path[96];

    if (!place)
        return -1;
    *state = place;
    memcpy(place->folder, "/tmp/flame-traces-XXXXXX", 25);
    if (!mkdtemp(place->folder))
        return -1;
    for (size_t i = 1; i < FOLDERS; i++) {
        make_path(path, place, folders[i]);
        if (mkdir(path, 0700) != 0)
            return -1;
    }
    for (size_t i = 0; i < FILES; i++) {
        make_path(path, place, files[i]);
        const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (fd < 0 || write(fd, "1234", 4) != 4)
            return -1;
        close(fd);
    }
    return 0;
}

static int remove_place(void **state)
{
    struct place *place = *state;
    char path[96];

    make_path(path, place, "/b/index/link");
    unlink(path);
    for (size_t i = 0; i < FILES; i++) {
        make_path(path, place, files[i]);
        unlink(path);
    }
    for (size_t i = FOLDERS; i-- > 0;) {
        make_path(path, place, folders[i]);
        rmdir(path);
    }
    free(place);
    return 0;
}

static void test_found(void **state)
{
    const struct place *place = *state;
    struct trace_folders t;
    struct fault f = {0};
    char path[96];
    char want[192];

    assert_true(trace_folders_find(&t, place->folder, &f));
    assert_int_equal(t.n, 2);
    assert_int_equal(t.bytes, 4 * 4); /* not the one that is beside them */
    const int n = snprintf(want, sizeof want, "%s/a/c%c%s/b", place->folder, 0, place->folder);
    assert_int_equal(t.paths.n, n + 1);
    assert_memory_equal(t.paths.p, want, t.paths.n);
    trace_folders_free(&t);
    make_path(path, place, "/empty");
    assert_false(trace_folders_any(path));
    assert_false(trace_folders_find(&t, path, &f));
    assert_non_null(strstr(f.text, "/empty: holds no file \"metadata\""));
    trace_folders_free(&t);
    assert_true(trace_folders_any(place->folder));
    assert_int_equal(trace_folders_count(place->folder, "a"), 1);
    assert_int_equal(trace_folders_count(place->folder, "none"), 0);
}

/* A folder of sources has files of its own, and perhaps a trace for its tests. */
static void test_sources(void **state)
{
    const struct place *place = *state;
    struct trace_folders t;
    struct fault f = {0};
    char path[96];
    char other[96];

    make_path(path, place, "/b/metadata");
    assert_int_equal(unlink(path), 0);
    assert_false(trace_folders_any(place->folder)); /* the other is two folders below */
    assert_true(trace_folders_find(&t, place->folder, &f));
    assert_int_equal(t.n, 1);
    trace_folders_free(&t);
    make_path(path, place, "/a");
    assert_true(trace_folders_any(path));
    make_path(path, place, "/other");
    make_path(other, place, "/b/other");
    assert_int_equal(rename(path, other), 0);
    assert_true(trace_folders_any(place->folder));
    assert_int_equal(rename(other, path), 0);
}

static void test_links(void **state)
{
    const struct place *place = *state;
    struct trace_folders t;
    struct fault f = {0};
    char path[96];

    make_path(path, place, "/b/index/link");
    assert_int_equal(symlink("/etc/passwd", path), 0);
    assert_false(trace_folders_find(&t, place->folder, &f));
    assert_non_null(strstr(f.text, "/b/index/link: is a link or no file"));
    trace_folders_free(&t);
}

static void test_members(void **state)
{
    static const char *const unsafe[] = {"",     "/a",   "a/",  "a//b",    "..",
                                         "../a", "a/..", "./a", "a/./b/c", "/"};
    struct str below;

    (void)state;
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        assert_false(member_is_safe(str_of(unsafe[i])));
    assert_false(member_is_safe((struct str){"a\0b", 3}));
    assert_true(member_is_safe(STR("ust/uid/..0/64-bit/a b")));
    assert_true(member_of_trace(STR("w.trace/lttngTrace/ust/metadata"), &below));
    assert_true(str_equal(below, STR("ust/metadata")));
    assert_true(member_of_trace(STR("xlttngTrace/lttngTrace/a"), &below));
    assert_true(str_equal(below, STR("a")));
    assert_false(member_of_trace(STR("xlttngTrace/a"), &below));
    assert_false(member_of_trace(STR("lttngTrace/a/"), &below));
    assert_true(member_is_metadata(STR("metadata")) && member_is_metadata(STR("a/metadata")));
    assert_false(member_is_metadata(STR("a/metadata2")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_found, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_sources, make_place, remove_place),
        cmocka_unit_test_setup_teardown(test_links, make_place, remove_place),
        cmocka_unit_test(test_members),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
