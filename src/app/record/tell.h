/* Messages about a recording that has ended. */
#ifndef APP_RECORD_TELL_H
#define APP_RECORD_TELL_H

#include "app/options/record_request.h"
#include "app/record/recorded.h"

/* Prints how many samples were taken, what they lack, and what mends it; nothing with --quiet. */
void record_tell(const struct record_request *r, const struct recorded *recorded);

/* Prints what recordings lack, and what mends it. */
void record_tell_doubts(const struct record_request *r, const struct record_outcome *o);

#endif
