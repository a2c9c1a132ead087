/* Which file of a control group tells a number, in version 1 or 2. */
#ifndef RECORD_TRAP_GROUP_FILES_H
#define RECORD_TRAP_GROUP_FILES_H

#include "record/trap/condition.h"

/* Its number is the one behind the key, or the first; times the scale it is in nanoseconds, bytes
 * or threads. */
struct group_file {
    const char *trees; /* below /sys/fs/cgroup, where it may lie; parted by blanks, "." is itself */
    const char *name;
    const char *key; /* NULL: none */
    uint64_t scale;
};

/* Appends the path of the file that tells the metric of a condition about a group, with a NUL, and
 * returns which it is. NULL with a fault when there is none. The group is a path below
 * /sys/fs/cgroup, or a whole one, in whichever of the trees. */
const struct group_file *group_file_find(const struct condition *c, struct str group,
                                         const char *root, struct buf *path, struct fault *f);

#endif
