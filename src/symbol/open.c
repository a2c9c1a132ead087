/* Safely opens files that an input names, or that others may write. */
#include "symbol/open.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"

int open_regular(const char *path)
{
    return folder_regular(AT_FDCWD, path, true);
}

bool open_is_refused(int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
    case EINVAL: /* a name that the file system cannot have */
    case EILSEQ:
    case ELOOP:
    case EACCES:
    case EPERM:
    case EISDIR:
    case ENXIO: /* a socket */
    case ENODEV:
    case ESRCH:  /* a file of a process that ended */
    case EAGAIN: /* somebody keeps moving its folders */
        return true;
    default:
        return false;
    }
}

void open_failed(const char *path, int error, struct fault *f)
{
    if (!open_is_refused(error))
        fault_set(f, FAULT_SYSTEM, "%s: %s", path, strerror(error));
}

/* Files in /proc have no size; they end when a read returns nothing. */
static bool read_text(int fd, size_t most, struct buf *to)
{
    enum { ROOM = 64 << 10 };

    for (size_t left = most; left;) {
        size_t n = left < ROOM ? left : ROOM;
        ssize_t got = read(fd, buf_reserve(to, n), n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0;
        to->n += (size_t)got;
        left -= (size_t)got;
    }
    return true;
}

bool open_text(const char *path, size_t most, struct buf *to, struct fault *f)
{
    int fd = open_regular(path);

    if (fd < 0) {
        open_failed(path, errno, f);
        return f->kind == FAULT_NONE;
    }
    if (!read_text(fd, most, to) && !open_is_refused(errno))
        fault_set(f, FAULT_SYSTEM, "%s: read error: %s", path, strerror(errno));
    close(fd);
    return f->kind == FAULT_NONE;
}

const char *open_path(struct buf *to, const char *folder, const char *below, const char *name)
{
    const char *parts[] = {folder, below, name};

    buf_clear(to);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (to->n && parts[i][0])
            buf_add_byte(to, '/');
        buf_add(to, str_of(parts[i]));
    }
    buf_add_byte(to, '\0');
    return to->p;
}
