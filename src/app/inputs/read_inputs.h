/* Reads all PROFILEs of a command line, and prints messages about them. */
#ifndef APP_INPUTS_READ_INPUTS_H
#define APP_INPUTS_READ_INPUTS_H

#include "app/inputs/inputs.h"

/* Reads n inputs, or standard input if n is 0. */
MUST_CHECK bool inputs_read(struct inputs *in, const struct input_request *r,
                            const char *const *paths, size_t n, struct fault *f);

#endif
