/* The pictures of a recording: those that were asked for, or else profile.svg, and the heavy paths
 * on a terminal. */
#ifndef APP_RECORD_PICTURES_H
#define APP_RECORD_PICTURES_H

#include "app/record/recorded.h"

/* Whether there are any. */
bool record_pictures_wanted(const struct record_request *r);

/* Finds out before the recording whether its outputs can be written. */
MUST_CHECK bool record_pictures_check(const struct record_request *r, struct fault *f);

/* Draws them, and names the files that nobody asked for. */
MUST_CHECK bool record_pictures_draw(const struct record_request *r,
                                     const struct recorded *recorded, struct fault *f);

#endif
