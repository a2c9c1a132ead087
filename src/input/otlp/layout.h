/* Which layout a message has, told by what is in it. */
#ifndef INPUT_OTLP_LAYOUT_H
#define INPUT_OTLP_LAYOUT_H

#include "input/otlp/message.h"

/* Finds the layout of a message; NULL with a fault that names what was found instead. A message
 * that is damaged is found so when it is read. */
const struct otlp_layout *otlp_layout_find(const struct otlp_message *m, const struct reading *r,
                                           struct fault *f);

/* How many bits of the prefix were verified to be of OTLP; 0: none. */
unsigned otlp_recognise(struct str prefix);

#endif
