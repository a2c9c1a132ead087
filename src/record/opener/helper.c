/* O_PATH, fstat, /proc/self/fd/N: a path is resolved once, and only regular files are opened.
 * Devices are not, because opening a watchdog or a tape has effects. */
#include "record/opener/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/process/message.h"
#include "base/transfer.h"
#include "record/code/mapped_build_id.h"
#include "record/opener/handshake.h"
#include "record/opener/rights.h"

enum { BLOCK = 4096, ZFS_TYPE = 0x2FC12FC1 };

/* Of an answer with a descriptor. */
struct reply {
    struct opener_answer answer;
    int fd; /* owned; -1: none */
};

struct kept {
    int fd;    /* -1: not open */
    int error; /* why */
};

struct helper {
    int socket;
    struct folder root;
    int self;          /* /proc/self/fd, opened before another /proc may be there */
    bool is_among_own; /* in the recorder's user namespace */
    struct kept kept[OPENER_KEPT_MOST];
};

/* What such files say, and do when they are opened, is the kernel's. */
static bool is_kernel_filesystem(long type)
{
    static const long types[] = {PROC_SUPER_MAGIC,    SYSFS_MAGIC,      DEBUGFS_MAGIC,
                                 TRACEFS_MAGIC,       SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC,
                                 CGROUP2_SUPER_MAGIC, BPF_FS_MAGIC,     SELINUX_MAGIC,
                                 NSFS_MAGIC,          EFIVARFS_MAGIC,   PSTOREFS_MAGIC};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (type == types[i])
            return true;
    return false;
}

/* File systems whose files can be read without anybody's help. An ordinary user may mount none of
 * them but tmpfs, and an overlay of others in a user namespace of his own. */
static bool is_local(const struct helper *h, int fd)
{
    static const uint32_t types[] = {EXT4_SUPER_MAGIC,     BTRFS_SUPER_MAGIC, TMPFS_MAGIC,
                                     SQUASHFS_MAGIC,       XFS_SUPER_MAGIC,   F2FS_SUPER_MAGIC,
                                     EROFS_SUPER_MAGIC_V1, ZFS_TYPE};
    struct statfs kind;

    if (fstatfs(fd, &kind) != 0)
        return false;
    const uint32_t type = (uint32_t)kind.f_type;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (type == types[i])
            return true;
    return type == OVERLAYFS_SUPER_MAGIC && h->is_among_own;
}

/* 0, or why it is not to be opened. */
static int judge(int fd, const struct opener_request *r, struct stat *status)
{
    struct statfs kind;

    if (fstat(fd, status) != 0 || fstatfs(fd, &kind) != 0)
        return errno;
    if (!S_ISREG(status->st_mode) || is_kernel_filesystem((long)kind.f_type))
        return S_ISDIR(status->st_mode) ? EISDIR : EACCES;
    if (r->inode && status->st_ino != r->inode)
        return ESTALE;
    return r->is_own && status->st_uid != geteuid() && status->st_uid != 0 ? EUSERS : 0;
}

