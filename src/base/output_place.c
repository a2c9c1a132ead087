/* Looks at the path of an output with O_PATH and fstat, which open neither files nor devices. */
#include "base/output_place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/folder.h"
#include "base/parse.h"

enum { LINK_NAME = 32, WRITING = O_WRONLY | O_CLOEXEC | O_NOCTTY };

static void close_keeping_errno(int fd)
{
    const int reason = errno;

    if (fd >= 0)
        close(fd);
    errno = reason;
}

static bool is_written_through(const struct stat *status)
{
    return !S_ISREG(status->st_mode) && !S_ISDIR(status->st_mode) && !S_ISLNK(status->st_mode);
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_rdev == b->st_rdev &&
           (a->st_mode & S_IFMT) == (b->st_mode & S_IFMT);
}

/* Opens what the descriptor found to write to it. Where /proc is not there or not for us, it is
 * opened by its name, through no link, and nothing is written unless it is the same. */
static int open_found(const struct output_place *p, int found, const struct stat *status)
{
    char name[LINK_NAME];
    struct stat opened;
    int fd;

    snprintf(name, sizeof name, "/proc/self/fd/%d", found);
    do
        fd = open(name, WRITING);
    while (fd < 0 && errno == EINTR);
    if (fd >= 0 || (errno != ENOENT && errno != EACCES))
        return fd;
    fd = openat(p->folder, p->name, WRITING | O_NOFOLLOW);
    if (fd < 0 || (fstat(fd, &opened) == 0 && is_same(status, &opened)))
        return fd;
    close(fd);
    errno = EAGAIN;
    return -1;
}

/* What a link leads to. Sets `through` if that is written to, so not through a link that others
 * may have made. */
static bool follow(struct output_place *p, int link)
{
    struct stat target;
    const int fd = folder_follow(p->folder, p->name, link, 0);

    if (fd < 0 || fstat(fd, &target) != 0 || !is_written_through(&target)) {
        close_keeping_errno(fd);
        return true; /* the link is replaced */
    }
    p->through = open_found(p, fd, &target);
    close_keeping_errno(fd);
    return p->through >= 0;
}

/* False with errno. */
static bool look(struct output_place *p)
{
    const int fd = openat(p->folder, p->name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    bool ok = true;

    if (fd < 0)
        return errno == ENOENT;
    p->is_there = fstat(fd, &p->there) == 0;
    p->is_folder = p->is_there && S_ISDIR(p->there.st_mode);
    if (p->is_there && S_ISLNK(p->there.st_mode)) {
        ok = follow(p, fd);
    } else if (p->is_there && is_written_through(&p->there)) {
        p->through = open_found(p, fd, &p->there);
        ok = p->through >= 0;
    }
    close_keeping_errno(fd);
    return ok;
}

static int open_folder(struct str path)
{
    struct buf folder = {0};

    buf_add(&folder, path.n ? path : STR("."));
    buf_add_byte(&folder, '\0');
    const int fd = folder_of_outputs(folder.p);
    buf_free(&folder);
    return fd;
}

bool output_place_find(struct output_place *p, const char *path)
{
    const struct str whole = str_of(path);

    *p = (struct output_place){.name = path_base_name(whole).p, .through = -1};
    p->folder = open_folder(str_from_to(whole, 0, (size_t)(p->name - path)));
    if (p->folder < 0)
        return false;
    if (*p->name == '\0')
        p->is_folder = true;
    const bool ok = p->is_folder || look(p);
    if (!ok || p->is_folder)
        close_keeping_errno(p->folder);
    return ok;
}
