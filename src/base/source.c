/* Input bytes from files, pipes and memory, unpacked if they are packed. */
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/unpack/unpack.h"

enum { HEAD = 6, MOST_AT_ONCE = 1 << 30 };

/* Retries when a signal interrupts opening a FIFO or a device. */
static int open_for_reading(const char *path)
{
    int fd;

    do
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    return fd;
}

static bool may_try_again(int fd)
{
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN)
        return false;
    /* The descriptor was made non-blocking by another program that shares it. */
    struct pollfd wanted = {.fd = fd, .events = POLLIN};
    return poll(&wanted, 1, -1) >= 0 || errno == EINTR;
}

static bool read_error(const struct source *s, struct fault *f)
{
    char why[120];

    snprintf(why, sizeof why, "read error: %s", strerror(errno));
    return fault_set_unread(f, s->name, why);
}

/* Reads bytes as they lie in the file, still packed. */
static bool read_raw(struct source *s, char *to, size_t n, size_t *got, struct fault *f)
{
    ssize_t result;

    *got = 0;
    if (s->ended)
        return true;
    if (n > MOST_AT_ONCE)
        n = MOST_AT_ONCE;
    if (s->seekable && n > s->end - s->at)
        n = (size_t)(s->end - s->at);
    do
        result = s->seekable ? pread(s->fd, to, n, (off_t)s->at) : read(s->fd, to, n);
    while (result < 0 && may_try_again(s->fd));
    if (result < 0)
        return read_error(s, f);
    s->ended = result == 0;
    if (s->ended && s->seekable && s->at < s->size && s->at < s->end)
        return fault_set_unread(f, s->name, "the file became shorter while it was read");
    *got = (size_t)result;
    s->at += *got;
    return !s->made_of || unpack_within_limits(s->name, s->made_of, s->at, s->limits, f);
}

/* Reads ahead enough bytes to recognise the packing. */
static bool read_head(struct source *s, struct fault *f)
{
    size_t got = 1;

    s->raw = mem_alloc_buffer(SOURCE_BLOCK, 1);
    while (s->raw_end < HEAD && got) {
        if (!read_raw(s, s->raw + s->raw_end, SOURCE_BLOCK - s->raw_end, &got, f))
            return false;
        s->raw_end += got;
    }
    return true;
}

/* A packed file is read from the descriptor's position, which pread did not move. */
static void rewind_to(struct source *s, uint64_t at)
{
    s->at = at;
    s->raw_end = 0;
    s->ended = false;
}

static bool begin(struct source *s, struct fault *f)
{
    uint64_t at = s->at;

    if (s->fd >= 0 && !read_head(s, f))
        return false;
    struct str head = s->fd >= 0 ? (struct str){s->raw, s->raw_end} : s->memory;
    enum packing packing = packing_of(head);
    if (s->seekable)
        rewind_to(s, at);
    if (packing == PACKING_NONE)
        return true;
    s->seekable = false;
    s->unpack = unpack_new(packing, s->name, s->limits, f);
    return s->unpack != NULL;
}

static bool check_kind(struct source *s, struct fault *f)
{
    struct stat status;
    const char *kind;

    if (fstat(s->fd, &status) != 0)
        return fault_set(f, FAULT_SYSTEM, "%s: %s", s->name, strerror(errno));
    if (S_ISDIR(status.st_mode))
        kind = "directory";
    else if (S_ISBLK(status.st_mode))
        kind = "block device";
    else
        kind = NULL;
    if (kind)
        return fault_set(f, FAULT_SYSTEM, "%s: is a %s, wanted a file", s->name, kind);
    /* Files of the kernel call themselves regular and empty: they are read like a pipe. */
    off_t at = S_ISREG(status.st_mode) ? lseek(s->fd, 0, SEEK_CUR) : -1;
    if (at < 0 || at >= status.st_size)
        return true;
    s->seekable = true;
    s->at = (uint64_t)at;
    s->size = (uint64_t)status.st_size;
    return true;
}

