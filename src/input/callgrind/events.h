/* Maps the events of each part of a callgrind file to columns. */
#ifndef INPUT_CALLGRIND_EVENTS_H
#define INPUT_CALLGRIND_EVENTS_H

#include "input/common/text.h"

enum { EVENT_BYTES = 64, EVENTS_MOST = 256, EVENT_LEFT_OUT = PROFILE_COLUMNS_MOST };

/* A zeroed struct has no columns. */
struct cg_events {
    char names[PROFILE_COLUMNS_MOST][EVENT_BYTES]; /* of the columns */
    char units[PROFILE_COLUMNS_MOST][EVENT_BYTES];
    size_t n_columns;
    unsigned char column_of[EVENTS_MOST]; /* by event of this part; EVENT_LEFT_OUT: none */
    size_t n;                             /* events in this part */
    struct str beyond; /* the first event of this part without a column because there
                        * are too many, and those after it; empty: none */
};

/* Sets the events of a new part; events of earlier parts keep their columns. Returns false when
 * some were left out because a name is too long or repeated. */
MUST_CHECK bool cg_events_set(struct cg_events *e, struct str words);

/* Names the profile's columns. Fails as text_measures. */
MUST_CHECK bool cg_events_measure(const struct cg_events *e, struct text *t);

#endif
