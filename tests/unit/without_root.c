/* base/process/without_root: the child has no right left, gets what its parent opens for it, and
 * takes nobody down with it. */
#define _GNU_SOURCE /* chroot; NOLINT(bugprone-reserved-identifier) */

#include "base/process/without_root.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit.h"

static const struct user someone = {.id = 54321, .group = 54322};

static void needs_root(void)
{
    if (geteuid() == 0)
        return;
    print_message("rights are given up: needs root\n");
    skip();
}

/* Copies a line of /proc/self/status. */
static void add_status(struct buf *to, const char *name)
{
    char line[256];
    FILE *file = fopen("/proc/self/status", "re");

    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            buf_add(to, str_of(line));
    if (file)
        fclose(file);
}

static bool tell_rights(void *context, const struct process_files *files, struct fault *f)
{
    static const char *const names[] = {"Uid:", "Gid:", "Groups:", "CapPrm:", "CapEff:", "NoNew"};

    (void)files;
    (void)f;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_status(context, names[i]);
    return true;
}

static void child_has_no_rights(void **state)
{
    struct buf text = {0};
    struct fault f = {0};
    const struct without_root how = {.user = &someone};
    const struct without_root_work work = {.run = tell_rights, .context = &text, .text = &text};

    (void)state;
    needs_root();
    assert_true(without_root(&how, &work, &f));
    buf_add_byte(&text, '\0');
    assert_string_equal(text.p, "Uid:\t54321\t54321\t54321\t54321\n"
                                "Gid:\t54322\t54322\t54322\t54322\n"
                                "Groups:\t \n"
                                "CapPrm:\t0000000000000000\nCapEff:\t0000000000000000\n"
                                "NoNewPrivs:\t1\n");
    buf_free(&text);
}

struct openings {
    int kept, closed;
    char read[8];
    int errors[3];
};

