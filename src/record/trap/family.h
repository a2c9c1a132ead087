/* Processes with all that they started, and what these use. */
#ifndef RECORD_TRAP_FAMILY_H
#define RECORD_TRAP_FAMILY_H

#include "base/buf.h"

struct family_first {
    uint32_t pid;
    uint64_t start; /* when it began: another process may get its number */
    bool ended;
};

/* Owns its arrays. Zeroed: empty. */
struct family {
    const char *root; /* borrowed: "", or a folder below which /proc is looked for */
    struct family_first *firsts;
    size_t firsts_room, n_firsts;
    uint32_t *pids; /* the first ones that run, and their children and so on */
    size_t pids_room, n_pids;
    uint32_t *pairs; /* scratch: a process and its parent each */
    size_t pairs_room, n_pairs;
    struct buf text; /* scratch */
    uint32_t of;     /* scratch: whose threads are looked at */
    bool unlisted;   /* this kernel does not list the children of threads */
};

struct family_usage {
    uint64_t ns;    /* on processors, also of children that have ended */
    uint64_t bytes; /* resident in memory; what several share counts for each */
    uint64_t threads;
};

/* Adds a process that runs; false when it does not. */
MUST_CHECK bool family_add(struct family *f, uint32_t pid);

/* Whether any of those that were added runs still. */
MUST_CHECK bool family_runs(struct family *f);

/* Finds who belongs to it now. False when none of those that were added runs any more. */
MUST_CHECK bool family_look(struct family *f);

/* Sums up what those use that were found. */
void family_sum(struct family *f, struct family_usage *usage);

void family_free(struct family *f);

#endif
