/* The memory through which the kernel hands out records, one for each processor. */
#ifndef RECORD_RING_H
#define RECORD_RING_H

#include "record/code_names.h"
#include "record/recording_file.h"

struct ring {
    unsigned char *pages; /* NULL: not mapped */
    size_t size;          /* of the records; a power of two; a page of counts lies before */
    int fd;               /* of the counter it belongs to; borrowed */
};

/* What went through all rings. */
struct ring_counts {
    uint64_t samples;
    uint64_t lost;              /* records for which there was no room */
    uint64_t throttled;         /* how often the kernel took fewer samples than asked for */
    uint64_t first_ns, last_ns; /* of the samples; 0: none */
};

/* Maps the ring of a counter with up to `most` bytes, or as many as this user may lock. False with
 * the reason in errno. */
MUST_CHECK bool ring_map(struct ring *r, int fd, size_t most);

void ring_unmap(struct ring *r);

/* Writes the records that are there to the file, shows them to `names`, and lets the kernel use
 * their room again. */
MUST_CHECK bool ring_drain(struct ring *r, struct recording_file *file, struct ring_counts *counts,
                           struct code_names *names, struct fault *f);

#endif
