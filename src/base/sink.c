/* Output in blocks. The first failure is kept; a file appears whole or not at all. */
#include "base/sink.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/output_place.h"
#include "base/parse.h"
#include "base/visible.h"

enum { BLOCK = 256 << 10, ROOM_MAX = 4096, TRIES = 100 };

/* The unfinished file that a signal handler removes; no name: none. Besides the hook of base/mem,
 * the only mutable static of the project. */
static volatile struct {
    char *name;
    int folder; /* that it is named in */
} unfinished;

void sink_remove_unfinished(void)
{
    char *name = unfinished.name;

    if (name)
        unlinkat(unfinished.folder, name, 0);
    unfinished.name = NULL;
}

/* Bytes of the temporary name. */
static size_t temporary_size(const struct sink *s)
{
    return strlen(s->path) + 24;
}

static void forget_temporary(struct sink *s)
{
    if (unfinished.name == s->temporary) /* not that of another sink */
        unfinished.name = NULL;
    if (s->temporary)
        mem_free(s->temporary, temporary_size(s), 1);
    s->temporary = NULL;
    if (s->folder >= 0)
        close(s->folder);
    s->folder = AT_FDCWD;
}

static void open_block(struct sink *s, const char *name, int fd)
{
    *s = (struct sink){
        .fd = fd, .name = name, .folder = AT_FDCWD, .is_terminal = fd >= 0 && isatty(fd) == 1};
    s->block = mem_alloc_buffer(BLOCK, 1);
}

/* Creates the file while signals that end the program are blocked, so that none arrives before the
 * handler knows the file. */
