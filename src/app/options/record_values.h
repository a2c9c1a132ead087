/* Readers for the values of options that only `flame record` has. */
#ifndef APP_OPTIONS_RECORD_VALUES_H
#define APP_OPTIONS_RECORD_VALUES_H

#include "app/options/option_value.h"

/* As value_reader_of, for these options; NULL for all others. */
value_reader record_value_reader_of(enum option_id id);

/* Checks the options of `flame record` against each other, and whether there is something to
 * record. */
MUST_CHECK bool record_options_check(const struct request *request, struct fault *f);

#endif
