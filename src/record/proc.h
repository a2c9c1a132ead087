/* Checks that /proc is mounted: without it threads and their names are not known. */
#ifndef RECORD_PROC_H
#define RECORD_PROC_H

#include "base/fault.h"

/* False with a FAULT_SYSTEM where nothing is mounted on /proc, or that of other processes, as in a
 * chroot, or in a container that was given a namespace of its own. */
MUST_CHECK bool proc_check(struct fault *f);

#endif
