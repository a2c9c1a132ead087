/* setns(mounts), setresuid, setns(users), capset(0): credentials(7), user_namespaces(7).
 * The ids are taken in this process's own user namespace, where all have a number; then it enters
 * that of the process, in which its own may have none. */
#include "record/opener/rights.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CAPABILITIES = 64, WORDS = _LINUX_CAPABILITY_U32S_3 };

struct capabilities {
    struct __user_cap_data_struct words[WORDS];
};

static bool get(struct capabilities *c)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};

    return syscall(SYS_capget, &head, c->words) == 0;
}

static bool set(const struct capabilities *c)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};

    return syscall(SYS_capset, &head, c->words) == 0;
}

static bool has_permitted(void)
{
    struct capabilities c = {0};
    bool any = !get(&c);

    for (size_t i = 0; i < WORDS; i++)
        any = any || c.words[i].permitted;
    return any;
}

/* Whether this process may take the rights of others. */
static bool has_any(void)
{
    return geteuid() == 0 || has_permitted();
}

/* A change of ids leaves capabilities permitted, but none in effect. */
static bool enable_permitted(void)
{
    struct capabilities c = {0};

    if (!get(&c))
        return false;
    for (size_t i = 0; i < WORDS; i++)
        c.words[i].effective = c.words[i].permitted;
    return set(&c);
}

/* A kernel without such namespaces has none to enter. */
static bool is_own(int space, const char *own)
{
    struct stat there, here;

    if (stat(own, &here) != 0)
        return errno == ENOENT;
    return fstat(space, &there) == 0 && there.st_ino == here.st_ino && there.st_dev == here.st_dev;
}

static bool has_groups(const struct opener_rights *r)
{
    gid_t now[OPENER_GROUPS_MOST];
    const int n = getgroups(OPENER_GROUPS_MOST, now);

    return n >= 0 && (uint32_t)n == r->n_groups &&
           memcmp(now, r->groups, r->n_groups * sizeof *now) == 0;
}

static bool take_ids(const struct opener_rights *r)
{
    return prctl(PR_SET_KEEPCAPS, 1UL, 0UL, 0UL, 0UL) == 0 &&
           (has_groups(r) || setgroups(r->n_groups, r->groups) == 0) &&
           setresgid(r->group, r->group, r->group) == 0 &&
           setresuid(r->user, r->user, r->user) == 0 &&
           prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL) == 0;
}

static bool enter(int users, int mounts)
{
    const bool has_users = is_own(users, "/proc/self/ns/user");
    const bool has_mounts = is_own(mounts, "/proc/self/ns/mnt");
    const bool is_in = has_mounts || setns(mounts, CLONE_NEWNS) == 0;

    /* A user without capabilities has those of the namespaces that it made, once it is there. */
    return (has_users || setns(users, CLONE_NEWUSER) == 0) &&
           (is_in || setns(mounts, CLONE_NEWNS) == 0);
}

/* The bounding set and the bits need a capability to change, without which no_new_privs does. */
static bool drop_capabilities(void)
{
    const unsigned long bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                               SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
                               SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
    const struct capabilities none = {0};

    for (unsigned long i = 0; i < CAPABILITIES; i++)
        (void)prctl(PR_CAPBSET_DROP, i, 0UL, 0UL, 0UL);
    (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0UL, 0UL, 0UL);
    (void)prctl(PR_SET_SECUREBITS, bits, 0UL, 0UL, 0UL);
    return set(&none);
}

bool rights_lock_down(int parent)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) == 0 &&
           prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL) == 0 &&
           prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL) == 0 &&
           getppid() == parent;
}

/* What was asked for is what is: nothing of the recorder's rights is left. */
static bool is_taken(const struct opener_rights *r)
{
    uid_t user[3];
    gid_t group[3];

    errno = EPERM;
    return getresuid(&user[0], &user[1], &user[2]) == 0 &&
           getresgid(&group[0], &group[1], &group[2]) == 0 && user[0] == user[1] &&
           user[1] == user[2] && group[0] == group[1] && group[1] == group[2] &&
           user[0] == r->user && group[0] == r->group && !has_permitted();
}

bool rights_take(const struct opener_rights *r, int users, int mounts)
{
    errno = EPERM;
    if (prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL) != 0)
        return false;
    if (!has_any())
        return geteuid() == r->user && getuid() == r->user && drop_capabilities();
    if (!take_ids(r) || !enable_permitted())
        return false;
    const bool is_checked = is_own(users, "/proc/self/ns/user");
    if (!enter(users, mounts))
        return false;
    return drop_capabilities() && (is_checked ? is_taken(r) : !has_permitted());
}
