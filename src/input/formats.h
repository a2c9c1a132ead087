/* The registry of input formats, and questions to all of them. */
#ifndef INPUT_FORMATS_H
#define INPUT_FORMATS_H

#include "input/common/reading.h"

/* The registry, in the order of inputs.def. */
const struct input_format *const *input_formats(size_t *n);

/* Returns the format with that name, or NULL with a fault that suggests the nearest. */
MUST_CHECK const struct input_format *input_find(struct str name, struct fault *f);

/* The unit of an event's sample weights, from the format that knows the event; "": none does. */
struct str input_event_unit(struct str event);

/* Whether any format says that an event samples execution. */
bool input_event_is_sampling(struct str event);

/* Whether any format says that an event measures how long threads did not run. */
bool input_event_is_wait(struct str event);

#endif
