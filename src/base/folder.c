/* Opens files below a folder, with openat2 where the system has it. */
#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
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
    errno = S_ISDIR(st.st_mode) ? EISDIR : EACCES;
    return S_ISREG(st.st_mode);
}

/* Opening a device may have effects, so the type is checked first. */
static int open_file(const struct folder *f, const char *path, int links)
{
    errno = ENOENT;
    int fd = f->fd >= 0 && *path ? open_below(f, path, O_PATH | O_CLOEXEC | links) : -1;

    if (fd < 0)
        return -1;
    bool regular = is_regular(fd);
    close_keeping_errno(fd);
    if (!regular)
        return -1;
    fd = open_below(f, path, READING | links);
    return fd < 0 || is_regular(fd) ? fd : close_keeping_errno(fd);
}

int folder_file(const struct folder *f, const char *path)
{
    return open_file(f, path, 0);
}

int folder_file_itself(const struct folder *f, const char *path)
{
    return open_file(f, path, O_NOFOLLOW);
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

int folder_that_holds(const char *folder, struct str path, bool make)
{
    struct str rest = path;
    struct str part = {0};
    int at = folder_open(folder).fd;

    while (at >= 0 && take_field(&rest, '/', &part) && rest.p)
        at = enter(at, part, make);
    if (at < 0 || is_name(part))
        return at;
    close(at);
    errno = EINVAL;
    return -1;
}
