/* Finds processes and threads by name. */
#ifndef RECORD_TARGETS_NAMED_TASKS_H
#define RECORD_TARGETS_NAMED_TASKS_H

#include "base/buf.h"
#include "base/fault.h"

enum { NAMED_TASK_ROOM = 64 };

/* Owns its numbers. */
struct named_tasks {
    uint32_t *numbers; /* as /proc lists them */
    size_t room, n;
    char nearest[NAMED_TASK_ROOM]; /* where there are none: the name of one that runs; "": none */
};

/* Finds the processes whose command (/proc/PID/comm) or whose program's file has that name. The
 * kernel's threads, what has ended and this process are left out. */
void named_tasks_find_processes(struct named_tasks *t, struct str name);

/* The same for single threads, which have the names that they gave themselves. */
void named_tasks_find_threads(struct named_tasks *t, struct str name);

void named_tasks_free(struct named_tasks *t);

#endif
