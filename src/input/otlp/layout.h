/* Which layout a message has, told by what is in it. */
#ifndef INPUT_OTLP_LAYOUT_H
#define INPUT_OTLP_LAYOUT_H

#include "input/otlp/message.h"

/* Finds out the layout, and in a dictionary all tables. The message is to be closed whatever is
 * returned. False with a fault where it is damaged, or of a layout that is not known. */
MUST_CHECK bool otlp_open(struct otlp_message *m, const struct reading *r, struct fault *f);

/* How many bits of the prefix were verified to be of OTLP; 0: none. */
unsigned otlp_recognise(struct str prefix);

#endif
