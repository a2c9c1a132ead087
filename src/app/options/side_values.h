/* --per 900:1200request, --layout union: readers for the values of comparison options. */
#ifndef APP_OPTIONS_SIDE_VALUES_H
#define APP_OPTIONS_SIDE_VALUES_H

#include "app/options/option_value.h"

/* As value_reader_of, for these options; NULL for all others. */
value_reader side_value_reader_of(enum option_id id);

#endif
