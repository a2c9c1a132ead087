/* The memory through which the kernel hands out records, one for each processor. */
#ifndef RECORD_RING_H
#define RECORD_RING_H

#include "record/code_names.h"
#include "record/recording_file.h"
#include "record/task_filter.h"

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
    uint64_t lost;              /* records for which there was no room */
    uint64_t throttled;         /* how often the kernel took fewer samples than asked for */
    uint64_t first_ns, last_ns; /* of the samples; 0: none */
};

/* Counts a sample. */
void ring_counts_sample(struct ring_counts *c, uint64_t time_ns);

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
};

/* Finds the records that are there. */
void ring_look(struct ring *r);

/* Shows the filter the records that are there by now. Once this is done for all rings, it knows who
 * started all that have records that any of them found before. */
void ring_show(const struct ring *r, struct task_filter *filter);

/* Takes the next of the records that were found, as it is, and lets the kernel use its room again.
 * False when there is none. */
MUST_CHECK bool ring_take(struct ring *r, struct buf *record);

/* Uses the records that were found, and lets the kernel use their room again. */
MUST_CHECK bool ring_drain(struct ring *r, const struct ring_use *use, struct fault *f);

#endif
