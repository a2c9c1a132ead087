/* /tmp/.attach_pid1, SIGQUIT, then "1\0jcmd\0Compiler.perfmap\0\0\0" to /tmp/.java_pid1
 * The handshake of HotSpot's attach listener: src/hotspot/os/posix/attachListener_posix.cpp of
 * OpenJDK. All files are those of the machine's own /tmp, under the number by which it knows
 * itself. */
#include "record/java_map.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/parse.h"
#include "record/small_file.h"

enum { NAME = 64, STEP_NS = 10000000, SECOND = 1000000000 };

/* The signal ends a process that does not catch it. A machine that takes no questions would take it
 * for the wish to print its threads. */
static bool may_be_asked(uint32_t pid)
{
    struct buf text = {0};
    struct str rest, word;
    uint64_t caught = 0;
    bool ok = small_file_read(&text, "/proc/%u/status", pid);

    size_t at = ok ? str_find(buf_str(&text), 0, STR("\nSigCgt:")) : 0;
    rest = str_from_to(buf_str(&text), at < text.n ? at + 8 : text.n, text.n);
    ok = ok && take_field(&rest, '\n', &word) && parse_hex_u64(str_trim(word), &caught) &&
         caught >> (SIGQUIT - 1) & 1;
    ok = ok && small_file_read(&text, "/proc/%u/maps", pid) &&
         str_find(buf_str(&text), 0, STR("/libjvm.so\n")) < text.n;
    ok = ok && small_file_read(&text, "/proc/%u/cmdline", pid) &&
         str_find(buf_str(&text), 0, STR("-XX:+DisableAttachMechanism")) == text.n;
    buf_free(&text);
    return ok;
}

/* Opens the socket on which the machine listens, without following a link that may lie there. */
static int find_socket(int folder, const struct held_process *p)
{
    char name[NAME];
    struct stat status;

    snprintf(name, sizeof name, ".java_pid%u", p->inside);
    int fd = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 &&
        (fstat(fd, &status) != 0 || !S_ISSOCK(status.st_mode) || status.st_uid != p->user)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* The file tells the machine that the signal is meant for its listener; its owner must be the
 * machine's user. */
static int wake(int folder, const struct held_process *p, int process, uint64_t until_ns)
{
    const struct timespec step = {0, STEP_NS};
    char name[NAME];
    int fd = -1;

    snprintf(name, sizeof name, ".attach_pid%u", p->inside);
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return -1;
    if ((p->user == geteuid() || fchown(file, p->user, (gid_t)-1) == 0) &&
        syscall(SYS_pidfd_send_signal, process, SIGQUIT, NULL, 0) == 0)
        while ((fd = find_socket(folder, p)) < 0 && clock_now_ns() < until_ns)
            nanosleep(&step, NULL);
    close(file);
    unlinkat(folder, name, 0);
    return fd;
}

/* Through the descriptor, so that the socket is the one that was looked at. */
static int connect_to(int socket_file, uint64_t until_ns)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const uint64_t now = clock_now_ns();
    const uint64_t left = until_ns > now ? until_ns - now : 1000;
    const struct timeval time = {.tv_sec = (time_t)(left / SECOND),
                                 .tv_usec = (suseconds_t)(left % SECOND / 1000)};

    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", socket_file);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0 &&
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time) == 0 &&
        connect(fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Version, command and three arguments; the answer begins with a number, 0 if it went well. */
static bool ask(int fd)
{
    static const char question[] = "1\0jcmd\0Compiler.perfmap\0\0";
    char answer[256];
    char first[2] = {0};
    size_t got = 0;
    ssize_t n;

    if (send(fd, question, sizeof question, MSG_NOSIGNAL) != (ssize_t)sizeof question)
        return false;
    while ((n = read(fd, answer, sizeof answer)) > 0)
        for (ssize_t i = 0; i < n && got < sizeof first; i++)
            first[got++] = answer[i];
    return n == 0 && got == sizeof first && first[0] == '0' && first[1] == '\n';
}

enum java_answer java_map_ask(const struct held *h, const struct held_process *p, uint64_t until_ns)
{
    const int folder = p->view ? h->views[p->view - 1].temporary.fd : -1;
    const int process = (int)syscall(SYS_pidfd_open, p->pid, 0);
    enum java_answer answer = JAVA_NONE;
    struct stat status;
    char name[NAME];

    if (folder >= 0 && process >= 0 && may_be_asked(p->pid)) {
        snprintf(name, sizeof name, "perf-%u.map", p->inside);
        const bool was_there = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
        int file = find_socket(folder, p);
        if (file < 0)
            file = wake(folder, p, process, until_ns);
        const int fd = file < 0 ? -1 : connect_to(file, until_ns);
        const bool ok = fd >= 0 && ask(fd);
        answer = !ok ? JAVA_SILENT : was_there ? JAVA_WRITTEN : JAVA_WRITTEN_NEW;
        if (fd >= 0)
            close(fd);
        if (file >= 0)
            close(file);
    }
    if (process >= 0)
        close(process);
    return answer;
}

void java_map_remove(const struct held *h, const struct held_process *p)
{
    char name[NAME];

    snprintf(name, sizeof name, "perf-%u.map", p->inside);
    if (p->view)
        unlinkat(h->views[p->view - 1].temporary.fd, name, 0);
}
