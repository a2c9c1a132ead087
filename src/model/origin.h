/* What a profile says of how it was recorded, beside its samples. */
#ifndef MODEL_ORIGIN_H
#define MODEL_ORIGIN_H

#include "model/names.h"

enum { ORIGIN_COMMENTS_MOST = 256 };

/* Owns its list. A zeroed struct says nothing. */
struct origin {
    uint64_t time_ns;     /* when it began, since 1970; 0: not said */
    uint64_t duration_ns; /* 0: not said */
    uint64_t period;      /* between two samples, in the unit of what is named here; 0: not said */
    name_id period_name, period_unit;
    name_id *comments; /* each once */
    size_t n_comments, comments_room;
};

void origin_free(struct origin *origin);

/* Adds a comment unless it is there, or there are ORIGIN_COMMENTS_MOST. */
void origin_comment(struct origin *origin, name_id text);

/* Adds what another says: the earlier of two beginnings, the sum of durations, the longer of two
 * periods of one kind, of several kinds the first, all comments. */
void origin_merge(struct origin *to, struct names *to_names, const struct origin *from,
                  const struct names *from_names);

/* Puts the comments in the order of their texts. */
void origin_sort(struct origin *origin, const struct names *names);

#endif
