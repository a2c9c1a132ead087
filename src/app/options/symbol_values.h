/* Readers for the values of symbol options: --symfs, --kallsyms and others. */
#ifndef APP_OPTIONS_SYMBOL_VALUES_H
#define APP_OPTIONS_SYMBOL_VALUES_H

#include "app/options/option_value.h"

/* As value_reader_of, for these options; NULL for all others. */
value_reader symbol_value_reader_of(enum option_id id);

#endif
