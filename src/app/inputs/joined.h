/* One reading for outputs that would be read differently: for pictures, for formats of whole
 * samples, with times or without. */
#ifndef APP_INPUTS_JOINED_H
#define APP_INPUTS_JOINED_H

#include "app/options/input_request.h"
#include "model/profile.h"

/* Puts the profile of the first output, which messages about the inputs are on, in the place of
 * what was read, and returns this: one that the caller owns (mem_free). */
struct profile *joined_take_first(struct profile *p, const struct read_request *first);

/* The same without: p is zeroed. */
struct profile *joined_take(struct profile *p);

/* Makes the profile of another output, as its request reads. is_last: `joined` is no longer needed;
 * profile_free may follow. */
void joined_divide(struct profile *to, struct profile *joined, const struct input_request *r,
                   bool is_last);

#endif
