/* Uid:	1000 1000 1000 1000, Groups:	4 27, NSpid:	4711 1
 * Looks at /proc/PID/{status,root,ns/user,ns/mnt}. */
#include "record/opener/identity.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/parse.h"
#include "record/proc_fields.h"
#include "record/small_file.h"

enum { PATH = 64, OVERFLOW_ID = 65534, IDS = 4 };

static size_t take_numbers(struct str words, uint32_t *numbers, size_t most)
{
    uint64_t number;
    struct str word;
    size_t n = 0;

    while (n < most && take_word(&words, &word) && parse_u64(word, &number) && number <= UINT32_MAX)
        numbers[n++] = (uint32_t)number;
    return n;
}

/* Of a program that took another's ids when it was started, or for a while, those that are not
 * root's count, and of others those of who started it. ids: real, effective, saved, of files. */
static uint32_t choose_id(const uint32_t ids[IDS])
{
    const bool equal = ids[0] == ids[1] && ids[1] == ids[2] && ids[2] == ids[3];

    return equal || ids[0] ? ids[0] : ids[1];
}

static bool read_ids(struct identity *who, struct str text)
{
    struct str words;
    uint32_t ids[IDS];
    uint32_t last[32];

    if (!proc_status_value(text, STR("\nUid:"), &words) || take_numbers(words, ids, IDS) != IDS)
        return false;
    who->rights.user = choose_id(ids);
    if (!proc_status_value(text, STR("\nGid:"), &words) || take_numbers(words, ids, IDS) != IDS)
        return false;
    who->rights.group = choose_id(ids);
    if (proc_status_value(text, STR("\nGroups:"), &words))
        who->rights.n_groups =
            (uint32_t)take_numbers(words, who->rights.groups, OPENER_GROUPS_MOST);
    const size_t n =
        proc_status_value(text, STR("\nNSpid:"), &words) ? take_numbers(words, last, 32) : 0;
    if (n)
        who->inside = last[n - 1];
    who->n_spaces = n ? (unsigned)n : 1;
    return true;
}

/* The root may lie in a file system that somebody else's program answers for: it is not asked. */
static bool look_at_root(int process, struct identity *who)
{
    struct statx x;

    if (statx(process, "root", AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_INO, &x) != 0)
        return false;
    who->device = makedev(x.stx_dev_major, x.stx_dev_minor);
    who->inode = x.stx_ino;
    return true;
}

static bool look(int process, struct identity *who)
{
    struct stat users, mounts;

    if (fstatat(process, "ns/mnt", &mounts, 0) != 0 || !look_at_root(process, who))
        return false;
    who->mounts = mounts.st_ino;
    who->users = fstatat(process, "ns/user", &users, 0) == 0 ? users.st_ino : 0;
    return true;
}

static int open_process(uint32_t pid)
{
    char path[PATH];

    snprintf(path, sizeof path, "/proc/%u", pid);
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

bool identity_read(struct identity *who, uint32_t pid, struct buf *text)
{
    *who = (struct identity){.inside = pid};
    const int process = open_process(pid);
    bool ok = process >= 0 && look(process, who);
    int error = errno;

    if (process >= 0 &&
        (!small_file_read(text, "/proc/%u/status", pid) || !read_ids(who, buf_str(text)))) {
        ok = false;
        error = ESRCH;
    }
    if (process >= 0)
        close(process);
    errno = error;
    return ok;
}

/* In a user namespace with few ids, all others are shown as one. */
static bool is_known_id(uint32_t id)
{
    struct buf text = {0};
    struct str rest, line;
    uint32_t map[3];

    if (id != OVERFLOW_ID)
        return true;
    const bool read = small_file_read(&text, "/proc/self/uid_map");
    rest = buf_str(&text);
    const bool all = read && take_field(&rest, '\n', &line) && take_numbers(line, map, 3) == 3 &&
                     map[0] == 0 && map[2] == UINT32_MAX;
    buf_free(&text);
    return all;
}

/* Who made a user namespace says what its processes see: a process of root in there would open for
 * him what root alone may read. */
static bool is_root_of_other_namespace(const struct identity *who, int mounts)
{
    struct stat own, owner;

    if (who->rights.user != 0 ||
        (stat("/proc/self/ns/mnt", &own) == 0 && own.st_ino == who->mounts))
        return false;
    const int fd = ioctl(mounts, NS_GET_USERNS);
    const bool ours = fd >= 0 && fstat(fd, &owner) == 0 && stat("/proc/self/ns/user", &own) == 0 &&
                      own.st_ino == owner.st_ino;
    if (fd >= 0)
        close(fd);
    return !ours;
}

bool identity_may_be_taken(const struct identity *who, int mounts)
{
    return is_known_id(who->rights.user) && is_known_id(who->rights.group) &&
           !is_root_of_other_namespace(who, mounts);
}

bool identity_open(const struct identity *who, uint32_t pid, int fds[OPENER_DESCRIPTORS - 1])
{
    static const char *const names[OPENER_DESCRIPTORS - 1] = {"root", "ns/user", "ns/mnt"};
    static const int flags[] = {O_PATH | O_DIRECTORY, O_RDONLY, O_RDONLY};
    struct identity now = {.device = 0};
    struct stat users, mounts;
    const int process = open_process(pid);
    bool ok = process >= 0;

    for (size_t i = 0; i < OPENER_DESCRIPTORS - 1; i++) {
        const bool is_missing = i == 1 && who->users == 0; /* a kernel without them */
        fds[i] = !ok          ? -1
                 : is_missing ? open("/dev/null", O_RDONLY | O_CLOEXEC)
                              : openat(process, names[i], flags[i] | O_CLOEXEC);
        ok = ok && fds[i] >= 0;
    }
    int error = errno;
    if (ok) {
        ok = look(process, &now) && now.device == who->device && now.inode == who->inode &&
             fstat(fds[1], &users) == 0 && (who->users == 0 || users.st_ino == who->users) &&
             fstat(fds[2], &mounts) == 0 && mounts.st_ino == who->mounts;
        error = ESTALE;
    }
    for (size_t i = 0; !ok && i < OPENER_DESCRIPTORS - 1; i++)
        if (fds[i] >= 0)
            close(fds[i]);
    if (process >= 0)
        close(process);
    errno = error;
    return ok;
}

bool identity_equals(const struct identity *a, const struct identity *b)
{
    const struct opener_rights *r = &a->rights;
    const struct opener_rights *s = &b->rights;

    return a->mounts == b->mounts && a->users == b->users && a->device == b->device &&
           a->inode == b->inode && r->user == s->user && r->group == s->group &&
           r->n_groups == s->n_groups &&
           memcmp(r->groups, s->groups, r->n_groups * sizeof *r->groups) == 0;
}
