/* The processes that have samples, and what they see of files: the one door to what a process
 * names. Behind it are helpers, a process each for those that see the same with the same rights
 * (record/opener); they stay when the processes, and their container, have ended.
 *
 * Nothing behind it can make the recorder wait longer than it allows. What a helper opens is what
 * its processes might open themselves; nothing but a regular file is opened, and no device. */
#ifndef RECORD_CODE_SAMPLED_PROCESSES_H
#define RECORD_CODE_SAMPLED_PROCESSES_H

#include "record/opener/identity.h"
#include "record/opener/opener.h"

/* What some processes see of files. */
struct sampled_view {
    struct identity who;
    int fds[OPENER_DESCRIPTORS - 1]; /* the root, its user and its mount namespace */
    int helper;                      /* its socket; -1: given up, or never there */
    int lost;                        /* errno: why */
    uint32_t n_users;                /* processes, and files that are kept */
    uint32_t n_kept;                 /* files that were */
    uint64_t waited_ns;              /* for its helper */
    uint32_t turn;                   /* how often its place was given to another */
};

struct sampled_process {
    uint32_t pid, inside; /* the second in its own namespace */
    uint32_t view;        /* its index plus 1; 0: its files cannot be seen */
    bool refused;         /* there was no room for its view */
    bool gone;            /* it had ended when it was looked at */
};

/* What a process that has ended saw. */
struct sampled_ended {
    uint32_t pid, view, turn;
};

/* Owns its arrays and helpers. Zeroed: empty, and nothing can be opened. */
struct sampled_processes {
    struct opener opener;
    struct sampled_view *views;
    size_t views_room, n_views;
    struct sampled_process *processes;
    size_t processes_room, n_processes;
    struct sampled_ended *ended; /* the last ones */
    size_t ended_room, n_ended;
    unsigned char *seen; /* by process, a bit each: it is among the processes */
    size_t seen_room;
    struct patience end; /* until_ns 0: the recording goes on */
    uint64_t waited_ns;  /* while it did */
    int reader;          /* the socket of the helper that reads /proc, plus 1; 0: none yet */
    uint32_t refused;    /* for which there was no room */
    uint32_t own;        /* the view of this process plus 1, kept; 0: not looked at */
    struct buf text;     /* scratch */
};

/* Starts what makes helpers: before this process maps anything large. Without it, nothing is
 * opened. */
void sampled_begin(struct sampled_processes *h);

/* From now on all waiting together has one end; with until_ns 0 there is time as at the begin, for
 * those that were not given up. */
void sampled_end_by(struct sampled_processes *h, const struct patience *end);

void sampled_free(struct sampled_processes *h);

static inline bool sampled_has(const struct sampled_processes *h, uint32_t pid)
{
    return pid / 8 < h->seen_room && h->seen[pid / 8] >> pid % 8 & 1;
}

/* Adds a process, or looks at it again: a container's first process was another program before. */
void sampled_look(struct sampled_processes *h, uint32_t pid);

/* Looks only at the user of a process that has ended, and may not be waited for yet. */
void sampled_look_at_user(struct sampled_processes *h, uint32_t pid);

/* Lends a process that is held until the next call; NULL: it is not. */
const struct sampled_process *sampled_find(const struct sampled_processes *h, uint32_t pid);

/* Reads a process without adding it. */
struct sampled_process sampled_peek(struct sampled_processes *h, uint32_t pid);

/* The process has ended. What it saw can still be opened, as long as there is room. */
void sampled_drop(struct sampled_processes *h, uint32_t pid);

/* Returns a process that is held; or, among those that have ended, the last of that number that saw
 * what can still be opened; or else one without a view. */
struct sampled_process sampled_find_any(const struct sampled_processes *h, uint32_t pid);

/* Whether all that a view sees is seen by the recorder's own user namespace as well. */
bool sampled_is_among_own(const struct sampled_processes *h, const struct sampled_process *p);

#endif
