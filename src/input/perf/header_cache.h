/* A cache of headers of perf script. Most headers are of a thread, a processor and an event that
 * were met before: all that is new in them is the time, and perhaps the period. */
#ifndef INPUT_PERF_HEADER_CACHE_H
#define INPUT_PERF_HEADER_CACHE_H

#include "input/perf/header.h"
#include "model/labels.h"

struct perf_header_slot;

enum { PERF_PERIOD_MOST = 32 };

/* Owns its slots; borrows the layout. */
struct perf_header_cache {
    const struct perf_layout *layout;
    struct perf_header_slot *slots;
    size_t n_slots;
    size_t n_new; /* headers added since there are so many slots */
    /* The last period that was read, with the blanks before it; 0 bytes: none. */
    char period_text[PERF_PERIOD_MOST];
    size_t n_period;
    uint64_t period;
};

/* Borrows from the line. */
struct perf_cached_header {
    size_t n; /* bytes of the line with its newline */
    labels_id label;
    uint64_t period; /* 1 where there are none */
    struct str time;
};

void perf_header_cache_init(struct perf_header_cache *c, const struct perf_layout *layout);
void perf_header_cache_free(struct perf_header_cache *c);

/* Whether [at, end) begins with a line that is one that was added, but for its time and period. */
bool perf_header_cache_find(struct perf_header_cache *c, const char *at, const char *end,
                            struct perf_cached_header *found);

/* Adds the header that a line with its newline was read as, and its labels, if what begins like it
 * is sure to be read alike: it has a time, and no frame. */
void perf_header_cache_add(struct perf_header_cache *c, struct str whole,
                           const struct perf_header *h, labels_id label);

#endif
