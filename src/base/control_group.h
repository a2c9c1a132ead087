/* What the control group (cgroup) of this process allows it. */
#ifndef BASE_CONTROL_GROUP_H
#define BASE_CONTROL_GROUP_H

#include <stdint.h>

#include "base/str.h"

enum { CONTROL_GROUP_TEXT = 1024 };

/* Reads a file of the process's group (version 2), such as "cpu.max", to text[0..]; empty: there is
 * none. */
struct str control_group_read(const char *file, char text[CONTROL_GROUP_TEXT]);

/* Bytes of memory that its group and those around it (version 1 or 2) allow at most; UINT64_MAX: as
 * much as there is. */
uint64_t control_group_memory(void);

#endif