static int create_known(const struct sink *s, mode_t mode)
{
    sigset_t ending;
    sigset_t before;

    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGHUP);
    sigaddset(&ending, SIGXCPU);
    pthread_sigmask(SIG_BLOCK, &ending, &before);
    int fd =
        openat(s->folder, s->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
    int error = errno;
    if (fd >= 0) {
        unfinished.folder = s->folder;
        unfinished.name = s->temporary;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

/* Writes "path.123456", or if that name is too long, "folder/.flame.123456". */
static void name_temporary(struct sink *s, bool is_short)
{
    const char *path = s->path;
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    unsigned number = 0;

    if (getrandom(&number, sizeof number, 0) < 0)
        number = (unsigned)getpid();
    if (is_short)
        snprintf(s->temporary, temporary_size(s), "%.*s.flame.%06u", folder, path,
                 number % 1000000);
    else
        snprintf(s->temporary, temporary_size(s), "%s.%06u", path, number % 1000000);
}

/* The name need not be secret, only unused: O_EXCL makes sure. */
static int create_beside(struct sink *s, mode_t mode)
{
    bool is_short = false;
    int fd = -1;

    s->temporary = mem_alloc(temporary_size(s), 1);
    for (unsigned i = 0; i < TRIES && fd < 0; i++) {
        name_temporary(s, is_short);
        fd = create_known(s, mode);
        if (fd < 0 && errno == ENAMETOOLONG && !is_short)
            is_short = true;
        else if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

/* Names like "/dev/stdout" stand for an open descriptor: opening the file anew would start at its
 * beginning. Returns the descriptor, or -1. */
static int descriptor_named(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};

    if (strcmp(path, "/dev/stdout") == 0)
        return 1;
    if (strcmp(path, "/dev/stderr") == 0)
        return 2;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        size_t n = strlen(folders[i]);
        uint64_t number;
        if (strncmp(path, folders[i], n) == 0 && parse_u64(str_of(path + n), &number) &&
            number <= INT_MAX)
            return (int)number;
    }
    return -1;
}

static bool open_descriptor(struct sink *s, const char *path, int fd, struct fault *f)
{
    int copy = dup(fd);

    if (copy < 0)
        return fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", path, strerror(errno));
    open_block(s, path, copy);
    return true;
}

/* Creates the file that replaces `before`, which may be NULL: nothing is there. */
static void create(struct sink *s, const struct stat *before)
{
    bool is_ours = before && S_ISREG(before->st_mode) && before->st_uid == geteuid();

    s->mode = is_ours ? before->st_mode & 0777 : 0;
    s->fd = create_beside(s, s->mode ? s->mode : 0666);
}

/* Ends opening: the sink has a descriptor, or errno says why not. */
static bool opened(struct sink *s, struct fault *f)
{
    int error = errno;

    if (s->fd >= 0)
        return true;
    const char *name = s->name;
    forget_temporary(s); /* no file of that name is ours */
    sink_discard(s);
    return fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", name, strerror(error));
}

static bool open_path(struct sink *s, const char *path, struct fault *f)
{
    struct output_place place;
    const bool found = output_place_find(&place, path);

    if (found && place.is_folder)
        return fault_set(f, FAULT_SYSTEM, "%s: is a directory, wanted a file to write", path);
    open_block(s, path, found ? place.through : -1);
    if (!found)
        return opened(s, f);
    s->folder = place.folder;
    s->path = place.name;
    if (s->fd < 0)
        create(s, place.is_there ? &place.there : NULL);
    return opened(s, f);
}

bool sink_open_file(struct sink *s, const char *path, struct fault *f)
{
    int descriptor = descriptor_named(path);

    return descriptor >= 0 ? open_descriptor(s, path, descriptor, f) : open_path(s, path, f);
}

/* Takes the descriptor of the folder; negative, with errno: there is none. */
static bool replace_in(struct sink *s, const char *path, int folder, struct fault *f)
{
    struct stat before;

    open_block(s, path, -1);
    s->path = path_base_name(str_of(path)).p;
    s->folder = folder;
    if (folder < 0)
        return opened(s, f);
    bool exists = fstatat(s->folder, s->path, &before, AT_SYMLINK_NOFOLLOW) == 0;
    if (!exists || !S_ISDIR(before.st_mode)) {
        create(s, exists ? &before : NULL);
        return opened(s, f);
    }
    sink_discard(s);
    return fault_set(f, FAULT_SYSTEM, "%s: is a directory, wanted a file to write", path);
}

bool sink_open_below(struct sink *s, const char *path, size_t folder, int at, struct fault *f)
{
    struct str names = str_from_to(str_of(path), folder, strlen(path));

    return replace_in(s, path, folder_that_holds(at, names, true), f);
}

bool sink_open_in(struct sink *s, const char *path, int folder, struct fault *f)
{
    return replace_in(s, path, fcntl(folder, F_DUPFD_CLOEXEC, 0), f);
}

bool sink_open_lent(struct sink *s, const char *name, int fd, struct fault *f)
{
    if (!open_descriptor(s, name, fd, f))
        return false;
    s->is_lent = true;
    return true;
}

void sink_give(struct sink *s, uid_t user, gid_t group)
{
    if (s->temporary && fchown(s->fd, user, group) != 0 && !s->error)
        s->error = errno;
}

void sink_open_stdout(struct sink *s)
{
    open_block(s, "standard output", 1);
}

bool sink_is_kept(const struct sink *s)
{
    struct stat status;

    return s->temporary || s->is_lent || s->fd < 0 ||
           (fstat(s->fd, &status) == 0 && S_ISREG(status.st_mode));
}

bool sink_open(struct sink *s, const char *path, struct fault *f)
{
    if (path)
        return sink_open_file(s, path, f);
    sink_open_stdout(s);
    return true;
}

void sink_limit(struct sink *s, uint64_t most)
{
    s->most = most;
}

void sink_open_buf(struct sink *s)
{
    *s = (struct sink){.fd = -1, .folder = AT_FDCWD};
}

static void write_out(struct sink *s, const char *p, size_t n)
{
    while (n && !s->error) {
        ssize_t done = write(s->fd, p, n);
        if (done < 0) {
            if (errno == EAGAIN)
                poll(&(struct pollfd){.fd = s->fd, .events = POLLOUT}, 1, -1);
            else if (errno != EINTR)
                s->error = errno;
            continue;
        }
        p += done;
        n -= (size_t)done;
    }
}

static bool is_too_long(const struct sink *s)
{
    return s->most && s->written > s->most;
}

static bool is_held_back(const struct sink *s)
{
    return s->most && !s->temporary && !s->is_lent;
}

/* Writes bytes that were counted, or holds them back. */
static void put(struct sink *s, const char *p, size_t n)
{
    if (is_too_long(s))
        return;
    if (is_held_back(s))
        buf_add(&s->buf, (struct str){p, n});
    else
        write_out(s, p, n);
}

/* Returns how much of the text is whole characters: the rest may go on with the next bytes. */
static size_t whole_characters(struct str text)
{
    for (size_t k = 1; k < 4 && k <= text.n; k++) {
        unsigned char c = (unsigned char)text.p[text.n - k];
        size_t wanted = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
        if (c >= 0xc0)
            return wanted > k ? text.n - k : text.n;
        if (c < 0x80)
            break;
    }
    return text.n;
}

/* Keeps at most three bytes, the beginning of a character. */
static void flush_shown(struct sink *s, bool is_end)
{
    struct str text = {s->block, s->n};
    size_t n = is_end ? text.n : whole_characters(text);

    if (!is_held_back(s))
        buf_clear(&s->buf);
    visible_add_text(&s->buf, str_from_to(text, 0, is_too_long(s) ? 0 : n));
    if (!is_held_back(s))
        write_out(s, s->buf.p, s->buf.n);
    memmove(s->block, s->block + n, s->n - n);
    s->n -= n;
}

static void flush(struct sink *s)
{
    if (s->is_terminal) {
        flush_shown(s, false);
        return;
    }
    put(s, s->block, s->n);
    s->n = 0;
}

/* A file system without fsync (EINVAL) is no failure. */
static void make_durable(struct sink *s)
{
    while (!s->skip_fsync && !s->error && fsync(s->fd) != 0) {
        if (errno == EINVAL)
            break;
        if (errno != EINTR)
            s->error = errno;
    }
}

static void put_in_place(struct sink *s)
{
    if (s->mode && fchmod(s->fd, s->mode) != 0)
        s->error = errno;
    make_durable(s);
    if (close(s->fd) != 0 && !s->error && errno != EINTR)
        s->error = errno;
    s->fd = -1;
    if (!s->error && renameat(s->folder, s->temporary, s->folder, s->path) != 0)
        s->error = errno;
    if (s->error)
        unlinkat(s->folder, s->temporary, 0);
    forget_temporary(s);
}

static bool broken_pipe(struct fault *f)
{
    struct sigaction action;

    if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        raise(SIGPIPE);
    f->kind = FAULT_SYSTEM;
    f->text[0] = '\0';
    return false;
}

/* What is not whole must not appear. */
static void empty_lent(const struct sink *s)
{
    if (s->is_lent && s->fd >= 0)
        (void)!ftruncate(s->fd, 0);
}

bool sink_close(struct sink *s, struct fault *f)
{
    if (!s->block) {
        sink_discard(s);
        return true;
    }
    if (s->is_terminal)
        flush_shown(s, true);
    else if (s->buf.n)
        flush(s);
    if (is_too_long(s)) {
        limits_reached(f, s->name, "output", s->most);
        sink_discard(s);
        return false;
    }
    if (is_held_back(s))
        write_out(s, buf_str(&s->buf).p, s->buf.n);
    write_out(s, s->block, s->n);
    if (s->error)
        empty_lent(s);
    if (s->temporary)
        put_in_place(s);
    else if (close(s->fd) != 0 && !s->error && errno != EINTR)
        s->error = errno;
    s->fd = -1;
    int error = s->error;
    const char *name = s->name;
    sink_discard(s);
    if (!error)
        return true;
    if (error == EPIPE)
        return broken_pipe(f);
    return fault_set(f, FAULT_SYSTEM, "%s: cannot be written: %s", name, strerror(error));
}

void sink_discard(struct sink *s)
{
    empty_lent(s);
    if (s->fd > 2)
        close(s->fd);
    if (s->temporary)
        unlinkat(s->folder, s->temporary, 0);
    if (s->block)
        forget_temporary(s);
    mem_free(s->block, s->block ? BLOCK : 0, 1);
    buf_free(&s->buf);
    *s = (struct sink){.fd = -1, .folder = AT_FDCWD};
}

/* What is in the block is shown before the code, which must not be shown as text. */
void sink_ink(struct sink *s, enum ink ink)
{
    static const char *const codes[] = {
        [INK_PLAIN] = "\033[0m", [INK_FAINT] = "\033[2m", [INK_BOLD] = "\033[1m",
        [INK_WARM] = "\033[33m", [INK_HOT] = "\033[31m",  [INK_LESS] = "\033[36m",
    };

    if (!s->is_terminal)
        return;
    flush_shown(s, true);
    s->written += strlen(codes[ink]);
    put(s, codes[ink], strlen(codes[ink]));
}

/* All that a terminal is sent goes through the block. */
static void fill_blocks(struct sink *s, const char *p, size_t n)
{
    for (size_t part; n; p += part, n -= part) {
        part = n < BLOCK - s->n ? n : BLOCK - s->n;
        memcpy(s->block + s->n, p, part);
        s->n += part;
        if (s->n == BLOCK)
            flush(s);
    }
}

static void collect(struct sink *s, const char *p, size_t n)
{
    if (!is_too_long(s))
        buf_add(&s->buf, (struct str){p, n});
    s->written += n;
}

/* The block has no room for the bytes. */
static void overflow(struct sink *s, const char *p, size_t n)
{
    s->written += n;
    if (s->is_terminal) {
        fill_blocks(s, p, n);
        return;
    }
    flush(s);
    if (n >= BLOCK) {
        put(s, p, n);
        return;
    }
    memcpy(s->block, p, n);
    s->n = n;
}

void sink_bytes(struct sink *s, const char *p, size_t n)
{
    if (!s->block) {
        collect(s, p, n);
        return;
    }
    if (n > BLOCK - s->n) {
        overflow(s, p, n);
        return;
    }
    memcpy(s->block + s->n, p, n);
    s->n += n;
    s->written += n;
}

char *sink_room(struct sink *s, size_t n)
{
    assert(n <= ROOM_MAX);
    if (!s->block)
        return buf_reserve(&s->buf, n);
    if (n > BLOCK - s->n)
        flush(s);
    return s->block + s->n;
}

void sink_took(struct sink *s, size_t n)
{
    if (s->block)
        s->n += n;
    else if (!is_too_long(s)) /* before these bytes */
        s->buf.n += n;
    s->written += n;
}

void sink_str(struct sink *s, struct str text)
{
    sink_bytes(s, text.p, text.n);
}

void sink_byte(struct sink *s, char c)
{
    if (!s->block || s->n == BLOCK) {
        sink_bytes(s, &c, 1);
        return;
    }
    s->block[s->n++] = c;
    s->written++;
}
