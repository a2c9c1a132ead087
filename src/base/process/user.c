/* alice:x:1000:1000:Alice,,,:/home/alice:/bin/bash in /etc/passwd, sudo:x:27:alice,bob in
 * /etc/group */
#include "base/process/user.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/nearest.h"

enum { FILE_MOST = 16 << 20, BLOCK = 64 << 10 };

/* Files of the administrator; what cannot be read is empty. */
static void read_file(const char *path, struct buf *to)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = 1;

    while (fd >= 0 && n > 0 && to->n < FILE_MOST) {
        n = read(fd, buf_reserve(to, BLOCK), BLOCK);
        if (n < 0 && errno == EINTR)
            n = 1;
        else if (n > 0)
            to->n += (size_t)n;
    }
    if (fd >= 0)
        close(fd);
}

/* No id is the number that means "none". */
static bool parse_id(struct str s, uint32_t *id)
{
    uint64_t number;

    if (!parse_u64(s, &number) || number >= UINT32_MAX)
        return false;
    *id = (uint32_t)number;
    return true;
}

static void put_text(char *to, size_t room, struct str text)
{
    *to = '\0';
    if (text.n < room && !memchr(text.p, '\0', text.n)) {
        memcpy(to, text.p, text.n);
        to[text.n] = '\0';
    }
}

/* A line of /etc/passwd. */
struct entry {
    struct str name, home, shell;
    uint32_t id, group;
};

static bool read_entry(struct str line, struct entry *e)
{
    struct str parts[7] = {0};
    size_t n = 0;

    while (n < sizeof parts / sizeof *parts && take_field(&line, ':', &parts[n]))
        n++;
    *e = (struct entry){.name = parts[0], .home = parts[5], .shell = parts[6]};
    return n == sizeof parts / sizeof *parts && e->name.n && parse_id(parts[2], &e->id) &&
           parse_id(parts[3], &e->group);
}

static bool is_among(struct str members, const char *name)
{
    struct str member;

    while (take_field(&members, ',', &member))
        if (str_equal(member, str_of(name)))
            return true;
    return false;
}

/* The groups that name the user as a member. */
static void find_groups(struct user *u)
{
    struct buf text = {0};
    struct str line, name, password, number;
    uint32_t id;

    u->n_groups = 0;
    if (!*u->name)
        return;
    read_file("/etc/group", &text);
    struct str rest = buf_str(&text);
    while (u->n_groups < USER_GROUPS_MOST && take_field(&rest, '\n', &line))
        if (take_field(&line, ':', &name) && take_field(&line, ':', &password) &&
            take_field(&line, ':', &number) && line.p && parse_id(number, &id) &&
            is_among(line, u->name))
            u->groups[u->n_groups++] = id;
    buf_free(&text);
}

/* Takes what the entry says; the ids that are already known stay. */
static void take(struct user *u, const struct entry *e)
{
    put_text(u->name, sizeof u->name, e->name);
    put_text(u->home, sizeof u->home, e->home);
    put_text(u->shell, sizeof u->shell, e->shell);
}

/* Fills in what is known of the user of an id. */
static bool look_up(struct user *u, bool take_group)
{
    struct buf text = {0};
    struct str line;
    struct entry e;
    bool found = false;

    read_file("/etc/passwd", &text);
    struct str rest = buf_str(&text);
    while (!found && take_field(&rest, '\n', &line))
        found = read_entry(line, &e) && e.id == u->id;
    if (found)
        take(u, &e);
    if (found && take_group)
        u->group = e.group;
    buf_free(&text);
    find_groups(u);
    return found;
}

static bool id_in(const char *variable, uint32_t *id)
{
    const char *text = getenv(variable);

    return text && parse_id(str_of(text), id);
}

