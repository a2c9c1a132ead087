/* A chunk of a recording: a head, and events behind one another, of which some say what the others
 * mean. */
#ifndef INPUT_JFR_CHUNK_H
#define INPUT_JFR_CHUNK_H

#include "input/common/reading.h"
#include "input/jfr/bytes.h"

enum { JFR_HEAD = 68, JFR_MAGIC = 6 };
enum jfr_type { JFR_METADATA, JFR_CHECKPOINT };

/* Owns the list of its checkpoints; borrows its bytes. */
struct jfr_chunk {
    const unsigned char *p;
    size_t n;      /* of its bytes, those that can be read */
    uint64_t at;   /* of it in the file */
    uint64_t size; /* that it says; 0: it was never finished */
    uint64_t pools_at, metadata_at;
    uint64_t start_ns, duration_ns, start_ticks, ticks_per_s;
    bool fixed;   /* numbers are as they are */
    bool is_open; /* it was not finished, or is cut off */
    size_t *checkpoints;
    size_t n_checkpoints, checkpoints_room;
    size_t metadata; /* 0: there is none */
};

/* An event: what stands behind its size and type. */
struct jfr_event {
    size_t at;
    uint64_t type;
    struct jfr_bytes body;
};

/* Whether a chunk of a version that is known begins there. */
bool jfr_begins(struct str bytes);

/* Reads the head, which lies at that place in the file. False with a fault when it is none. */
MUST_CHECK bool jfr_chunk_begin(struct jfr_chunk *c, struct str head, uint64_t at,
                                const struct reading *r, struct fault *f);

/* Finds checkpoints and metadata. What was not finished is read as far as it goes, and c->n is how
 * far that is. False with a fault, which damage of what was finished is. */
MUST_CHECK bool jfr_chunk_scan(struct jfr_chunk *c, const struct reading *r, struct fault *f);

void jfr_chunk_free(struct jfr_chunk *c);

/* All events. */
struct jfr_bytes jfr_chunk_events(const struct jfr_chunk *c);

/* What begins at that place. */
struct jfr_bytes jfr_chunk_from(const struct jfr_chunk *c, size_t at);

/* Takes the next event. False at the end, or when something is wrong. */
MUST_CHECK bool jfr_next(struct jfr_bytes *rest, struct jfr_event *event);

/* Sets the fault of what is wrong at a place in the chunk. Returns false. */
bool jfr_fault(const struct jfr_chunk *c, size_t at, const char *wrong, const char *wanted,
               const struct reading *r, struct fault *f);

#endif
