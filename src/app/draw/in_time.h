/* Puts the samples of a flame chart where they were in time, those of threads that ran at the same
 * time in lanes. */
#ifndef APP_DRAW_IN_TIME_H
#define APP_DRAW_IN_TIME_H

#include "app/inputs/inputs.h"
#include "app/options/flame_request.h"
#include "model/chart.h"
#include "render/flame/picture.h"

/* Zeroed: there are no lanes. */
struct in_time {
    struct chart_lanes lanes;
    unsigned char *roles; /* by frame of the profile with lanes: enum frame_role */
    size_t n_roles;
};

/* Parts what are not neighbours in time. Gives the style a time axis if the input has the times
 * that this needs, and lanes if threads ran at the same time; otherwise samples stay in order.
 * False when more than `most` stacks would result. */
MUST_CHECK bool in_time_apply(struct in_time *t, const struct flame_request *r, struct inputs *in,
                              struct style *style, uint64_t most);

void in_time_free(struct in_time *t);

#endif
