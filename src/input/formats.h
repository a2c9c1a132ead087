/* The registry of input formats. */
#ifndef INPUT_FORMATS_H
#define INPUT_FORMATS_H

#include "input/common/reading.h"

/* The registry, in the order of inputs.def. */
const struct input_format *const *input_formats(size_t *n);

/* Returns the format of that name, or NULL with a fault that names the nearest. */
MUST_CHECK const struct input_format *input_find(struct str name, struct fault *f);

#endif
