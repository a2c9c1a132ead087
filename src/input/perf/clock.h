/* What the lines of perf script --header tell of the host and the time of day. */
#ifndef INPUT_PERF_CLOCK_H
#define INPUT_PERF_CLOCK_H

#include "input/common/reading.h"

/* Zeroed: nothing is known. */
struct perf_clock {
    uint64_t written_ns; /* when the recording ended, since 1970, to a second; 0: not told */
    bool is_rough;       /* the time of day was taken from that */
};

/* Takes a line that begins with "#"; tells the host, and the clock of the samples once it is known.
 */
void perf_clock_take(struct perf_clock *clock, struct str line, struct recording_info *info);

/* Takes all such lines before the first other one, as no worker but the first reads them. */
void perf_clock_take_head(struct perf_clock *clock, struct str prefix, struct recording_info *info);

/* Ends the input. */
void perf_clock_tell(const struct perf_clock *clock, struct recording_info *info);

#endif
