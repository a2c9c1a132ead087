/* Creates temporary files by O_TMPFILE, or under a name that is removed at once. */
#include "base/nameless.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/transfer.h"

enum { TRIES = 100, NAME = 32, BLOCK = 64 << 10, MODE = 0600 };

/* The name need not be secret, only unused: O_EXCL and linkat make sure. */
static void name_next(char name[NAME])
{
    unsigned number = 0;

    if (getrandom(&number, sizeof number, 0) < 0)
        number = (unsigned)getpid();
    snprintf(name, NAME, ".flame.%06u", number % 1000000);
}

static int create_named(int folder, char name[NAME])
{
    int fd = -1;

    errno = EEXIST;
    for (unsigned i = 0; i < TRIES && fd < 0 && errno == EEXIST; i++) {
        name_next(name);
        fd = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, MODE);
    }
    return fd;
}

/* Lets no signal come while a file has a name that is not to stay. */
static void hold_signals(sigset_t *before)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, before);
}

int nameless_create(int folder)
{
    char name[NAME];
    sigset_t before;
    int fd = openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, MODE);

    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL && errno != ENOENT))
        return fd;
    hold_signals(&before);
    fd = create_named(folder, name);
    if (fd >= 0)
        unlinkat(folder, name, 0);
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

/* By the descriptor alone, which needs a right or Linux 6.10, or by its name in /proc. */
static bool link_to(int fd, int folder, const char *name)
{
    char path[NAME];

    if (linkat(fd, "", folder, name, AT_EMPTY_PATH) == 0)
        return true;
    if (errno == EEXIST)
        return false;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Links to a name that nothing else has. */
static bool link_anywhere(int fd, int folder, char name[NAME])
{
    bool ok = false;

    errno = EEXIST;
    for (unsigned i = 0; i < TRIES && !ok && errno == EEXIST; i++) {
        name_next(name);
        ok = link_to(fd, folder, name);
    }
    return ok;
}

static bool copy_bytes(int from, int to)
{
    char *block = mem_alloc(BLOCK, 1);
    off_t at = 0;
    ssize_t n = 1;
    bool ok = true;

    while (ok && n) {
        n = pread(from, block, BLOCK, at);
        if (n < 0 && errno == EINTR)
            continue;
        ok = n >= 0 && transfer_write(to, (struct str){block, (size_t)n});
        at += n > 0 ? n : 0;
    }
    mem_free(block, BLOCK, 1);
    return ok;
}

/* Ends making a copy under a name; false: it is gone. */
static bool fill_copy(int from, int copy, int folder, const char *name)
{
    if (copy < 0 || copy_bytes(from, copy))
        return copy >= 0;
    const int reason = errno;
    unlinkat(folder, name, 0);
    close(copy);
    errno = reason;
    return false;
}

/* Puts the file in place of another. */
static bool replace(int *fd, int folder, const char *name)
{
    char own[NAME];
    const bool linked = link_anywhere(*fd, folder, own);
    const int copy = linked ? -1 : create_named(folder, own);

    if (!linked && !fill_copy(*fd, copy, folder, own))
        return false;
    if (renameat(folder, own, folder, name) == 0) {
        if (!linked)
            close(*fd);
        *fd = linked ? *fd : copy;
        return true;
    }
    const int reason = errno;
    unlinkat(folder, own, 0);
    if (!linked)
        close(copy);
    errno = reason;
    return false;
}

/* Puts the file where none is. */
static bool add(int *fd, int folder, const char *name)
{
    if (link_to(*fd, folder, name))
        return true;
    if (errno == EEXIST)
        return false;
    const int copy = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, MODE);
    if (!fill_copy(*fd, copy, folder, name))
        return false;
    close(*fd);
    *fd = copy;
    return true;
}

bool nameless_keep(int *fd, int folder, const char *name, bool replaces)
{
    sigset_t before;

    hold_signals(&before);
    const bool ok = replaces ? replace(fd, folder, name) : add(fd, folder, name);
    const int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return ok;
}
