/* The processes that have samples, and the roots of what they see of files, held so that what names
 * their code can be opened when they, and their container, have ended. */
#ifndef RECORD_HELD_H
#define RECORD_HELD_H

#include <sys/types.h>

#include "base/buf.h"
#include "base/folder.h"

/* What some processes see of files. A descriptor of the root alone does not keep what is mounted
 * below it, so /tmp has its own. */
struct held_view {
    uint64_t mounts; /* the number of the namespace */
    uint64_t device, inode;
    struct folder root, temporary;
    uint32_t n_users; /* processes; 0: not held */
};

struct held_process {
    uint32_t pid, inside; /* the second in its own namespace */
    uid_t user;
    uint32_t view; /* its index plus 1; 0: its files cannot be seen */
    bool refused;  /* there was no room for its view */
    bool gone;     /* it had ended when it was looked at */
};

/* Owns its arrays. Zeroed: empty. */
struct held {
    struct held_view *views;
    size_t views_room, n_views;
    struct held_process *processes;
    size_t processes_room, n_processes;
    unsigned char *seen; /* by process, a bit each: it is among the processes */
    size_t seen_room;
    uint32_t refused; /* for which there was no room */
    uint32_t own;     /* the view of this process plus 1, kept; 0: not looked at */
    uint32_t links;   /* views whose /tmp lies behind a link that is not followed */
    struct buf text;  /* scratch */
};

void held_free(struct held *h);

static inline bool held_has(const struct held *h, uint32_t pid)
{
    return pid / 8 < h->seen_room && h->seen[pid / 8] >> pid % 8 & 1;
}

/* Adds a process, or looks at it again: a container's first process was another program before. */
void held_look(struct held *h, uint32_t pid);

/* Looks only at the user of a process that has ended, and may not be waited for yet. */
void held_look_at_user(struct held *h, uint32_t pid);

/* Lends a process that is held until the next call; NULL: it is not. */
const struct held_process *held_find(const struct held *h, uint32_t pid);

void held_drop(struct held *h, uint32_t pid);

/* Open the perf map of a process, and a file by a path that it sees; -1 with errno on failure.
 * Nothing but a regular file below its root is opened. */
int held_open_map(const struct held *h, const struct held_process *p);
int held_open_path(const struct held *h, const struct held_process *p, const char *path);

#endif
