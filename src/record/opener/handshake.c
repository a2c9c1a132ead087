/* /tmp/.attach_pid1, SIGQUIT, then "1\0jcmd\0Compiler.perfmap\0\0\0" to /tmp/.java_pid1
 * The handshake of HotSpot's attach listener: src/hotspot/os/posix/attachListener_posix.cpp of
 * OpenJDK. All files are those of the machine's own /tmp, under the number by which it knows
 * itself. */
#include "record/opener/handshake.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { NAME = 64, STEP_NS = 10000000, MS = 1000000, ANSWER = 256 };

/* Opens the socket on which the machine listens, without following a link that may lie there. */
static int find_socket(int folder, uint32_t inside)
{
    char name[NAME];
    struct stat status;

    snprintf(name, sizeof name, ".java_pid%u", inside);
    const int fd = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 &&
        (fstat(fd, &status) != 0 || !S_ISSOCK(status.st_mode) || status.st_uid != geteuid())) {
        close(fd);
        return -1;
    }
    return fd;
}

void handshake_begin(const struct folder *root, const struct opener_request *r,
                     struct opener_answer *a)
{
    struct folder temporary = folder_below(root, "tmp");
    char name[NAME];
    struct stat status;

    a->error = temporary.fd < 0 ? errno : 0;
    if (a->error)
        return;
    snprintf(name, sizeof name, "perf-%u.map", r->inside);
    a->flags |= fstatat(temporary.fd, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? OPENER_HAS_MAP : 0;
    int fd = find_socket(temporary.fd, r->inside);
    a->flags |= fd >= 0 ? OPENER_LISTENS : 0;
    if (fd < 0) {
        snprintf(name, sizeof name, ".attach_pid%u", r->inside);
        fd = openat(temporary.fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        a->error = fd < 0 ? errno : 0;
    }
    if (fd >= 0)
        close(fd);
    folder_close(&temporary);
}

static int left_ms(uint64_t until_ns)
{
    const uint64_t now = clock_now_ns();

    return until_ns > now ? (int)((until_ns - now) / MS) + 1 : 0;
}

static int wait_for_socket(int folder, const struct opener_request *r)
{
    const struct timespec step = {0, STEP_NS};
    int fd;

    while ((fd = find_socket(folder, r->inside)) < 0 && clock_now_ns() < r->until_ns)
        nanosleep(&step, NULL);
    return fd;
}

/* Through the descriptor, by its name in the working folder, so that the socket is the one that was
 * looked at. */
static int connect_to(int file, uint64_t until_ns)
{
    const struct timespec step = {0, STEP_NS};
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int done;

    snprintf(address.sun_path, sizeof address.sun_path, "%d", file);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    while ((done = connect(fd, (const struct sockaddr *)&address, sizeof address)) != 0 &&
           errno == EAGAIN && clock_now_ns() < until_ns)
        nanosleep(&step, NULL);
    if (done == 0)
        return fd;
    close(fd);
    return -1;
}

/* Version, command and three arguments; the answer begins with a number, 0 if it went well. */
static bool ask(int fd, uint64_t until_ns)
{
    static const char question[] = "1\0jcmd\0Compiler.perfmap\0\0";
    char answer[ANSWER];
    char first[2] = {0};
    size_t got = 0;
    ssize_t n = -1;
    struct pollfd polled = {.fd = fd, .events = POLLIN};

    if (send(fd, question, sizeof question, MSG_NOSIGNAL) != (ssize_t)sizeof question)
        return false;
    while (n != 0) {
        const int ms = left_ms(until_ns);
        if (ms == 0 || poll(&polled, 1, ms) < 0)
            return false;
        n = recv(fd, answer, sizeof answer, MSG_DONTWAIT);
        if (n < 0 && errno != EAGAIN)
            return false;
        for (ssize_t i = 0; i < n && got < sizeof first; i++)
            first[got++] = answer[i];
    }
    return got == sizeof first && first[0] == '0' && first[1] == '\n';
}

void handshake_ask(const struct folder *root, int self, const struct opener_request *r,
                   struct opener_answer *a)
{
    struct folder temporary = folder_below(root, "tmp");
    char name[NAME];

    a->error = ETIMEDOUT;
    if (temporary.fd < 0)
        return;
    const int file = wait_for_socket(temporary.fd, r);
    if (!(r->most & OPENER_LISTENS)) {
        snprintf(name, sizeof name, ".attach_pid%u", r->inside);
        unlinkat(temporary.fd, name, 0);
    }
    const int fd = file >= 0 && fchdir(self) == 0 ? connect_to(file, r->until_ns) : -1;
    if (fd >= 0 && ask(fd, r->until_ns))
        a->error = 0;
    if (fd >= 0)
        close(fd);
    if (file >= 0)
        close(file);
    folder_close(&temporary);
}

void handshake_remove(const struct folder *root, const struct opener_request *r,
                      struct opener_answer *a)
{
    struct folder temporary = folder_below(root, "tmp");
    char name[NAME];

    snprintf(name, sizeof name, "perf-%u.map", r->inside);
    a->error = temporary.fd >= 0 && unlinkat(temporary.fd, name, 0) == 0 ? 0 : errno;
    folder_close(&temporary);
}
