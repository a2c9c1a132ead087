/* /tmp/perf-1234.map, or x.syms.json beside x.json: whose they are is decided by the descriptor. */
#include "base/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/parse.h"

static int close_for(int fd, int error)
{
    if (fd >= 0)
        close(fd);
    errno = error;
    return -1;
}

/* Of what was opened through no link, or is a link. */
static int only_ours(int fd)
{
    struct stat status;

    if (fd < 0)
        return close_for(fd, errno == ELOOP ? EPERM : errno);
    if (fstat(fd, &status) == 0 && folder_owner_is_ours(&status) && status.st_nlink == 1)
        return fd;
    return close_for(fd, EPERM);
}

int beside_open_own(const char *path)
{
    return only_ours(folder_regular(AT_FDCWD, path, false));
}

int beside_open(const char *folder, const char *below, const char *name)
{
    enum { PLACE = O_PATH | O_DIRECTORY | O_CLOEXEC };
    int at = open(*folder ? folder : ".", PLACE);

    if (at < 0)
        return -1;
    bool is_ours = folder_is_ours(at);
    if (*below) {
        const int inner = openat(at, below, PLACE | (is_ours ? 0 : O_NOFOLLOW));
        if (inner < 0)
            return close_for(at, errno == ENOTDIR && !is_ours ? EPERM : errno);
        close(at);
        at = inner;
        is_ours = is_ours && folder_is_ours(at);
    }
    const int fd =
        is_ours ? folder_regular(at, name, true) : only_ours(folder_regular(at, name, false));
    const int error = errno;
    close(at);
    errno = error;
    return fd;
}

int beside_open_path(const char *path)
{
    const struct str whole = str_of(path);
    const struct str name = path_base_name(whole);
    struct buf folder = {0};

    buf_add(&folder, str_from_to(whole, 0, whole.n - name.n));
    buf_add_byte(&folder, '\0');
    const int fd = beside_open(folder.p, "", name.p);
    const int error = errno;
    buf_free(&folder);
    errno = error;
    return fd;
}

static int close_keeping(int at, int fd)
{
    const int error = errno;

    close(at);
    errno = error;
    return fd;
}

/* Whether somebody else than the folder's owner can have put there what lies in it, open as `fd`,
 * and has. */
static bool is_of_others(int folder, int fd)
{
    struct stat status, its;

    return fstat(folder, &status) != 0 || fstat(fd, &its) != 0 ||
           ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0 && !folder_owner_is_ours(&its) &&
            its.st_uid != status.st_uid);
}

static bool is_shared(int folder)
{
    struct stat status;

    return fstat(folder, &status) != 0 || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

/* Opens a folder in another, which it closes. In one that is shared a link is followed by its text,
 * as its name may lead elsewhere by now. */
static int enter(int above, const char *name)
{
    enum { PLACE = O_PATH | O_CLOEXEC };
    char text[PATH_MAX];
    ssize_t n;

    if (!is_shared(above))
        return close_keeping(above, openat(above, name, PLACE | O_DIRECTORY));
    int fd = openat(above, name, PLACE | O_NOFOLLOW);
    if (fd >= 0 && is_of_others(above, fd))
        fd = close_for(fd, EPERM);
    if (fd >= 0 && (n = readlinkat(fd, "", text, sizeof text - 1)) >= 0) {
        text[n] = '\0';
        close(fd);
        fd = openat(above, text, PLACE | O_DIRECTORY);
    }
    return close_keeping(above, fd);
}

/* Of somebody who could put it there. */
static int only_owned(int folder, int fd)
{
    struct stat status;

    if (fd < 0)
        return close_for(fd, errno == ELOOP ? EPERM : errno);
    if (fstat(fd, &status) == 0 && status.st_nlink == 1 && !is_of_others(folder, fd))
        return fd;
    return close_for(fd, EPERM);
}

int beside_open_named(const char *path)
{
    struct str rest = str_of(path);
    struct str part;
    char name[NAME_MAX + 1] = "";
    int at = open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);

    while (at >= 0 && take_field(&rest, '/', &part)) {
        if (part.n > NAME_MAX)
            return close_for(at, ENAMETOOLONG);
        memcpy(name, part.p, part.n);
        name[part.n] = '\0';
        if (!rest.p)
            break;
        if (part.n)
            at = enter(at, name);
    }
    if (at < 0)
        return -1;
    return close_keeping(at, is_shared(at) ? only_owned(at, folder_regular(at, name, false))
                                           : folder_regular(at, name, true));
}

int beside_open_own_in(const struct folder *folder, const char *path)
{
    return only_ours(folder_file_itself(folder, path));
}

int beside_open_in(const struct folder *folder, const char *path)
{
    return folder_is_ours(folder->fd) ? folder_file(folder, path)
                                      : beside_open_own_in(folder, path);
}

const char *beside_why(void)
{
    return " was not read, as others can write to its folder and it is not yours or is a link: if "
           "it can be trusted, move it, and what it lies beside, to a folder that only you can "
           "write to";
}
