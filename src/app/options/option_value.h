/* What the readers of values share. */
#ifndef APP_OPTIONS_OPTION_VALUE_H
#define APP_OPTIONS_OPTION_VALUE_H

#include "app/options/options.h"
#include "app/options/request.h"
#include "base/parse.h"

/* Checks a value and puts it in its place; false with a FAULT_USAGE that names the option, what was
 * found and what is wanted. */
typedef bool (*value_reader)(struct request *r, const struct option_use *use, struct fault *f);

/* Sets the fault of a value that is none, and returns false. */
bool value_wrong(const struct option_use *use, const char *wanted, struct fault *f);

enum { VALUE_MILLION = 1000000 };

/* Reads "12", "0.5" or ".5"; false unless *millionths are from least to most. */
MUST_CHECK bool value_read_millionths(struct str s, uint64_t least, uint64_t most,
                                      struct decimal *n, uint64_t *millionths);

/* The same of an option's value, with a fault that says what is wanted. */
MUST_CHECK bool value_read_double(const struct option_use *use, uint64_t least, uint64_t most,
                                  const char *wanted, double *to, struct fault *f);

#endif
