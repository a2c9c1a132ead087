/* base/folder and the sinks that write below a folder: nothing planted there leads out of it. */
#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sink.h"
#include "unit.h"

enum { OTHER = 65534 }; /* another user */

/* A folder of its own for each test, with the folders "ours" and "theirs". */
struct place {
    char folder[32];
    char ours[48];
};

static void make_path(char path[96], const struct place *place, const char *name)
{
    snprintf(path, 96, "%s/%s", place->folder, name);
}

static bool exists(const struct place *place, const char *name)
{
    char path[96];

    make_path(path, place, name);
    return access(path, F_OK) == 0;
}

static int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    char path[96];

    if (!place)
        return -1;
    *state = place;
    memcpy(place->folder, "/tmp/flame-holds-XXXXXX", 24);
    if (!mkdtemp(place->folder))
        return -1;
    snprintf(place->ours, sizeof place->ours, "%s/ours", place->folder);
    make_path(path, place, "theirs");
    return mkdir(place->ours, 0777) || mkdir(path, 0777);
}

/* Removes what the tests may have left, files before their folders. */
static int remove_place(void **state)
{
    static const char *const names[] = {
        "ours/deep/er/x.svg",
        "ours/deep/er",
        "ours/deep/x.svg",
        "ours/deep",
        "moved/x.svg",
        "moved",
        "ours/x.svg",
        "ours",
        "link",
        "theirs",
    };
    struct place *place = *state;
    char path[96];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        make_path(path, place, names[i]);
        (void)remove(path);
    }
    int result = rmdir(place->folder);
    free(place);
    return result;
}

static bool opens(const struct place *place, const char *path, bool make)
{
    struct folder ours = folder_open(place->ours);
    int fd = folder_that_holds(ours.fd, str_of(path), make);
    const int reason = errno;

    folder_close(&ours);
    if (fd >= 0)
        close(fd);
    errno = reason;
    return fd >= 0;
}

static void folders_are_made_only_when_asked(void **state)
{
    const struct place *place = *state;

    assert_false(opens(place, "deep/er/x.svg", false));
    assert_int_equal(errno, ENOENT);
    assert_true(opens(place, "deep/er/x.svg", true));
    assert_true(exists(place, "ours/deep/er"));
    assert_false(exists(place, "ours/deep/er/x.svg"));
    assert_true(opens(place, "deep/er/x.svg", false));
    assert_true(opens(place, "deep/er/x.svg", true));
}

static void names_that_lead_out_are_refused(void **state)
{
    static const char *const bad[] = {
        "", "..", ".", "/x.svg", "a/", "../x.svg", "a/../../x.svg", "a//x.svg", "./x.svg"};
    const struct place *place = *state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(opens(place, bad[i], false));
        assert_true(errno == EINVAL || errno == ENOENT);
    }
    assert_false(opens(place, "../theirs/x.svg", true));
    assert_int_equal(errno, EINVAL);
}

static void a_name_that_is_too_long_is_refused(void **state)
{
    char path[600];

    memset(path, 'a', sizeof path);
    memcpy(path + sizeof path - 3, "/x", 3);
    assert_false(opens(*state, path, true));
    assert_int_equal(errno, ENAMETOOLONG);
}

static void links_below_the_folder_are_not_followed(void **state)
{
    const struct place *place = *state;
    char link[96];

    make_path(link, place, "ours/deep");
    assert_int_equal(symlink("../theirs", link), 0);
    assert_false(opens(place, "deep/x.svg", true));
    assert_int_equal(errno, ENOTDIR);
}

/* 0: the folder is there, and was opened. */
static int make(const struct place *place, const char *name)
{
    char path[96];

    make_path(path, place, name);
    const int fd = folder_make(path);
    const int reason = errno;
    if (fd >= 0)
        close(fd);
    return fd >= 0 && exists(place, name) ? 0 : reason;
}

static void a_folder_of_outputs_is_made_with_those_above_it(void **state)
{
    const struct place *place = *state;
    char path[96];

    assert_int_equal(make(place, "ours/deep/er//"), 0);
    assert_int_equal(make(place, "ours/deep/er"), 0);
    assert_int_equal(make(place, "ours/deep/."), 0);
    assert_int_equal(make(place, "ours//deep/../deep/er/"), 0);
    make_path(path, place, "link");
    assert_int_equal(symlink("ours/deep", path), 0);
    assert_int_equal(make(place, "link/er"), 0);
    assert_int_equal(chdir(place->ours), 0);
    int fd = folder_make("deep/er");
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(chdir("/"), 0);
    fd = folder_make("/");
    assert_true(fd >= 0);
    close(fd);
    make_path(path, place, "moved");
    fclose(fopen(path, "w"));
    assert_int_equal(make(place, "moved"), ENOTDIR);
    assert_int_equal(make(place, "moved/x"), ENOTDIR);
}

