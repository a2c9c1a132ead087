/* The control groups of a recording: an id, and the path that it had. */
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

/* Owns its arrays. Zeroed: empty. */
struct cgroups {
    struct cgroup *rows;
    size_t room;
    uint32_t n;
    struct slot *slots; /* by hash of the id */
    size_t n_slots;
    struct hash_key key;
};

/* Takes the body of a PERF_RECORD_CGROUP; an id that is there keeps its path. Ignores a body that
 * is too short. */
void cgroups_see(struct cgroups *c, struct names *names, struct bytes body);

/* Returns the path of a group; 0: not known. */
name_id cgroups_find(const struct cgroups *c, uint64_t id);

void cgroups_free(struct cgroups *c);

#endif
