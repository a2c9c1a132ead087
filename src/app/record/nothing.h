/* Messages about a recording with few samples or none. */
#ifndef APP_RECORD_NOTHING_H
#define APP_RECORD_NOTHING_H

#include "app/options/record_request.h"
#include "app/record/recorded.h"

/* Whether what was recorded ran for at most a hundredth of a time that is long enough to say so,
 * and nobody asked what it did beside that. */
bool record_slept(const struct record_request *r, const struct record_outcome *o);

/* Whether there is nothing to draw: no samples, or none of the sleep that was asked for. */
bool record_is_empty(const struct record_request *r, const struct record_outcome *o);

/* Sets a FAULT_INPUT that says why there are none, and the command line that would have some;
 * returns false. */
bool record_fault_of_nothing(const struct record_request *r, const struct recorded *recorded,
                             struct fault *f);

#endif
