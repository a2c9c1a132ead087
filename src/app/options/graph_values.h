/* The values of callgraph's own options. */
#ifndef APP_OPTIONS_GRAPH_VALUES_H
#define APP_OPTIONS_GRAPH_VALUES_H

#include "app/options/option_value.h"

/* As value_reader_of, for options that callgraph alone has. */
value_reader graph_value_reader_of(enum option_id id);

#endif
