/* The last seconds of what the kernel tells, kept in memory until it is known whether they are
 * wanted. */
#ifndef RECORD_TRAP_LEAD_H
#define RECORD_TRAP_LEAD_H

#include "record/ring.h"

/* Of all records in chunks, and of what is kept of dropped ones until it is read anew. */
enum { LEAD_MOST = 256 << 20, LEAD_TASKS_MOST = 64 << 20, LEAD_CHUNK_MS = 250 };

/* Whole records, which came between the two moments. */
struct lead_chunk {
    uint64_t begun_ns, end_ns; /* the second: when records were added last */
    struct buf records;
    struct ring_counts counts;
};

/* Owns its parts. Zeroed: empty. */
struct lead {
    struct lead_chunk *chunks; /* the oldest first; the last one is filled */
    size_t room, n;
    size_t bytes;          /* of all but the last one */
    size_t most;           /* that these may be; 0: LEAD_MOST */
    struct buf tasks;      /* records of dropped chunks: of processes, threads and maps */
    size_t tasks_most;     /* where it is time to read them anew; 0: LEAD_TASKS_MOST */
    uint64_t shortened_ns; /* up to here, records that were wanted had no room; 0: all had */
};

/* Lends the chunk to be filled at a moment, until the next call. */
struct lead_chunk *lead_chunk(struct lead *l, uint64_t now_ns);

/* Drops the samples that came before a moment, or have no room. */
void lead_drop(struct lead *l, uint64_t before_ns);

/* Whether records of processes and maps have become so many that they are to be cleared and told
 * anew. */
bool lead_is_full(const struct lead *l);

/* Sets records of what runs now in place of those that were kept. */
void lead_tell(struct lead *l, struct str records);

/* Where records begin; now_ns if there are none. */
uint64_t lead_begun_ns(const struct lead *l, uint64_t now_ns);

/* Writes all of it, shows it to the names, counts it, and empties it but for shortened_ns. */
MUST_CHECK bool lead_write(struct lead *l, const struct ring_use *use, struct fault *f);

void lead_free(struct lead *l);

#endif
