/* The threads that are in a control group, and in those below it. */
#ifndef RECORD_GROUP_GROUP_TASKS_H
#define RECORD_GROUP_GROUP_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/attr.h"

/* Calls found(context, tid) for each; `group` is the open folder of one of version 1 or 2. False
 * when its threads cannot be read. */
MUST_CHECK bool group_tasks_each(int group, void (*found)(void *context, uint32_t tid),
                                 void *context);

#endif
