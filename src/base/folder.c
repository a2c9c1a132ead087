/* Opens files below a folder, with openat2 where the system has it. */
#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/parse.h"

enum { TRIES = 16, LEVELS_MOST = 256, READING = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK };

struct folder folder_open(const char *path)
{
    return (struct folder){open(path, O_PATH | O_DIRECTORY | O_CLOEXEC), strcmp(path, "/") == 0};
}

void folder_close(struct folder *f)
{
    if (f->fd >= 0)
        close(f->fd);
    f->fd = -1;
}

bool folder_owner_is_ours(const struct stat *status)
{
    return status->st_uid == geteuid() || status->st_uid == 0;
}

bool folder_is_ours(int folder)
{
    struct stat status;

    return fstat(folder, &status) == 0 && folder_owner_is_ours(&status) &&
           (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static int close_keeping_errno(int fd)
{
    int reason = errno;

    close(fd);
    errno = reason;
    return -1;
}

/* Opens one directory of a path (not the last part); refuses links and "..". */
static int open_level(int above, const char *path, size_t n)
{
    char name[256];

    if (n >= sizeof name || (n == 2 && memcmp(path, "..", 2) == 0)) {
        errno = ENOENT;
        return -1;
    }
    memcpy(name, path, n);
    name[n] = '\0';
    return openat(above, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Sets errno to ELOOP where a link is in the way, to ENOTDIR where a file is. */
static void tell_link(int above, const char *path, size_t n)
{
    char name[256];
    struct stat st;

    if (n >= sizeof name)
        return;
    memcpy(name, path, n);
    name[n] = '\0';
    errno = fstatat(above, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(st.st_mode) ? ELOOP
                                                                                       : ENOTDIR;
}

/* Without openat2: opens level by level and follows no link. */
static int open_by_levels(const struct folder *f, const char *path, int flags)
{
    int level = fcntl(f->fd, F_DUPFD_CLOEXEC, 0);

    for (unsigned depth = 0; level >= 0 && depth < LEVELS_MOST; depth++) {
        path += strspn(path, "/");
        size_t n = strcspn(path, "/");
        bool is_last = path[n] == '\0';
        bool is_up = n == 2 && memcmp(path, "..", 2) == 0;
        int next = !is_last || is_up ? open_level(level, path, n)
                                     : openat(level, path, flags | O_NOFOLLOW);
        if (next < 0 && errno == ENOTDIR && !is_last)
            tell_link(level, path, n);
        close_keeping_errno(level);
        if (is_last)
            return next;
        level = next;
        path += n;
    }
    if (level >= 0)
        close(level);
    return -1;
}

static int open_below(const struct folder *f, const char *path, int flags)
{
    struct open_how how = {.flags = (unsigned)flags,
                           .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS};
    long fd = -1;

    for (unsigned i = 0; i < TRIES; i++) {
        fd = syscall(SYS_openat2, f->fd, path, &how, sizeof how);
        if (fd >= 0 || (errno != EINTR && errno != EAGAIN))
            break;
    }
    if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
        return (int)fd;
    return f->is_root ? openat(f->fd, path, flags) : open_by_levels(f, path, flags);
}

/* If not, errno says why. */
static bool is_regular(int fd)
{
    struct stat st;

    if (fstat(fd, &st) != 0)
        return false;
    errno = S_ISDIR(st.st_mode) ? EISDIR : S_ISLNK(st.st_mode) ? ELOOP : EACCES;
    return S_ISREG(st.st_mode);
}

int folder_regular(int folder, const char *path, bool links)
{
    int fd;

    do
        fd = openat(folder, path, READING | (links ? 0 : O_NOFOLLOW));
    while (fd < 0 && errno == EINTR);
    if (fd < 0 || is_regular(fd))
        return fd;
    return close_keeping_errno(fd);
}

int folder_path(const struct folder *f, const char *path, bool links)
{
    errno = ENOENT;
    return f->fd >= 0 && *path ? open_below(f, path, O_PATH | O_CLOEXEC | (links ? 0 : O_NOFOLLOW))
                               : -1;
}

/* Opening a device may have effects, so the type is checked first, and what was checked is opened:
 * by its path another may be there by now. Only without /proc the path is taken once more. */
static int open_file(const struct folder *f, const char *path, bool links)
{
    char checked[32];
    const int fd = folder_path(f, path, links);

    if (fd < 0)
        return -1;
    if (!is_regular(fd))
        return close_keeping_errno(fd);
    snprintf(checked, sizeof checked, "/proc/self/fd/%d", fd);
    int file = open(checked, READING);
    if (file < 0 && errno == ENOENT && access("/proc/self/fd", F_OK) != 0)
        file = open_below(f, path, READING | (links ? 0 : O_NOFOLLOW));
    close_keeping_errno(fd);
    return file < 0 || is_regular(file) ? file : close_keeping_errno(file);
}

int folder_file(const struct folder *f, const char *path)
{
    return open_file(f, path, true);
}

int folder_file_itself(const struct folder *f, const char *path)
{
    return open_file(f, path, false);
}

struct folder folder_below(const struct folder *f, const char *path)
{
    return (struct folder){open_below(f, path, O_PATH | O_DIRECTORY | O_CLOEXEC), false};
}

static bool is_name(struct str part)
{
    return part.n && part.n <= NAME_MAX && !str_equal(part, STR(".")) &&
           !str_equal(part, STR(".."));
}

/* Opens the folder `part` of the folder `above`, which it closes. */
static int enter(int above, struct str part, bool make)
{
    char name[NAME_MAX + 1];
    int below = -1;

    errno = part.n > NAME_MAX ? ENAMETOOLONG : EINVAL;
    if (is_name(part)) {
        memcpy(name, part.p, part.n);
        name[part.n] = '\0';
        if (!make || mkdirat(above, name, 0777) == 0 || errno == EEXIST)
            below = open_level(above, name, part.n);
    }
    close_keeping_errno(above);
    return below;
}

/* Which links are followed beside those of this user and root: those in a folder where not anybody
 * can write, or in one where nobody else can. */
enum whose { NOT_OF_ANYBODY, OURS_ALONE };

static bool may_follow(int folder, int link, enum whose whose)
{
    struct stat status;

    if (fstat(link, &status) == 0 && folder_owner_is_ours(&status))
        return true;
    return whose == NOT_OF_ANYBODY ? fstat(folder, &status) == 0 && (status.st_mode & S_IWOTH) == 0
                                   : folder_is_ours(folder);
}

/* By its text, as its name may lead elsewhere by now. */
static int follow(int folder, const char *name, int link, int flags, enum whose whose)
{
    char text[PATH_MAX];

    flags |= O_PATH | O_CLOEXEC;
    if (folder_is_ours(folder))
        return openat(folder, name, flags);
    const ssize_t n = readlinkat(link, "", text, sizeof text);
    errno = ELOOP;
    if (n <= 0 || n == sizeof text || !may_follow(folder, link, whose))
        return -1;
    text[n] = '\0';
    return openat(folder, text, flags);
}

int folder_follow(int folder, const char *name, int link, int flags)
{
    return follow(folder, name, link, flags, OURS_ALONE);
}

/* Opens a folder that may be a link; closes the one above it. */
static int enter_output(int above, struct str part, bool make, enum whose whose)
{
    enum { LOOK = O_PATH | O_NOFOLLOW | O_CLOEXEC };
    char name[NAME_MAX + 1];
    struct stat status;

    if (part.n > NAME_MAX) {
        errno = ENAMETOOLONG;
        return close_keeping_errno(above);
    }
    memcpy(name, part.p, part.n);
    name[part.n] = '\0';
    int fd = openat(above, name, LOOK);
    if (fd < 0 && errno == ENOENT && make && (mkdirat(above, name, 0777) == 0 || errno == EEXIST))
        fd = openat(above, name, LOOK);
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISLNK(status.st_mode)) {
        const int to = follow(above, name, fd, O_DIRECTORY, whose);
        close_keeping_errno(fd);
        fd = to;
    } else if (fd >= 0 && !S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
        fd = close_keeping_errno(fd);
    }
    close_keeping_errno(above);
    return fd;
}

/* The kernel follows links of others in the same way, but protects folders like /tmp alone. */
static int walk(const char *path, bool make, enum whose last)
{
    struct str rest = str_of(path);
    struct str part;
    int at = open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);

    while (rest.n && rest.p[rest.n - 1] == '/')
        rest.n--;
    while (at >= 0 && rest.n && take_field(&rest, '/', &part))
        if (part.n)
            at = enter_output(at, part, make, rest.n ? NOT_OF_ANYBODY : last);
    return at;
}

int folder_make(const char *path)
{
    return walk(path, true, OURS_ALONE);
}

int folder_of_outputs(const char *path)
{
    return walk(path, false, NOT_OF_ANYBODY);
}

int folder_that_holds(int folder, struct str path, bool make)
{
    struct str rest = path;
    struct str part = {0};
    int at = fcntl(folder, F_DUPFD_CLOEXEC, 0);

    while (at >= 0 && take_field(&rest, '/', &part) && rest.p)
        at = enter(at, part, make);
    if (at < 0 || is_name(part))
        return at;
    close(at);
    errno = EINVAL;
    return -1;
}
