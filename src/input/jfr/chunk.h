/* A chunk of a recording: a header and events, some of which describe the others. */
#ifndef INPUT_JFR_CHUNK_H
#define INPUT_JFR_CHUNK_H

#include "input/common/reading.h"
#include "input/jfr/bytes.h"

enum { JFR_HEAD = 68, JFR_MAGIC = 6 };
enum jfr_type { JFR_METADATA, JFR_CHECKPOINT };

/* Owns the list of its checkpoints; borrows its bytes. */
struct jfr_chunk {
    const unsigned char *p;
    size_t n;      /* its readable bytes */
    uint64_t at;   /* its position in the file */
    uint64_t size; /* as its header says; 0: never finished */
    uint64_t pools_at, metadata_at;
    uint64_t start_ns, duration_ns, start_ticks, ticks_per_s;
    bool fixed;   /* numbers are of fixed size */
    bool is_open; /* unfinished, or truncated */
    size_t *checkpoints;
    size_t n_checkpoints, checkpoints_room;
    size_t metadata; /* 0: none */
};

/* An event without its size and type. */
struct jfr_event {
    size_t at;
    uint64_t type;
    struct jfr_bytes body;
};

/* Whether a chunk of a known version begins here. */
bool jfr_begins(struct str bytes);

/* Reads the header of the chunk at that position of the file. False with a fault when it is none.
 */
MUST_CHECK bool jfr_chunk_begin(struct jfr_chunk *c, struct str head, uint64_t at,
                                const struct reading *r, struct fault *f);

/* Finds checkpoints and metadata. An unfinished chunk is read as far as possible; c->n is how far.
 * Damage in a finished one is a fault. */
MUST_CHECK bool jfr_chunk_scan(struct jfr_chunk *c, const struct reading *r, struct fault *f);

void jfr_chunk_free(struct jfr_chunk *c);

/* All events. */
struct jfr_bytes jfr_chunk_events(const struct jfr_chunk *c);

/* Converts ticks to ns; besides whole seconds, no more than 10^19. False when the result does not
 * fit. */
MUST_CHECK bool jfr_chunk_to_ns(const struct jfr_chunk *c, uint64_t ticks, uint64_t *ns);

/* The same; 0 when it does not fit. */
uint64_t jfr_chunk_ns(const struct jfr_chunk *c, uint64_t ticks);

/* A reader from that position. */
struct jfr_bytes jfr_chunk_from(const struct jfr_chunk *c, size_t at);

/* Reads the next event. False at the end or on an error. */
MUST_CHECK bool jfr_next(struct jfr_bytes *rest, struct jfr_event *event);

/* Sets a fault about a position in the chunk. Returns false. */
bool jfr_fault(const struct jfr_chunk *c, size_t at, const char *wrong, const char *wanted,
               const struct reading *r, struct fault *f);

#endif
