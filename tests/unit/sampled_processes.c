/* record/code/process_files: what processes name is opened by helpers with their rights, and
 * nothing that becomes of a helper holds the recorder. */
#include "record/code/process_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/parse.h"
#include "record/small_file.h"
#include "unit.h"

enum { NOBODY = 65534, PATH = 64, MOST = 1 << 20 };

static const uint64_t FAR_NS = UINT64_C(3600000000000); /* a test may not take as long */

/* A folder, and what sees this process. */
struct place {
    char folder[32];
    struct sampled_processes held;
    struct sampled_process own;
};

static int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);

    if (!place)
        return -1;
    *state = place;
    memcpy(place->folder, "/tmp/flame-held-XXXXXX", 23);
    if (!mkdtemp(place->folder) || chmod(place->folder, 0777) != 0)
        return -1;
    sampled_begin(&place->held);
    sampled_look(&place->held, (uint32_t)getpid());
    place->own = *sampled_find(&place->held, (uint32_t)getpid());
    return place->own.view ? 0 : -1;
}

static int remove_place(void **state)
{
    struct place *place = *state;
    static const char *const names[] = {"file", "fifo", "link", "below"};
    char path[PATH];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", place->folder, names[i]);
        unlink(path);
        rmdir(path);
    }
    rmdir(place->folder);
    sampled_free(&place->held);
    free(place);
    return 0;
}

static const char *path_of(const struct place *place, char path[PATH], const char *name)
{
    snprintf(path, PATH, "%s/%s", place->folder, name);
    return path;
}

static void write_file(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

static void assert_says(int fd, const char *text)
{
    char got[PATH] = {0};

    assert_true(fd >= 0);
    assert_int_equal(pread(fd, got, sizeof got - 1, 0), (ssize_t)strlen(text));
    assert_string_equal(got, text);
    close(fd);
}

static void assert_not_opened(struct place *place, const char *path, int error)
{
    assert_int_equal(process_open_path(&place->held, &place->own, path, MOST), -1);
    assert_int_equal(errno, error);
}

static void a_file_is_opened_and_a_link_followed(void **state)
{
    struct place *place = *state;
    char path[PATH], link[PATH];

    write_file(path_of(place, path, "file"), "named\n");
    assert_int_equal(symlink("file", path_of(place, link, "link")), 0);
    assert_says(process_open_path(&place->held, &place->own, path, MOST), "named\n");
    assert_says(process_open_path(&place->held, &place->own, link, MOST), "named\n");
}

static void what_is_no_file_is_not_opened(void **state)
{
    struct place *place = *state;
    char path[PATH];

    assert_int_equal(mkfifo(path_of(place, path, "fifo"), 0600), 0);
    assert_not_opened(place, path, EACCES);
    assert_not_opened(place, "/dev/zero", EACCES);
    assert_not_opened(place, "/proc/self/status", EACCES);
    assert_not_opened(place, "/tmp", EISDIR);
    assert_not_opened(place, path_of(place, path, "nothing"), ENOENT);
}

static void a_kept_file_is_copied_with_what_was_added(void **state)
{
    struct place *place = *state;
    struct process_copy copy;
    char path[PATH];

    write_file(path_of(place, path, "file"), "one\n");
    struct process_file file = process_keep_file(&place->held, &place->own, path);
    assert_not_opened(place, "/tmp", EISDIR); /* by now the file is open */
    const int fd = open(path, O_WRONLY | O_APPEND);
    assert_int_equal(write(fd, "two\n", 4), 4);
    close(fd);
    assert_int_equal(unlink(path), 0);
    assert_true(process_copy_kept(&place->held, &file, MOST, &copy));
    assert_int_equal(copy.size, 8);
    assert_says(copy.fd, "one\ntwo\n");
    write_file(path, "12345678");
    file = process_keep_file(&place->held, &place->own, path);
    assert_false(process_copy_kept(&place->held, &file, 7, &copy));
    assert_int_equal(errno, EFBIG);
    assert_int_equal(copy.size, 8);
}

static void a_build_id_is_that_of_the_file_with_the_inode(void **state)
{
    struct place *place = *state;
    unsigned char id[OPENER_ID_ROOM];
    char self[4096] = {0};
    struct stat status;

    assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
    assert_int_equal(stat(self, &status), 0);
    const size_t n = process_build_id(&place->held, &place->own, self, status.st_ino, id);
    assert_int_equal(n, process_build_id(&place->held, &place->own, self, 0, id));
    assert_int_equal(process_build_id(&place->held, &place->own, self, status.st_ino + 1, id), 0);
}

/* The first child of the server. */
static int helper_of(const struct place *place)
{
    struct buf text = {0};
    struct str rest, word;
    uint64_t pid = 0;

    do {
        assert_true(small_file_read(&text, "/proc/%d/task/%d/children", place->held.opener.pid,
                                    place->held.opener.pid));
        rest = buf_str(&text);
    } while (!take_word(&rest, &word));
    assert_true(parse_u64(word, &pid));
    buf_free(&text);
    return (int)pid;
}

static void assert_lost(struct place *place, int error)
{
    assert_not_opened(place, "/etc/passwd", error);
    assert_not_opened(place, "/etc/passwd", error);
}

static void a_helper_that_is_mute_is_given_up(void **state)
{
    struct place *place = *state;
    const struct patience end = {.until_ns = clock_now_ns() + 50000000};

    assert_int_equal(kill(helper_of(place), SIGSTOP), 0);
    sampled_end_by(&place->held, &end);
    assert_lost(place, ETIMEDOUT);
}

static void a_helper_that_is_killed_is_given_up(void **state)
{
    struct place *place = *state;

    assert_int_equal(kill(helper_of(place), SIGKILL), 0);
    assert_lost(place, ETIMEDOUT);
}

static bool is_over(void *context)
{
    (void)context;
    return true;
}

static void a_wish_to_end_ends_waiting(void **state)
{
    struct place *place = *state;
    const struct patience end = {clock_now_ns() + 2 * FAR_NS, is_over, NULL};

    assert_int_equal(kill(helper_of(place), SIGSTOP), 0);
    sampled_end_by(&place->held, &end);
    assert_lost(place, ECANCELED);
}

/* A process that nobody has waited for yet is one that has ended. */
static bool is_running(int pid)
{
    struct buf text = {0};
    const bool runs = small_file_read(&text, "/proc/%d/status", pid) &&
                      str_find(buf_str(&text), 0, STR("\nState:\tZ")) == text.n;

    buf_free(&text);
    return runs;
}

static void helpers_end_with_their_owner(void **state)
{
    struct place *place = *state;
    const struct timespec step = {0, 10000000};
    const int pid = helper_of(place);

    assert_int_equal(kill(pid, SIGSTOP), 0);
    sampled_free(&place->held);
    while (is_running(pid)) /* for ever would be longer than a test may take */
        nanosleep(&step, NULL);
}

/* A child that has given up root. */
static int start_nobody(void)
{
    const pid_t pid = fork();

    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)
            _exit(1);
        for (;;)
            pause();
    }
    return pid;
}

