/* {EMBEDDED_PERF_MAP, 4711, size, 16, "/tmp/perf-1.map"}, the file, up to 7 zeros
 * Copies files to one that has no name. */
#include "record/code/embedded_files.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/mem.h"
#include "base/nameless.h"
#include "base/native.h"
#include "base/parse.h"
#include "base/transfer.h"

enum { PATH = 4096, BLOCK = 64 << 10, WORD = 8 };

static const uint64_t MEGABYTE = 1 << 20;

/* In the folder of the recording there is room for it, and only the user may read it. */
static bool need_copies(struct embedded_files *t)
{
    char path[PATH];
    const struct str whole = str_of(t->beside);
    const int folder = (int)(whole.n - path_base_name(whole).n);

    if (t->fd < 0 && t->most)
        t->fd = memfd_create("names", MFD_CLOEXEC);
    if (t->fd >= 0)
        return true;
    snprintf(path, sizeof path, "%.*s", folder ? folder : 1, folder ? t->beside : ".");
    struct folder in = folder_open(path);
    t->fd = in.fd >= 0 ? nameless_create(in.fd) : -1;
    folder_close(&in);
    return t->fd >= 0;
}

/* Copies up to *n bytes; sets *n to what there was. */
static bool copy(const struct embedded_files *t, int fd, uint64_t at, uint64_t *n)
{
    char *block = mem_alloc(BLOCK, 1);
    uint64_t done = 0;
    ssize_t got = 1;
    bool ok = true;

    while (ok && got && done < *n) {
        got = pread(fd, block, *n - done < BLOCK ? (size_t)(*n - done) : BLOCK, (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        const struct str bytes = {block, got < 0 ? 0 : (size_t)got};
        ok = got >= 0 && transfer_write_at(t->fd, bytes, at + done);
        done += got > 0 ? (uint64_t)got : 0;
    }
    mem_free(block, BLOCK, 1);
    *n = done;
    return ok;
}

/* A process that still writes its map may have written half a line, whose name would be wrong. */
static uint64_t whole_lines(const struct embedded_files *t, uint64_t at, uint64_t n)
{
    char end[PATH];
    const size_t look = n < sizeof end ? (size_t)n : sizeof end;

    if (pread(t->fd, end, look, (off_t)(at + n - look)) != (ssize_t)look)
        return n;
    for (size_t i = look; i-- > 0;)
        if (end[i] == '\n')
            return n - look + i + 1;
    return n;
}

static void add_head(struct buf *to, enum embedded_file_kind kind, uint32_t pid, uint64_t size,
                     struct str path)
{
    native_u32(to, kind);
    native_u32(to, pid);
    native_u64(to, size);
    native_u32(to, (uint32_t)path.n + 1);
    buf_add(to, path);
    buf_add_byte(to, '\0');
}

/* Writes what is before and behind n bytes of a file, which lie there. */
static bool enclose(struct embedded_files *t, struct buf *head, uint64_t n)
{
    static const char zeros[WORD] = {0};
    const uint64_t end = t->size + head->n + n;
    const size_t pad = (size_t)(WORD - end % WORD) % WORD;

    if (!transfer_write_at(t->fd, buf_str(head), t->size) ||
        !transfer_write_at(t->fd, (struct str){zeros, pad}, end))
        return false;
    t->size = end + pad;
    t->counts.files++;
    return true;
}

uint64_t embedded_files_room(const struct embedded_files *t)
{
    const uint64_t most = (uint64_t)EMBEDDED_MEGABYTES_MOST * MEGABYTE;
    const uint64_t all = t->most ? t->most : EMBEDDED_MEGABYTES_ALL * MEGABYTE;
    const uint64_t left = all > t->size ? all - t->size : 0;

    return left < most ? left : most;
}

static enum embedded_refusal reason(int error, uint64_t size)
{
    switch (error) {
    case EFBIG:
        return size > (uint64_t)EMBEDDED_MEGABYTES_MOST * MEGABYTE ? REFUSED_SIZE : REFUSED_TOTAL;
    case EUSERS:
        return REFUSED_OWNER;
    case ELOOP:
        return REFUSED_LINK;
    case EMFILE:
        return REFUSED_MANY;
    case ENOTRECOVERABLE:
        return REFUSED_RIGHTS;
    case ETIMEDOUT:
        return REFUSED_MUTE;
    case ECANCELED:
        return REFUSED_ENDED;
    case EIO:
    case ENOMEM:
    case ENOSPC:
        return REFUSED_COPY;
    default:
        return REFUSED_KIND;
    }
}

void embedded_files_refuse(struct embedded_files *t, int error, uint64_t size)
{
    if (error != ENOENT && error != ENOTDIR && error != ESRCH)
        t->counts.refused[reason(error, size)]++;
}

void embedded_files_add(struct embedded_files *t, enum embedded_file_kind kind, uint32_t pid,
                        struct str path, int fd, uint64_t size)
{
    struct buf head = {0};
    const uint64_t at = t->size + EMBEDDED_HEAD + path.n + 1;
    uint64_t n = size;

    if (size == 0)
        return;
    const bool ok = need_copies(t) && copy(t, fd, at, &n);
    if (ok && kind == EMBEDDED_PERF_MAP)
        n = whole_lines(t, at, n);
    add_head(&head, kind, pid, n, path);
    if (!ok || !enclose(t, &head, n))
        t->counts.refused[REFUSED_COPY]++;
    buf_free(&head);
}

void embedded_files_add_bytes(struct embedded_files *t, enum embedded_file_kind kind,
                              struct str path, struct str bytes)
{
    struct buf head = {0};

    if (embedded_files_room(t) < bytes.n) {
        t->counts.refused[REFUSED_TOTAL]++;
        return;
    }
    add_head(&head, kind, 0, bytes.n, path);
    if (!need_copies(t) || !transfer_write_at(t->fd, bytes, t->size + head.n) ||
        !enclose(t, &head, bytes.n))
        t->counts.refused[REFUSED_COPY]++;
    buf_free(&head);
}

void embedded_files_free(struct embedded_files *t)
{
    if (t->fd >= 0)
        close(t->fd);
    t->fd = -1;
}
