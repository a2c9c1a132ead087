/* Who a program runs as: what root gives its rights up for. */
#ifndef BASE_PROCESS_USER_H
#define BASE_PROCESS_USER_H

#include <sys/types.h>

#include "base/fault.h"

enum { USER_GROUPS_MOST = 256 };

/* What is known is as /etc/passwd and /etc/group say: a static program cannot ask other services.
 * The texts are "" where they are not known. */
struct user {
    uid_t id;
    gid_t group;
    gid_t groups[USER_GROUPS_MOST]; /* in addition to the first */
    size_t n_groups;
    char name[256], home[512], shell[256];
};

/* Finds who called root by sudo: SUDO_UID and SUDO_GID. False when this is not root, nobody did, it
 * was root, or one of them is no number. */
bool user_of_sudo(struct user *u);

/* Finds a user by name or number. One whose number has no entry has the group of that number. */
MUST_CHECK bool user_find(struct user *u, const char *text, struct fault *f);

/* Sets a user that nobody is, and whose id no process has. */
void user_nobody(struct user *u);

/* Gives up all rights but those of the user, for good: ids, groups and capabilities. False with
 * errno when any are left. In a child of one thread. */
MUST_CHECK bool user_become(const struct user *u);

/* Gives up all capabilities, but no id. */
MUST_CHECK bool user_drop_capabilities(void);

/* Sets HOME, SHELL, USER and LOGNAME to what is known of the user. */
void user_set_environment(const struct user *u);

#endif