static void it_may_be_a_link_but_not_of_others_where_they_can_write(void **state)
{
    const struct place *place = *state;
    char link[96];

    make_path(link, place, "link");
    assert_int_equal(symlink("theirs", link), 0);
    assert_int_equal(make(place, "link"), 0);
    assert_int_equal(chmod(place->folder, 01777), 0);
    assert_int_equal(make(place, "link"), 0);
    if (geteuid() != 0)
        return;
    assert_int_equal(lchown(link, OTHER, OTHER), 0);
    assert_int_equal(make(place, "link"), ELOOP);
    assert_int_equal(make(place, "link/"), ELOOP);
    assert_int_equal(make(place, "link/deep"), ELOOP);
    assert_int_equal(chmod(place->folder, 0775), 0);
    assert_int_equal(make(place, "link"), ELOOP);
    assert_int_equal(make(place, "link/../ours"), 0);
    assert_int_equal(chmod(place->folder, 0755), 0);
    assert_int_equal(make(place, "link"), 0);
}

/* Whether a sink writes to the FIFO that the link leads to. */
static bool writes_through(const char *link, int reader)
{
    struct fault f = {0};
    struct sink s;
    char text[8];

    assert_true(sink_open_file(&s, link, &f));
    sink_text(&s, "text");
    assert_true(sink_close(&s, &f));
    return read(reader, text, sizeof text) > 0;
}

static void what_a_link_of_others_leads_to_is_not_written(void **state)
{
    const struct place *place = *state;
    char link[96];
    char fifo[96];

    make_path(link, place, "link");
    make_path(fifo, place, "theirs/fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    const int reader = open(fifo, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(symlink("theirs/fifo", link), 0);
    assert_true(writes_through(link, reader));
    assert_int_equal(chmod(place->folder, 01777), 0);
    assert_true(writes_through(link, reader));
    if (geteuid() == 0) {
        assert_int_equal(lchown(link, OTHER, OTHER), 0);
        assert_false(writes_through(link, reader));
    }
    close(reader);
    unlink(fifo);
}

/* Opens a sink for "ours/deep/x.svg" and writes to it. */
static bool open_sink(struct sink *s, const struct place *place, const char *path, struct fault *f)
{
    struct folder ours = folder_open(place->ours);
    const bool ok = sink_open_below(s, path, strlen(place->ours) + 1, ours.fd, f);

    folder_close(&ours);
    if (ok)
        sink_text(s, "text");
    return ok;
}

static void a_folder_that_is_swapped_for_a_link_while_it_is_written_leads_nowhere(void **state)
{
    const struct place *place = *state;
    struct fault f = {0};
    struct sink s;
    char path[96];
    char folder[96];
    char moved[96];

    make_path(path, place, "ours/deep/x.svg");
    make_path(folder, place, "ours/deep");
    make_path(moved, place, "moved");
    assert_true(open_sink(&s, place, path, &f));
    assert_int_equal(rename(folder, moved), 0);
    assert_int_equal(symlink("../theirs", folder), 0);
    assert_true(sink_close(&s, &f));
    assert_true(exists(place, "moved/x.svg"));
    assert_false(exists(place, "theirs/x.svg"));

    assert_false(open_sink(&s, place, path, &f));
    assert_non_null(strstr(f.text, "ours/deep/x.svg: cannot be written: Not a directory"));
    assert_false(exists(place, "theirs/x.svg"));
}

static void what_is_discarded_or_refused_leaves_no_file(void **state)
{
    const struct place *place = *state;
    struct fault f = {0};
    struct sink s;
    char path[96];
    char folder[96];

    make_path(path, place, "ours/deep/x.svg");
    make_path(folder, place, "ours/deep");
    assert_true(open_sink(&s, place, path, &f));
    sink_discard(&s);
    assert_int_equal(rmdir(folder), 0);

    assert_true(open_sink(&s, place, path, &f));
    sink_remove_unfinished();
    sink_discard(&s);
    assert_int_equal(rmdir(folder), 0);

    assert_int_equal(mkdir(folder, 0777), 0);
    assert_false(open_sink(&s, place, folder, &f));
    assert_non_null(strstr(f.text, "ours/deep: is a directory, wanted a file to write"));
}

static void what_is_unfinished_is_known_while_other_sinks_end(void **state)
{
    const struct place *place = *state;
    struct fault f = {0};
    struct sink s, other;
    char path[96];
    char folder[96];

    make_path(path, place, "ours/deep/x.svg");
    make_path(folder, place, "ours/deep");
    assert_true(open_sink(&s, place, path, &f));
    assert_true(sink_open_file(&other, "/dev/null", &f));
    assert_true(sink_close(&other, &f));
    sink_remove_unfinished(); /* as a signal does */
    assert_int_equal(rmdir(folder), 0);
    sink_discard(&s);
}

#define at_a_place(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        at_a_place(folders_are_made_only_when_asked),
        at_a_place(names_that_lead_out_are_refused),
        at_a_place(a_name_that_is_too_long_is_refused),
        at_a_place(links_below_the_folder_are_not_followed),
        at_a_place(a_folder_of_outputs_is_made_with_those_above_it),
        at_a_place(it_may_be_a_link_but_not_of_others_where_they_can_write),
        at_a_place(what_a_link_of_others_leads_to_is_not_written),
        at_a_place(what_is_unfinished_is_known_while_other_sinks_end),
        at_a_place(a_folder_that_is_swapped_for_a_link_while_it_is_written_leads_nowhere),
        at_a_place(what_is_discarded_or_refused_leaves_no_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
