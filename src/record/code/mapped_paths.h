/* Which paths a process mapped by what was recorded: what is opened for a child that is not
 * trusted. */
#ifndef RECORD_CODE_MAPPED_PATHS_H
#define RECORD_CODE_MAPPED_PATHS_H

#include "base/hash.h"
#include "base/slots.h"

/* Owns its arrays. Zeroed: empty. */
struct mapped_paths {
    struct hash_key key;
    uint32_t *space_of; /* by process: the number of its address space, and a mark; 0: none */
    size_t space_room;
    uint64_t *ended_ns; /* by process: when it ended, if that was seen */
    size_t ended_room;
    uint32_t *above; /* by space: that it was copied from by fork; 0: none */
    size_t above_room, n_spaces;
    struct mapped_path *paths; /* hashes of space and path */
    size_t paths_room;
    uint32_t n_paths;
    struct slots slots; /* of paths */
    bool is_full;       /* of some processes, or paths, nothing is known */
};

void mapped_paths_free(struct mapped_paths *m);

/* See records: a process maps a file, is born as a copy of another, becomes another program, ends,
 * so that its number may become that of another. They come in any order. */
void mapped_paths_map(struct mapped_paths *m, uint32_t pid, struct str path, uint64_t time_ns);
void mapped_paths_fork(struct mapped_paths *m, uint32_t pid, uint32_t parent, uint64_t time_ns);
void mapped_paths_exec(struct mapped_paths *m, uint32_t pid, uint64_t time_ns);
void mapped_paths_exit(struct mapped_paths *m, uint32_t pid, uint64_t time_ns);

/* Whether the program that the process is maps the path, or mapped it. */
bool mapped_paths_has(const struct mapped_paths *m, uint32_t pid, struct str path);

/* The first process of a higher number that does; 0: none. */
uint32_t mapped_paths_next(const struct mapped_paths *m, uint32_t after, struct str path);

#endif
