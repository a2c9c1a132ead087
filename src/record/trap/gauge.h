/* Reads the number that a condition is about. */
#ifndef RECORD_TRAP_GAUGE_H
#define RECORD_TRAP_GAUGE_H

#include "record/trap/condition.h"
#include "record/trap/family.h"

/* Over how long shares of time are taken: the last second, or longer if it is read less often. */
enum { GAUGE_WINDOW_MS = 1000, GAUGE_ROWS = 16 };

/* A counter that only grows, and what it is a share of. */
struct gauge_row {
    uint64_t at_ns, part, whole;
};

/* What is to be recorded: what a condition without a target is about. Borrows all. */
struct gauge_recorded {
    const uint32_t *pids;
    size_t n_pids;
    const char *const *groups; /* paths, as --cgroup takes them or whole */
    size_t n_groups;           /* no pids, no groups: the machine */
};

/* Owns its parts. */
struct gauge {
    const struct condition *condition; /* borrowed */
    const char *root;                  /* borrowed: "", or where /proc and /sys are looked for */
    struct family family;              /* of processes */
    struct buf paths;                  /* of the files of groups or the machine, each with a NUL */
    const char *key;                   /* the word before the number; NULL: it is the first one */
    uint64_t scale;                    /* what the number in the file is multiplied by */
    struct gauge_row rows[GAUGE_ROWS];
    size_t n_rows;
    struct buf text; /* scratch */
};

enum gauge_reading {
    GAUGE_NUMBER,
    GAUGE_NOT_YET, /* not long enough watched */
    GAUGE_GONE,    /* the process has ended, or the group is no more */
};

/* A fault says what is not there. */
MUST_CHECK bool gauge_open(struct gauge *g, const struct condition *c,
                           const struct gauge_recorded *recorded, const char *root,
                           struct fault *f);

/* Sets the number as the metric of the condition has it, at a time. */
MUST_CHECK enum gauge_reading gauge_read(struct gauge *g, uint64_t now_ns, uint64_t *value);

/* Whether the number is a share of the time before it is read. */
bool gauge_is_share(const struct gauge *g);

void gauge_close(struct gauge *g);

#endif