/* Returns a descriptor for reading, or -1 with errno. */
static int open_file(const struct helper *h, const struct opener_request *r, struct stat *status)
{
    char name[16];
    int file = -1;
    const int fd = folder_path(&h->root, r->path, r->links);

    if (fd < 0)
        return -1;
    int error = judge(fd, r, status);
    if (error == 0) {
        snprintf(name, sizeof name, "%d", fd);
        file = openat(h->self, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        error = errno;
    }
    close(fd);
    errno = error;
    return file;
}

/* Copies up to n bytes. */
static void copy(int from, int to, uint64_t n, struct opener_answer *a)
{
    char block[BLOCK];
    ssize_t got = 1;

    while (got && a->size < n) {
        got = read(from, block, n - a->size < sizeof block ? (size_t)(n - a->size) : sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || !transfer_write(to, (struct str){block, (size_t)got})) {
            a->error = errno;
            return;
        }
        a->size += (uint64_t)got;
    }
}

/* A file that grows is copied as far as it was when it was looked at. */
static void copy_file(int file, int to, const struct opener_request *r, struct opener_answer *a)
{
    struct stat status;

    a->error = fstat(file, &status) == 0 ? 0 : errno;
    if (a->error)
        return;
    a->size = (uint64_t)status.st_size;
    if (a->size > r->most) {
        a->error = EFBIG;
        return;
    }
    a->size = 0;
    copy(file, to, (uint64_t)status.st_size, a);
}

static void copy_path(const struct helper *h, const struct opener_request *r, int to,
                      struct opener_answer *a)
{
    struct stat status;
    const int file = open_file(h, r, &status);

    a->error = file < 0 ? errno : 0;
    if (file < 0)
        return;
    copy_file(file, to, r, a);
    close(file);
}

static void keep(struct helper *h, const struct opener_request *r)
{
    struct stat status;
    struct kept *k = &h->kept[r->kept % OPENER_KEPT_MOST];

    if (k->fd >= 0)
        close(k->fd);
    k->fd = open_file(h, r, &status);
    k->error = errno;
}

static void copy_kept(struct helper *h, const struct opener_request *r, int to,
                      struct opener_answer *a)
{
    struct kept *k = &h->kept[r->kept % OPENER_KEPT_MOST];

    a->error = k->error;
    if (k->fd < 0)
        return;
    copy_file(k->fd, to, r, a);
    close(k->fd);
    *k = (struct kept){-1, ENOENT};
}

static void find_build_id(const struct helper *h, const struct opener_request *r,
                          struct opener_answer *a)
{
    struct mapped_range m = {0};
    struct stat status;
    const int file = open_file(h, r, &status);

    a->error = file < 0 ? errno : 0;
    if (file < 0)
        return;
    mapped_build_id_read(&m, file);
    close(file);
    a->n_id = (uint32_t)m.build_id_size;
    memcpy(a->id, m.build_id, m.build_id_size);
}

static void lend(const struct helper *h, const struct opener_request *r, int to,
                 struct reply *reply)
{
    struct opener_answer *a = &reply->answer;
    struct stat status;
    const int file = open_file(h, r, &status);

    a->error = file < 0 ? errno : 0;
    if (file < 0)
        return;
    if (is_local(h, file)) {
        reply->fd = file;
        return;
    }
    a->flags = OPENER_COPIED;
    copy_file(file, to, r, a);
    close(file);
}

/* /proc/4711/cmdline may be any memory of the process: what stands for it may be slow. */
static void read_proc(const struct opener_request *r, int to, struct opener_answer *a)
{
    const int file = open(r->path, O_RDONLY | O_CLOEXEC);

    a->error = file < 0 ? errno : 0;
    if (file < 0)
        return;
    copy(file, to, r->most, a);
    char more;
    if (a->error == 0 && a->size == r->most && read(file, &more, 1) == 1)
        a->error = EFBIG;
    close(file);
}

static void serve(struct helper *h, const struct opener_request *r, int to, struct reply *reply)
{
    struct opener_answer *a = &reply->answer;

    switch ((enum opener_kind)r->kind) {
    case OPENER_BUILD_ID:
        find_build_id(h, r, a);
        break;
    case OPENER_KEEP:
        keep(h, r);
        break;
    case OPENER_COPY_KEPT:
        copy_kept(h, r, to, a);
        break;
    case OPENER_COPY:
        copy_path(h, r, to, a);
        break;
    case OPENER_FILE:
        lend(h, r, to, reply);
        break;
    case OPENER_JAVA_BEGIN:
        handshake_begin(&h->root, r, a);
        break;
    case OPENER_JAVA_ASK:
        handshake_ask(&h->root, h->self, r, a);
        break;
    case OPENER_REMOVE:
        handshake_remove(&h->root, r, a);
        break;
    case OPENER_READ:
        a->error = EINVAL;
        break;
    }
}

static void close_one(int fd)
{
    if (fd >= 0)
        close(fd);
}

static bool send_reply(int socket, const struct reply *reply)
{
    return message_send(socket, &reply->answer, sizeof reply->answer, &reply->fd, reply->fd >= 0);
}

/* The socket's other end takes what is sent: there is one answer to each question. */
static void serve_all(struct helper *h, bool is_reader)
{
    struct opener_request request;
    int fds[MESSAGE_DESCRIPTORS];
    ssize_t n;

    for (;;) {
        n = message_take(h->socket, &request, sizeof request - 1, fds, 0);
        if (n <= (ssize_t)offsetof(struct opener_request, path))
            return;
        ((char *)&request)[n] = '\0';
        struct reply reply = {.answer = {.number = request.number}, .fd = -1};
        if (!is_reader)
            serve(h, &request, fds[0], &reply);
        else if (request.kind == OPENER_READ)
            read_proc(&request, fds[0], &reply.answer);
        for (size_t i = 0; i < MESSAGE_DESCRIPTORS; i++)
            close_one(fds[i]);
        const bool on = request.kind == OPENER_KEEP || send_reply(h->socket, &reply);
        close_one(reply.fd);
        if (!on)
            return;
    }
}

static bool is_same(int fd, const char *path)
{
    struct stat there, here;

    return fstat(fd, &there) == 0 && stat(path, &here) == 0 && there.st_ino == here.st_ino &&
           there.st_dev == here.st_dev;
}

void helper_run(const struct opener_rights *r, const int fds[OPENER_DESCRIPTORS], int parent)
{
    const struct rlimit no_core = {0, 0};
    struct reply ready = {.fd = -1};
    struct helper h = {.socket = fds[0],
                       .root = {fds[OPENER_ROOT_AT], false},
                       .self = open("/proc/self/fd", O_PATH | O_DIRECTORY | O_CLOEXEC)};

    for (size_t i = 0; i < OPENER_KEPT_MOST; i++)
        h.kept[i] = (struct kept){-1, ENOENT};
    (void)setrlimit(RLIMIT_CORE, &no_core);
    h.is_among_own = !r->is_reader && is_same(fds[OPENER_USERS_AT], "/proc/self/ns/user");
    const bool ok = h.self >= 0 &&
                    (r->is_reader || rights_take(r, fds[OPENER_USERS_AT], fds[OPENER_MOUNTS_AT])) &&
                    rights_lock_down(parent);
    if (!ok)
        ready.answer.error = EPERM;
    if (send_reply(h.socket, &ready) && ok)
        serve_all(&h, r->is_reader);
    _exit(ok ? 0 : 1);
}
