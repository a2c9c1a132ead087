/* What a trace tells of the time of day, beside its events. */
#ifndef INPUT_CHROME_CLOCK_H
#define INPUT_CHROME_CLOCK_H

#include "input/common/spans.h"
#include "input/json/stream.h"

/* Zeroed: nothing is known. */
struct chrome_clock {
    bool in_metadata;
    uint64_t start_ns; /* when the recording began, since 1970; 0: not told */
    uint64_t base_ns;  /* from which times count, since 1970; 0: not told */
};

/* Takes an item of the trace that is in no event. */
void chrome_clock_take(struct chrome_clock *c, const struct json_item *item);

/* Tells it, once all spans are known: times of samples count from the first of them. */
void chrome_clock_tell(const struct chrome_clock *c, const struct spans *spans,
                       struct recording_info *info);

#endif
