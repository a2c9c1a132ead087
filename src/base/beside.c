/* /tmp/perf-1234.map, or x.syms.json beside x.json: the owner is checked after the file is open. */
#include "base/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
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

/* Where a path has led to, and what is left of it, which it owns. */
struct path_lookup {
    int at;
    struct buf left;
    unsigned links;
};

static int open_top(char first)
{
    return open(first == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Puts the text of an open link before what comes behind it. */
static bool follow(struct path_lookup *w, int link, struct str behind)
{
    enum { LINKS_MOST = 40 };
    char text[PATH_MAX];
    const ssize_t n = readlinkat(link, "", text, sizeof text);
    struct buf left = {0};

    errno = ELOOP;
    if (n <= 0 || n == sizeof text || ++w->links > LINKS_MOST)
        return false;
    buf_add(&left, (struct str){text, (size_t)n});
    if (behind.p) {
        buf_add(&left, STR("/"));
        buf_add(&left, behind);
    }
    buf_free(&w->left);
    w->left = left;
    if (text[0] == '/') {
        close(w->at);
        w->at = open_top('/');
    }
    return w->at >= 0;
}

/* Takes a step into a folder, which is open, or along a link. */
static bool step(struct path_lookup *w, int fd, bool is_link, struct str behind)
{
    struct buf left = {0};

    if (is_link) {
        const bool ok = follow(w, fd, behind);
        return close_keeping(fd, ok);
    }
    buf_add(&left, behind);
    buf_free(&w->left);
    w->left = left;
    close(w->at);
    w->at = fd;
    return true;
}

/* Opens the file, which is the last part of a path. */
static int open_last(int at, const char *name)
{
    const int fd = folder_regular(at, name, false);

    return is_shared(at) ? only_owned(at, fd) : fd;
}

/* Takes a step; false at the end, with the file, or -1 and errno, in *file. */
static bool follow_part(struct path_lookup *w, int *file)
{
    struct str behind = buf_str(&w->left);
    char name[NAME_MAX + 1];
    struct stat status;
    struct str part = {0};

    (void)take_field(&behind, '/', &part);
    const bool is_last = !behind.p;
    *file = -1;
    errno = part.n > NAME_MAX ? ENAMETOOLONG : ENOENT;
    if (part.n > NAME_MAX || (is_last && part.n == 0))
        return false;
    snprintf(name, sizeof name, "%.*s", part.n ? (int)part.n : 1, part.n ? part.p : ".");
    const int fd = openat(w->at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool is_link = fstat(fd, &status) == 0 && S_ISLNK(status.st_mode);
    if (is_of_others(w->at, fd) || (is_last && is_link && is_shared(w->at))) {
        (void)close_for(fd, EPERM);
        return false;
    }
    if (!is_last || is_link)
        return step(w, fd, is_link, behind);
    close(fd);
    *file = open_last(w->at, name);
    return false;
}

int beside_open_named(const char *path)
{
    struct path_lookup w = {.at = open_top(*path)};
    int file = -1;

    buf_add(&w.left, str_of(path));
    while (w.at >= 0 && follow_part(&w, &file))
        continue;
    const int error = errno;
    buf_free(&w.left);
    if (w.at >= 0)
        close(w.at);
    errno = error;
    return file;
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

const char *beside_refusal(void)
{
    return " was not read, as others can write to its folder and it is not yours or is a link: if "
           "it can be trusted, move it, and what it lies beside, to a folder that only you can "
           "write to";
}
