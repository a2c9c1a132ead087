/* The longest wait of a thread for a lock, a disk or a processor: what the metric `stall` is. */
#ifndef RECORD_TRAP_STALL_H
#define RECORD_TRAP_STALL_H

#include "record/trap/gauge.h"
#include "record/trap/waiting.h"

/* What a thread waits for. STALL_NONE: for what is none of these, or is not known. */
enum stall_cause { STALL_NONE, STALL_LOCK, STALL_DISK, STALL_PROCESSOR };

enum { STALL_FUNCTION = 160, STALL_AT_ONCE = 32 /* waits whose stacks are read */ };

struct stall_told {
    enum stall_cause cause;
    char function[STALL_FUNCTION]; /* of the program, the innermost; empty: not known */
};

struct stall_answer {
    uint64_t since_ns, now_ns; /* of the row */
    uint32_t pid, tid;
    struct stall_told told;
};

/* Tells of sleeping threads, as they sleep, what for. Neither call waits. */
struct stall_reader {
    void (*ask)(void *context, const struct waiting_row *rows, size_t n); /* at most
                                                                             STALL_AT_ONCE */
    /* Returns how many answers it took that are there by now, at most STALL_AT_ONCE; 0: none. */
    size_t (*answers)(void *context, struct stall_answer *to);
    void *context;
};

/* A wait that springs a trap. */
struct stall_found {
    uint64_t ns; /* so long at least, and it may last; 0: none was found */
    uint64_t until_ns;
    uint32_t pid, tid;
    struct stall_told told;
};

/* Owns its parts. A zeroed struct may be closed. */
struct stall {
    const struct condition *condition; /* borrowed; NULL: not open */
    const struct stall_reader *reader; /* borrowed */
    struct waiting waiting;
    struct family family;    /* of processes; without, and without groups, all threads count */
    uint64_t family_next_ns; /* when to look for new ones */
    struct buf groups;       /* the paths of files that list their processes, each with a NUL */
    uint32_t *members;       /* scratch: threads of groups */
    size_t members_room, n_members;
    struct stall_found found; /* the longest of the last quarter of a second */
};

/* A fault says what is not there, or what keeps the kernel from telling. The threads of this
 * process never count. */
MUST_CHECK bool stall_open(struct stall *s, const struct condition *c,
                           const struct gauge_recorded *recorded, const char *root,
                           const struct stall_reader *reader, struct fault *f);

/* How long after a look the next is due, so that a wait a third longer than the limit is found. */
uint64_t stall_step_ns(const struct stall *s);

/* Looks. Sets the length of the wait that was found, which stands for a quarter of a second; 0:
 * there is none. */
MUST_CHECK enum gauge_reading stall_read(struct stall *s, uint64_t now_ns, uint64_t *value);

/* Appends "a thread of server (4711) has waited 165 ms for a lock, in Cache::get". */
void stall_add_found(const struct stall *s, struct buf *to);

void stall_close(struct stall *s);

#endif
