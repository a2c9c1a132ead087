/* /tmp/flame-trace-XXXXXX/ust/uid/0/64-bit/metadata: files of a trace, made one by one. */
#include "input/babeltrace/child/unpacked.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/folder.h"
#include "base/parse.h"
#include "base/process/wire.h"
#include "base/transfer.h"
#include "input/babeltrace/member.h"

void unpacked_init(struct unpacked *u)
{
    *u = (struct unpacked){.folder = -1, .file = -1};
}

/* Where the folder is made. */
static const char *folder_above(const struct unpacked *u)
{
    const char *above = getenv("TMPDIR");

    return above && *above == '/' && strlen(above) <= sizeof u->path / 2 ? above : "/tmp";
}

static bool cannot_unpack(struct unpacked *u)
{
    const char *why = strerror(errno);

    u->status = CHILD_UNABLE;
    snprintf(u->words, sizeof u->words, "cannot unpack to %.400s: %s; TMPDIR names another",
             folder_above(u), why);
    return false;
}

/* The file or a folder of it could not be made, as errno says. All that is there came from the
 * archive. */
static bool cannot_make(struct unpacked *u, struct str path)
{
    struct excerpt e;

    if (errno != EEXIST && errno != ENOTDIR)
        return cannot_unpack(u);
    u->status = CHILD_REFUSED;
    snprintf(u->words, sizeof u->words,
             "has \"%s\" twice, or one of its folders as a file, wanted each once",
             excerpt_of(&e, path));
    return false;
}

/* Who can write to the folder above may have put something else at the path by now. */
static int open_made(const char *path)
{
    struct stat status;
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (fd < 0 ||
        (fstat(fd, &status) == 0 && status.st_uid == geteuid() && (status.st_mode & 0777) == 0700))
        return fd;
    close(fd);
    errno = EAGAIN;
    return -1;
}

static bool make_folder(struct unpacked *u)
{
    snprintf(u->path, sizeof u->path, "%s/flame-trace-XXXXXX", folder_above(u));
    const bool is_made = mkdtemp(u->path); /* 0700 */
    u->folder = is_made ? open_made(u->path) : -1;
    if (u->folder >= 0)
        return true;
    const int reason = errno;
    if (is_made)
        (void)rmdir(u->path);
    u->path[0] = '\0';
    errno = reason;
    return cannot_unpack(u);
}

static void close_file(struct unpacked *u)
{
    if (u->file >= 0)
        close(u->file);
    u->file = -1;
}

/* Opens the folder that holds one below ours, whose name it sets, with a NUL. */
static int open_above(const struct unpacked *u, struct str below, char name[NAME_MAX + 1])
{
    const struct str last = path_base_name(below);

    errno = ENAMETOOLONG;
    if (last.n > NAME_MAX)
        return -1;
    memcpy(name, last.p, last.n);
    name[last.n] = '\0';
    return folder_that_holds(u->folder, below, false);
}

static void close_keeping_errno(int fd)
{
    const int reason = errno;

    if (fd >= 0)
        close(fd);
    errno = reason;
}

static bool note(struct unpacked *u, struct str below)
{
    buf_add(&u->made, below);
    buf_add_byte(&u->made, '\0');
    if (++u->n_made <= MEMBERS_MOST)
        return true;
    u->status = CHILD_REFUSED;
    snprintf(u->words, sizeof u->words,
             "has more than %d files and folders in lttngTrace/, wanted fewer", MEMBERS_MOST);
    return false;
}

/* The folder is nobody else's, so what is in it was made here. */
static bool make_folders(struct unpacked *u, struct str below)
{
    char name[NAME_MAX + 1];

    for (size_t i = 0; i < below.n; i++) {
        const struct str part = str_from_to(below, 0, i);
        if (below.p[i] != '/')
            continue;
        const int at = open_above(u, part, name);
        const bool made = at >= 0 && mkdirat(at, name, 0700) == 0;
        close_keeping_errno(at);
        if (!made && errno != EEXIST)
            return cannot_make(u, below);
        if (made && !note(u, part))
            return false;
    }
    return true;
}

bool unpacked_file(struct unpacked *u, struct str path)
{
    char name[NAME_MAX + 1];

    close_file(u);
    errno = EINVAL;
    if (!member_is_safe(path))
        return cannot_make(u, path);
    if ((!*u->path && !make_folder(u)) || !make_folders(u, path))
        return false;
    const int at = open_above(u, path, name);
    if (at >= 0)
        u->file = openat(at, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    close_keeping_errno(at);
    return u->file >= 0 ? note(u, path) : cannot_make(u, path);
}

bool unpacked_bytes(struct unpacked *u, struct str bytes)
{
    return transfer_write(u->file, bytes) ? u->file >= 0 : cannot_unpack(u);
}

/* What was made last is removed first, so that folders are empty. */
void unpacked_remove(struct unpacked *u)
{
    char name[NAME_MAX + 1];
    size_t end = u->made.n;

    close_file(u);
    while (end) {
        size_t from = end - 1;
        while (from && u->made.p[from - 1])
            from--;
        const int at = open_above(u, (struct str){u->made.p + from, end - 1 - from}, name);
        if (at >= 0 && unlinkat(at, name, 0) != 0)
            (void)unlinkat(at, name, AT_REMOVEDIR);
        close_keeping_errno(at);
        end = from;
    }
    if (*u->path)
        (void)rmdir(u->path);
    if (u->folder >= 0)
        close(u->folder);
    buf_free(&u->made);
    unpacked_init(u);
}