static bool open_and_read(void *context, const struct process_files *files, struct fault *f)
{
    struct openings *o = context;
    char long_path[5000];

    (void)f;
    const int fd = files->open(files->context, 7, "/asked/for");
    if (fd >= 0)
        (void)!pread(fd, o->read, sizeof o->read - 1, 0);
    o->errors[0] = files->open(files->context, 8, "/asked/for") < 0 ? errno : 0;
    memset(long_path, 'x', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = '\0';
    o->errors[1] = files->open(files->context, 7, long_path) < 0 ? errno : 0;
    o->errors[2] = fcntl(o->closed, F_GETFD) < 0 ? errno : 0;
    return fcntl(o->kept, F_GETFD) >= 0;
}

static int answer(void *context, uint32_t pid, const char *path)
{
    errno = EACCES;
    return pid == 7 && strcmp(path, "/asked/for") == 0 ? dup(*(int *)context) : -1;
}

static void parent_opens_what_it_allows(void **state)
{
    char path[] = "/tmp/flame-without-XXXXXX";
    int file = mkstemp(path);
    struct openings o = {.kept = dup(file), .closed = dup(file)};
    const struct without_root how = {
        .user = &someone, .kept = &o.kept, .n_kept = 1, .files = {answer, &file}};
    const struct without_root_work work = {open_and_read, &o, &o, sizeof o, NULL};
    struct fault f = {0};

    (void)state;
    unlink(path);
    needs_root();
    assert_int_equal(write(file, "secret", 6), 6);
    assert_true(without_root(&how, &work, &f));
    assert_string_equal(o.read, "secret");
    assert_int_equal(o.errors[0], EACCES);
    assert_int_equal(o.errors[1], ENAMETOOLONG);
    assert_int_equal(o.errors[2], EBADF);
    close(o.kept);
    close(o.closed);
    close(file);
}

/* The kernel says of close_range that it does not know it. */
static bool hide_close_range(void)
{
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog filter = {sizeof program / sizeof *program, program};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

enum { CLOSED = 10, NOT_CLOSED, NO_FILTER };

/* root: a folder without /proc, to live in; NULL: the usual one. */
static int run_on_old_kernel(const char *root)
{
    const struct rlimit few = {256, 256};
    int status = 0;
    const pid_t pid = fork();

    if (pid == 0) {
        const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
        struct openings o = {.kept = dup(file), .closed = dup(file)};
        const struct without_root how = {
            .user = &someone, .kept = &o.kept, .n_kept = 1, .files = {answer, &o.kept}};
        const struct without_root_work work = {open_and_read, &o, &o, sizeof o, NULL};
        struct fault f = {0};
        if (!hide_close_range())
            _exit(NO_FILTER);
        if (root && (setrlimit(RLIMIT_NOFILE, &few) != 0 || chroot(root) != 0))
            _exit(NO_FILTER);
        _exit(without_root(&how, &work, &f) && o.errors[0] == EACCES && o.errors[2] == EBADF
                  ? CLOSED
                  : NOT_CLOSED);
    }
    assert_true(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void old_kernels_leave_nothing_open(void **state)
{
    char root[] = "/tmp/flame-without-XXXXXX";

    (void)state;
    needs_root();
    assert_non_null(mkdtemp(root));
    const int listed = run_on_old_kernel(NULL);
    const int tried = run_on_old_kernel(root);
    rmdir(root);
    if (listed == NO_FILTER || tried == NO_FILTER) {
        print_message("close_range is hidden: the kernel has no filters of system calls\n");
        skip();
    }
    assert_int_equal(listed, CLOSED);
    assert_int_equal(tried, CLOSED);
}

static bool fail_as_told(void *context, const struct process_files *files, struct fault *f)
{
    (void)files;
    switch (*(const int *)context) {
    case 0:
        return fault_set(f, FAULT_INPUT, "x.data:12: is broken");
    case 1:
        signal(SIGSEGV, SIG_DFL); /* the framework has it */
        raise(SIGSEGV);
        return true;
    case 2:
        _exit(FAULT_INPUT);
    case 3:
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
        return true;
    default:
        for (;;)
            pause();
    }
}

static void faults_and_crashes_are_told(void **state)
{
    static const char *const wanted[] = {"x.data:12: is broken", "signal 11", "", "",
                                         "longer than 1 s"};
    static const enum fault_kind kinds[] = {FAULT_INPUT, FAULT_SYSTEM, FAULT_INPUT, FAULT_SYSTEM,
                                            FAULT_SYSTEM};

    (void)state;
    needs_root();
    for (int i = 0; i < 5; i++) {
        const struct without_root how = {.user = &someone, .seconds = i == 4};
        const struct without_root_work work = {.run = fail_as_told, .context = &i};
        struct fault f = {0};
        assert_false(without_root(&how, &work, &f));
        assert_int_equal(f.kind, kinds[i]);
        assert_non_null(strstr(f.text, wanted[i]));
        assert_int_equal(f.text[0] == '\0', wanted[i][0] == '\0');
    }
}

static void without_a_user_it_is_a_call(void **state)
{
    int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    struct openings o = {.kept = file, .closed = -1};
    const struct without_root how = {.files = {answer, &file}};
    const struct without_root_work work = {open_and_read, &o, &o, sizeof o, NULL};
    struct fault f = {0};

    (void)state;
    assert_true(without_root(&how, &work, &f));
    assert_int_equal(o.errors[0], EACCES);
    close(file);
}

static void nobody_has_an_id_that_is_free(void **state)
{
    struct user u;

    (void)state;
    user_nobody(&u);
    assert_true(u.id > 1000 && u.id < 65534);
    assert_string_equal(u.name, "");
    assert_int_equal(u.n_groups, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(child_has_no_rights),
        cmocka_unit_test(parent_opens_what_it_allows),
        cmocka_unit_test(old_kernels_leave_nothing_open),
        cmocka_unit_test(faults_and_crashes_are_told),
        cmocka_unit_test(without_a_user_it_is_a_call),
        cmocka_unit_test(nobody_has_an_id_that_is_free),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
