/* The registry of input formats. */
#ifndef INPUT_FORMATS_H
#define INPUT_FORMATS_H

#include "input/common/reading.h"

/* The registry, in the order of inputs.def. */
const struct input_format *const *input_formats(size_t *n);

/* Returns the format of that name, or NULL with a fault that names the nearest. */
MUST_CHECK const struct input_format *input_find(struct str name, struct fault *f);

/* What samples of an event weigh, by the format whose event it is; "" where it is of none. */
struct str input_event_unit(struct str event);

/* Whether an event samples what runs, by any format. */
bool input_event_is_sampling(struct str event);

#endif
