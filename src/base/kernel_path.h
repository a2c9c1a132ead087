/* Paths as the kernel tells them of files that are open, mapped or run. */
#ifndef BASE_KERNEL_PATH_H
#define BASE_KERNEL_PATH_H

#include "base/str.h"

/* "/usr/bin/x" of "/usr/bin/x (deleted)": another file may have that path by now. Other paths stay
 * as they are. */
struct str kernel_path_undeleted(struct str path);

#endif
