/* The form of text: whether bytes are text at all. */
#ifndef INPUT_TEXT_FORM_H
#define INPUT_TEXT_FORM_H

#include "base/str.h"

/* Whether the bytes at the start of a file are no text. Names in text may hold a few control
 * characters. */
bool text_form_is_binary(struct str prefix);

#endif