bool user_of_sudo(struct user *u)
{
    uint32_t id, group;

    *u = (struct user){0};
    if (getuid() != 0 || geteuid() != 0 || !id_in("SUDO_UID", &id) || !id_in("SUDO_GID", &group) ||
        id == 0)
        return false;
    u->id = id;
    u->group = group;
    (void)look_up(u, false);
    return true;
}

/* The known name that is nearest lies in text, whose lines it ends. */
static bool find_name(struct user *u, const char *name, struct fault *f)
{
    struct nearest nearest = {0};
    struct buf text = {0};
    struct buf names = {0};
    struct str line;
    struct entry e;
    bool found = false;

    read_file("/etc/passwd", &text);
    struct str rest = buf_str(&text);
    while (!found && take_field(&rest, '\n', &line)) {
        found = read_entry(line, &e) && str_equal(e.name, str_of(name));
        if (!found && e.name.n && !memchr(e.name.p, '\0', e.name.n)) {
            buf_add(&names, e.name);
            buf_add_byte(&names, '\0');
        }
    }
    if (found) {
        *u = (struct user){.id = e.id, .group = e.group};
        take(u, &e);
        find_groups(u);
    }
    for (size_t at = 0; !found && at < names.n; at += strlen(names.p + at) + 1)
        (void)nearest_look(&nearest, str_of(name), names.p + at);
    if (!found)
        (void)nearest_fault(&nearest, "--as: no user", str_of(name),
                            "wanted one of /etc/passwd, or a number", f);
    buf_free(&names);
    buf_free(&text);
    return found;
}

bool user_find(struct user *u, const char *text, struct fault *f)
{
    uint32_t id;

    if (!parse_id(str_of(text), &id))
        return find_name(u, text, f);
    *u = (struct user){.id = id, .group = id};
    (void)look_up(u, true);
    return true;
}

/* Whether a process has the id, or a user. */
static bool is_used(uid_t id)
{
    struct user user = {.id = id};
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    struct stat status;
    bool used = look_up(&user, false);

    while (processes && !used && (entry = readdir(processes)) != NULL)
        used = fstatat(dirfd(processes), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
               status.st_uid == id;
    if (processes)
        closedir(processes);
    return used;
}

/* Below what systemd gives to services that have a user only while they run (61184 to 65519), and
 * what distributions give to users. Within the first 65,536 ids, which containers have, too. */
void user_nobody(struct user *u)
{
    enum { FIRST = 61183, TRIES = 64 };
    uid_t id = FIRST;

    for (unsigned i = 0; i < TRIES && is_used(id); i++)
        id--;
    *u = (struct user){.id = id, .group = id};
}

bool user_drop_capabilities(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};

    return syscall(SYS_capset, &header, none) == 0;
}

/* Whether all ids are those of the user, and root's cannot be had again. */
static bool has_become(const struct user *u)
{
    uid_t real, effective, saved;

    if (getresuid(&real, &effective, &saved) != 0 || real != u->id || effective != u->id ||
        saved != u->id)
        return false;
    if (u->id && setresuid((uid_t)-1, 0, (uid_t)-1) == 0) {
        errno = EPERM;
        return false;
    }
    return true;
}

bool user_become(const struct user *u)
{
    const int bits = prctl(PR_GET_SECUREBITS);

    /* These would leave capabilities to other ids. The others are the administrator's. */
    if (bits > 0)
        (void)prctl(PR_SET_SECUREBITS, bits & ~(SECBIT_KEEP_CAPS | SECBIT_NO_SETUID_FIXUP));
    (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    return setgroups(u->n_groups, u->groups) == 0 && setresgid(u->group, u->group, u->group) == 0 &&
           setresuid(u->id, u->id, u->id) == 0 && user_drop_capabilities() && has_become(u);
}

void user_set_environment(const struct user *u)
{
    const char *const variables[][2] = {
        {"HOME", u->home}, {"SHELL", u->shell}, {"USER", u->name}, {"LOGNAME", u->name}};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (*variables[i][1])
            (void)setenv(variables[i][0], variables[i][1], 1);
}
