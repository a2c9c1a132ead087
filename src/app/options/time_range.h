/* time=2..3.5, time=14:02:07..14:02:09: ranges of time. */
#ifndef APP_OPTIONS_TIME_RANGE_H
#define APP_OPTIONS_TIME_RANGE_H

#include "app/options/option_value.h"
#include "model/time/time_window.h"

/* Parses FROM..TO, of which one may be missing: both seconds, or both times of day, where a TO that
 * is not behind FROM is of the next day. */
MUST_CHECK bool time_range_parse(struct str text, struct time_window *window);

/* Reads a range and keeps what it and those that were given before share; first: none was. On
 * failure sets a fault that names the option. */
MUST_CHECK bool time_range_add(struct time_window *to, bool first, const struct option_use *use,
                               struct str text, struct fault *f);

#endif
