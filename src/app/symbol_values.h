/* The values of options about names of functions. */
#ifndef APP_SYMBOL_VALUES_H
#define APP_SYMBOL_VALUES_H

#include "app/values.h"

/* As value_reader_of, for these options; NULL for all others. */
value_reader symbol_value_reader_of(enum option_id id);

#endif
