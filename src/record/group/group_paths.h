/* Lists the paths and numbers of control groups; samples have only the numbers. */
#ifndef RECORD_GROUP_GROUP_PATHS_H
#define RECORD_GROUP_GROUP_PATHS_H

#include "base/buf.h"

/* Appends a record of each group in the tree in which events are counted, with its number and its
 * path, the root first; at most some ten thousand. Later ones are told by the kernel. */
void group_paths_add(struct buf *records);

#endif
