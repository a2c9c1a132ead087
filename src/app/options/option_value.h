/* Helpers for the functions that read option values. */
#ifndef APP_OPTIONS_OPTION_VALUE_H
#define APP_OPTIONS_OPTION_VALUE_H

#include "app/options/options.h"
#include "app/options/request.h"
#include "base/parse.h"

/* Checks a value and stores it in the request. On failure sets a FAULT_USAGE that names the option,
 * the value and what is wanted. */
typedef bool (*value_reader)(struct request *r, const struct option_use *use, struct fault *f);

/* Sets the fault for an invalid value, and returns false. */
bool value_wrong(const struct option_use *use, const char *wanted, struct fault *f);

enum { VALUE_MILLION = 1000000 };

/* Reads "12", "0.5" or ".5". False if it is no number, or *millionths is not from least to most. */
MUST_CHECK bool value_read_millionths(struct str s, uint64_t least, uint64_t most,
                                      struct decimal *n, uint64_t *millionths);

/* The same for an option's value; on failure sets a fault that states what is wanted. */
MUST_CHECK bool value_read_double(const struct option_use *use, uint64_t least, uint64_t most,
                                  const char *wanted, double *to, struct fault *f);

#endif
