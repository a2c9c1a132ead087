/* Detects the version (layout) of an OTLP message from its contents. */
#ifndef INPUT_OTLP_LAYOUT_H
#define INPUT_OTLP_LAYOUT_H

#include "input/otlp/message.h"

/* Detects the layout unless it is known, and finds all tables of a dictionary. Close the message in
 * any case. False with a fault when it is damaged, or its layout is unknown. */
MUST_CHECK bool otlp_open(struct otlp_message *m, const struct reading *r, struct fault *f);

/* How many bits of the prefix confirm OTLP; 0: it is not. */
unsigned otlp_recognise(struct str prefix);

#endif
