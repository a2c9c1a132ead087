/* The folders of control groups whose events are counted. */
#ifndef RECORD_GROUP_GROUPS_H
#define RECORD_GROUP_GROUPS_H

#include "base/fault.h"

/* Owns the descriptors. Zeroed: empty. */
struct groups {
    int *fds;
    size_t room, n;
};

/* Adds a group as --cgroup names it, below the tree in which events are counted. */
MUST_CHECK bool groups_add(struct groups *g, const char *name, struct fault *f);

/* Adds that of a container, by its name or id. */
MUST_CHECK bool groups_add_container(struct groups *g, const char *name, struct fault *f);

void groups_close(struct groups *g);

#endif
