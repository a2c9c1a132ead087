/* Containers and pods in the names of control groups: docker-4f66....scope,
 * kubepods-burstable-pod1a2b....slice, pod1a2b..., crio-4f66....scope, libpod-4f66..., 4f66... */
#ifndef BASE_CONTAINER_NAME_H
#define BASE_CONTAINER_NAME_H

#include <stdbool.h>

#include "base/str.h"

enum { CONTAINER_ID = 64 };

/* Lends the id of the container that a group of that name is of; false: it is of none. */
bool container_name_id(struct str name, struct str *id);

/* Lends the uid of a pod, in which systemd wants '_' for '-'; false: it is of none. */
bool container_name_pod(struct str name, struct str *uid);

#endif
