/* The control groups of a recording: an id, and the path that it had. Of processes that still run,
 * the path that /proc tells. */
#ifndef INPUT_PERF_DATA_CGROUPS_H
#define INPUT_PERF_DATA_CGROUPS_H

#include "base/hash.h"
#include "base/slots.h"
#include "input/perf_data/bytes.h"
#include "model/names.h"

struct cgroup {
    uint64_t id;
    name_id path; /* of the recording */
};

struct process_cgroup {
    uint32_t pid;
    name_id path; /* of the recording */
};

/* Owns its arrays. Zeroed: empty. */
struct cgroups {
    struct cgroup *rows;
    size_t room;
    uint32_t n;
    struct slots slots;
    struct hash_key key;
    struct process_cgroup *processes; /* in the order of the pids */
    size_t processes_room, n_processes;
};

/* Takes the body of a PERF_RECORD_CGROUP; an id that is there keeps its path. Ignores a body that
 * is too short. */
void cgroups_add(struct cgroups *c, struct names *names, struct bytes body);

/* Returns the path of a group; 0: not known. */
name_id cgroups_find(const struct cgroups *c, uint64_t id);

/* Adds the group of a process, each of which comes once. Call cgroups_sort_processes behind the
 * last one. */
void cgroups_add_process(struct cgroups *c, uint32_t pid, name_id path);
void cgroups_sort_processes(struct cgroups *c);

/* Returns the path of the group of a process that still runs; 0: not known. */
name_id cgroups_of_process(const struct cgroups *c, uint32_t pid);

void cgroups_free(struct cgroups *c);

#endif
