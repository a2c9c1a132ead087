/* --per 900:1200request, --layout union: what options of two sides take, and that these can be
 * compared. */
#ifndef APP_OPTIONS_SIDE_VALUES_H
#define APP_OPTIONS_SIDE_VALUES_H

#include "app/options/option_value.h"

/* The reader of an option's value, or NULL when it is not one of these. */
value_reader side_value_reader_of(enum option_id id);

/* Whether the options that need --before have it, and exclude one another no more than they may. */
MUST_CHECK bool side_values_check(const struct request *r, struct fault *f);

#endif
