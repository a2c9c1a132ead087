/* A container by its id or name, as the runtimes of this host tell it. */
#ifndef RECORD_CONTAINER_H
#define RECORD_CONTAINER_H

#include "base/buf.h"
#include "base/fault.h"

/* Sets `path` to that of the folder of its control group, with a NUL. False with a FAULT_USAGE that
 * names what there is when none, or several, are called so. */
MUST_CHECK bool container_find(const char *wanted, struct buf *path, struct fault *f);

#endif
