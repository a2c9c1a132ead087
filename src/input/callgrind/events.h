/* The columns that the events of a part of a callgrind file are. */
#ifndef INPUT_CALLGRIND_EVENTS_H
#define INPUT_CALLGRIND_EVENTS_H

#include "input/common/text.h"

enum { EVENT_BYTES = 64 };

/* A zeroed struct has no columns. */
struct cg_events {
    char names[PROFILE_COLUMNS_MOST][EVENT_BYTES]; /* of the columns */
    char units[PROFILE_COLUMNS_MOST][EVENT_BYTES];
    size_t n_columns;
    size_t column_of[PROFILE_COLUMNS_MOST]; /* by event of this part */
    size_t n;                               /* events of this part */
};

/* Makes the words the events of the part that begins; an event that another part had has its
 * column. Returns false when some were left out: there are too many, one has a long name, or one is
 * named twice. */
MUST_CHECK bool cg_events_set(struct cg_events *e, struct str words);

/* Names the columns of the profile. False as text_measures. */
MUST_CHECK bool cg_events_measure(const struct cg_events *e, struct text *t);

#endif