uint64_t source_most_open(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 0;
    const struct rlimit most = {files.rlim_max, files.rlim_max};
    return files.rlim_cur == files.rlim_max || setrlimit(RLIMIT_NOFILE, &most) == 0
               ? files.rlim_max
               : files.rlim_cur;
}

bool source_open(struct source *s, const char *path, const struct limits *limits, struct fault *f)
{
    bool is_stdin = strcmp(path, "-") == 0;

    *s = (struct source){
        .name = is_stdin ? "standard input" : path,
        .fd = is_stdin ? STDIN_FILENO : open_for_reading(path),
        .owns_fd = !is_stdin,
        .end = UINT64_MAX,
        .limits = limits,
    };
    if (s->fd < 0)
        return fault_set(f, FAULT_SYSTEM, "%s: %s", path, strerror(errno));
    if (check_kind(s, f) && begin(s, f))
        return true;
    source_close(s);
    return false;
}

bool source_open_fd(struct source *s, int fd, const char *name, const struct limits *limits,
                    struct fault *f)
{
    *s = (struct source){
        .name = name, .fd = fd, .owns_fd = true, .end = UINT64_MAX, .limits = limits};
    if (check_kind(s, f) && begin(s, f))
        return true;
    source_close(s);
    return false;
}

bool source_open_again(struct source *s, int opened, const char *name, const struct limits *limits,
                       struct fault *f)
{
    const int fd = fcntl(opened, F_DUPFD_CLOEXEC, 0);

    return fd < 0 ? fault_set(f, FAULT_SYSTEM, "%s: %s", name, strerror(errno))
                  : source_open_fd(s, fd, name, limits, f);
}

bool source_open_memory(struct source *s, const char *name, struct str bytes,
                        const struct limits *limits, struct fault *f)
{
    *s = (struct source){.name = name, .fd = -1, .memory = bytes, .limits = limits};
    if (begin(s, f))
        return true;
    source_close(s);
    return false;
}

void source_open_part(struct source *s, const struct source *whole, uint64_t from, uint64_t to)
{
    *s = (struct source){
        .name = whole->name,
        .fd = whole->fd,
        .seekable = true,
        .size = whole->size,
        .at = from,
        .end = to,
        .limits = whole->limits,
    };
}

static size_t take(struct str *from, char *to, size_t n)
{
    if (n > from->n)
        n = from->n;
    if (n)
        memcpy(to, from->p, n);
    *from = str_from_to(*from, n, from->n);
    return n;
}

static bool read_unpacked(struct source *s, char *to, size_t n, size_t *got, struct fault *f)
{
    struct unpack_room room = {to, n};
    bool from_memory = s->fd < 0;
    bool ended;

    do {
        if (!from_memory && s->raw_begin == s->raw_end) {
            s->raw_begin = 0;
            if (!read_raw(s, s->raw, SOURCE_BLOCK, &s->raw_end, f))
                return false;
        }
        struct str in = from_memory
                            ? s->memory
                            : (struct str){s->raw + s->raw_begin, s->raw_end - s->raw_begin};
        ended = from_memory || s->ended;
        if (!unpack_some(s->unpack, &in, ended, &room, f))
            return false;
        if (from_memory)
            s->memory = in;
        else
            s->raw_begin = s->raw_end - in.n;
    } while (room.n == n && !ended && n > 0);
    *got = n - room.n;
    return true;
}

bool source_read(struct source *s, char *to, size_t n, size_t *got, struct fault *f)
{
    if (s->unpack)
        return read_unpacked(s, to, n, got, f);
    if (s->fd < 0) {
        *got = take(&s->memory, to, n);
        return true;
    }
    if (s->raw_begin == s->raw_end)
        return read_raw(s, to, n, got, f);
    struct str ahead = {s->raw + s->raw_begin, s->raw_end - s->raw_begin};
    *got = take(&ahead, to, n);
    s->raw_begin += *got;
    return true;
}

void source_close(struct source *s)
{
    unpack_free(s->unpack);
    mem_free(s->raw, SOURCE_BLOCK, 1);
    if (s->owns_fd && s->fd >= 0)
        close(s->fd);
    *s = (struct source){.fd = -1};
}
