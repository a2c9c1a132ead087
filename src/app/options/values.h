/* Finds the function that checks and stores the value of an option. */
#ifndef APP_OPTIONS_VALUES_H
#define APP_OPTIONS_VALUES_H

#include "app/options/option_value.h"

/* Returns the reader of an option's value; NULL if the option takes none or accepts any text. */
value_reader value_reader_of(enum option_id id);

#endif
