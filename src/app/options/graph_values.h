/* Readers for the values of options that only callgraph has. */
#ifndef APP_OPTIONS_GRAPH_VALUES_H
#define APP_OPTIONS_GRAPH_VALUES_H

#include "app/options/option_value.h"

/* As value_reader_of, for these options; NULL for all others. */
value_reader graph_value_reader_of(enum option_id id);

#endif
