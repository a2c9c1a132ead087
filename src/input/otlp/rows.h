/* Reads rows of the OTLP tables. */
#ifndef INPUT_OTLP_ROWS_H
#define INPUT_OTLP_ROWS_H

#include "input/common/locations.h"
#include "input/otlp/message.h"

/* The tables of a message, which they borrow. */
struct location_tables otlp_tables(const struct otlp_message *m);

#endif
