/* Containers and pods by id or name, as the runtimes of this host tell them. */
#ifndef RECORD_GROUP_CONTAINER_H
#define RECORD_GROUP_CONTAINER_H

#include "base/buf.h"
#include "base/fault.h"

/* Sets `path` to that of the folder of its control group, with a NUL. False with a FAULT_USAGE that
 * names what there is when none, or several, are called so. */
MUST_CHECK bool container_find(const char *wanted, struct buf *path, struct fault *f);

/* Appends "ID NAME" and a newline for each container and pod that lives and has a name, a pod's
 * with its namespace and a container's with its pod before it, if any: "shop/cart-1/web". groups:
 * only of those whose id is in one of these lines, and of those below a line that is a folder of
 * /sys/fs/cgroup; NULL: of all. */
void container_names_add(struct buf *lines, const struct str *groups);

#endif
