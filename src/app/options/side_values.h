/* --per 900:1200request, --layout union: readers for the values of comparison options, and a check
 * that these options fit together. */
#ifndef APP_OPTIONS_SIDE_VALUES_H
#define APP_OPTIONS_SIDE_VALUES_H

#include "app/options/option_value.h"

/* As value_reader_of, for these options; NULL for all others. */
value_reader side_value_reader_of(enum option_id id);

/* Fails if an option needs --before and it is missing, or if two options exclude each other. */
MUST_CHECK bool side_values_check(const struct request *r, struct fault *f);

#endif
