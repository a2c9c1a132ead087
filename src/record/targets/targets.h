/* The processes, threads and control groups that are recorded. */
#ifndef RECORD_TARGETS_TARGETS_H
#define RECORD_TARGETS_TARGETS_H

#include "record/group/groups.h"
#include "record/order.h"
#include "record/targets/task_filter.h"

/* Owns its arrays and descriptors. A zeroed struct may be freed. */
struct targets {
    uint32_t *tids; /* none, and no groups: the whole system */
    size_t tids_room, n_tids;
    struct groups groups;
};

/* Finds the threads and groups that the order names, and what keeps their records where the whole
 * system is counted. command: the process that will be the command; 0: there is none. */
MUST_CHECK bool targets_find(struct targets *t, const struct record_order *order, uint32_t command,
                             struct task_filter *filter, struct fault *f);

/* Whether sets of counters to choose from would be too many files. */
bool targets_are_many(const struct targets *t, const struct record_order *order);

/* Sets whom to count. */
void targets_lend(const struct targets *t, const struct record_order *order, struct counting *how);

/* Appends a line for each group that is recorded, the path of its folder, and for each that a
 * thread is in now, as /proc/TID/cgroup has it. Nothing, and false, where that is the whole
 * system. */
MUST_CHECK bool targets_group_lines(const struct targets *t, struct buf *lines);

void targets_free(struct targets *t);

/* Whether nobody is left of the processes and threads that were to be recorded. */
bool targets_ended(const struct record_order *order);

#endif
