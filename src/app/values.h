/* The values of options: which need more than being kept, and how they are checked. */
#ifndef APP_VALUES_H
#define APP_VALUES_H

#include "app/options.h"
#include "app/request.h"

/* Checks a value and puts it in its place; false with a FAULT_USAGE that names the option, what was
 * found and what is wanted. */
typedef bool (*value_reader)(struct request *r, const struct option_use *use, struct fault *f);

/* The reader of an option's value, or NULL when the option has none or any text will do. */
value_reader value_reader_of(enum option_id id);

#endif
