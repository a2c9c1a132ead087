/* The memory through which the kernel hands out records, one for each processor. */
#ifndef RECORD_RING_H
#define RECORD_RING_H

#include "record/busy.h"
#include "record/code/code_names.h"
#include "record/recording_file.h"
#include "record/sleep/asleep.h"
#include "record/targets/task_filter.h"

struct ring {
    unsigned char *pages; /* NULL: not mapped */
    size_t size;          /* of the records; a power of two; a page of counts lies before */
    int fd;               /* of the counter it belongs to; borrowed */
    uint64_t head;        /* where the records end that ring_look found */
};

/* What went through all rings. */
struct ring_counts {
    uint64_t samples;
    uint64_t waits;             /* of these, those of sleep */
    uint64_t lost;              /* records for which buffers had no room */
    uint64_t no_room;           /* samples for which the disk had none */
    uint64_t throttled;         /* how often the kernel took fewer samples than asked for */
    uint64_t first_ns, last_ns; /* of the samples; 0: none */
};

/* Counts a sample. */
void ring_counts_sample(struct ring_counts *c, uint64_t time_ns);

/* Adds what was counted of records that are in the file now, or were left out for want of room. */
void ring_counts_add(struct ring_counts *to, const struct ring_counts *c, bool left_out);

/* Maps the ring of a counter with up to `most` bytes, or as many as this user may lock. False with
 * the reason in errno. */
MUST_CHECK bool ring_map(struct ring *r, int fd, size_t most);

void ring_unmap(struct ring *r);

/* What becomes of records. Borrows all. */
struct ring_use {
    struct recording_file *file; /* they are written to it */
    struct ring_counts *counts;
    struct code_names *names;   /* they are shown to it; NULL: to none */
    struct task_filter *filter; /* NULL: all are kept */
    struct busy *busy;          /* they are shown to it; NULL: to none */
    struct asleep *asleep;      /* the same, those of switches */
};

/* Uses a sample of sleep, which lies in no ring. */
MUST_CHECK bool ring_use_add_wait(const struct ring_use *use, struct str record, uint64_t time_ns,
                                  struct fault *f);

/* Finds the records that are there. */
void ring_look(struct ring *r);
void rings_look(struct ring *rings, size_t n);

/* Shows the filter the records that are there by now. It then knows who started all that have
 * records that any of the rings found before. */
void rings_show(const struct ring *rings, size_t n, struct task_filter *filter);

/* Takes the next of the records that were found, as it is, and lets the kernel use its room again.
 * False when there is none. */
MUST_CHECK bool ring_take(struct ring *r, struct buf *record);

/* Uses the records that were found, and lets the kernel use their room again. */
MUST_CHECK bool rings_drain(struct ring *rings, size_t n, const struct ring_use *use,
                            struct fault *f);

#endif
