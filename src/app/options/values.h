/* The values of options: which need more than being kept, and how they are checked. */
#ifndef APP_OPTIONS_VALUES_H
#define APP_OPTIONS_VALUES_H

#include "app/options/options.h"
#include "app/options/request.h"

/* Checks a value and puts it in its place; false with a FAULT_USAGE that names the option, what was
 * found and what is wanted. */
typedef bool (*value_reader)(struct request *r, const struct option_use *use, struct fault *f);

/* The reader of an option's value, or NULL when the option has none or any text will do. */
value_reader value_reader_of(enum option_id id);

/* Sets the fault of a value that is none, and returns false. */
bool value_wrong(const struct option_use *use, const char *wanted, struct fault *f);

/* Reads "12", "0.5" or ".5", from least to most millionths. */
enum { VALUE_MILLION = 1000000 };
MUST_CHECK bool value_read_double(const struct option_use *use, uint64_t least, uint64_t most,
                                  const char *wanted, double *to, struct fault *f);

#endif
