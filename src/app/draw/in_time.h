/* Puts the samples of a flame chart where they were in time. */
#ifndef APP_DRAW_IN_TIME_H
#define APP_DRAW_IN_TIME_H

#include "app/inputs/inputs.h"
#include "app/options/flame_request.h"
#include "render/flame/style.h"

/* Gives the style a time axis if the input has the times that this needs; otherwise samples stay in
 * order. A fault when threads ran at the same time. */
MUST_CHECK bool in_time_place(const struct flame_request *r, struct inputs *in, struct style *style,
                              struct fault *f);

#endif