static void find_in_status(int pid, const char *line, char found[PATH])
{
    struct buf text = {0};

    assert_true(small_file_read(&text, "/proc/%d/status", pid));
    const size_t at = str_find(buf_str(&text), 0, str_of(line));
    const size_t end = str_find(buf_str(&text), at + 1, STR("\n"));
    snprintf(found, PATH, "%.*s", (int)(end - at), text.p + at);
    buf_free(&text);
}

static void a_helper_has_the_rights_of_the_user_and_no_other(void **state)
{
    static const char *const lines[] = {
        "\nUid:\t65534\t65534\t65534\t65534", "\nGid:\t65534\t65534\t65534\t65534",
        "\nCapEff:\t0000000000000000",        "\nCapPrm:\t0000000000000000",
        "\nCapBnd:\t0000000000000000",        "\nNoNewPrivs:\t1"};
    struct place *place = *state;
    char path[PATH], found[PATH];

    if (geteuid() != 0) {
        puts("not root: the rights of others cannot be taken");
        skip();
    }
    const int pid = start_nobody();
    do
        find_in_status(pid, "\nUid:", found);
    while (strcmp(found, lines[0]) != 0);
    sampled_free(&place->held);
    sampled_begin(&place->held);
    sampled_look(&place->held, (uint32_t)pid);
    place->own = *sampled_find(&place->held, (uint32_t)pid);
    write_file(path_of(place, path, "file"), "of root\n");
    assert_not_opened(place, path, EACCES);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        find_in_status(helper_of(place), lines[i], found);
        assert_string_equal(found, lines[i]);
    }
    assert_int_equal(chown(path, NOBODY, NOBODY), 0);
    assert_says(process_open_path(&place->held, &place->own, path, MOST), "of root\n");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_file_is_opened_and_a_link_followed),
        TEST(what_is_no_file_is_not_opened),
        TEST(a_kept_file_is_copied_with_what_was_added),
        TEST(a_build_id_is_that_of_the_file_with_the_inode),
        TEST(a_helper_that_is_mute_is_given_up),
        TEST(a_helper_that_is_killed_is_given_up),
        TEST(a_wish_to_end_ends_waiting),
        TEST(helpers_end_with_their_owner),
        TEST(a_helper_has_the_rights_of_the_user_and_no_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
