/* The values of options: which need more than being kept, and how they are checked. */
#ifndef APP_OPTIONS_VALUES_H
#define APP_OPTIONS_VALUES_H

#include "app/options/option_value.h"

/* The reader of an option's value, or NULL when the option has none or any text will do. */
value_reader value_reader_of(enum option_id id);

#endif
