/* /tmp/perf-1234.map, or x.syms.json beside x.json: whose they are is decided by the descriptor. */
#include "base/beside.h"

#include <errno.h>
#include <fcntl.h>
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

int beside_open_named(const char *path)
{
    const struct str whole = str_of(path);
    struct buf folder = {0};
    struct stat status;

    buf_add(&folder, str_from_to(whole, 0, whole.n - path_base_name(whole).n));
    buf_add(&folder, folder.n ? STR("") : STR("."));
    buf_add_byte(&folder, '\0');
    const bool found = stat(folder.p, &status) == 0;
    const int error = errno;
    buf_free(&folder);
    if (!found)
        return close_for(-1, error);
    return status.st_mode & (S_IWGRP | S_IWOTH) ? beside_open_own(path)
                                                : folder_regular(AT_FDCWD, path, true);
}

int beside_open_in(const struct folder *folder, const char *path)
{
    return folder_is_ours(folder->fd) ? folder_file(folder, path)
                                      : only_ours(folder_file_itself(folder, path));
}

const char *beside_why(void)
{
    return " was not read, as others can write to its folder and it is not yours or is a link: if "
           "it can be trusted, move it, and what it lies beside, to a folder that only you can "
           "write to";
}
