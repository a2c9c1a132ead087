/* The form of text: whether bytes are text at all, and what is to be converted before it is read.
 */
#ifndef INPUT_RECOGNISE_TEXT_FORM_H
#define INPUT_RECOGNISE_TEXT_FORM_H

#include "base/unpack/decoder.h"

/* Whether the bytes at the start of a file are no text. Names in text may hold a few control
 * characters. */
bool text_form_is_binary(struct str prefix);

/* Finds UTF-16, with or without a byte order mark, and codes that colour a terminal. */
void text_form_find(struct str prefix, struct decoding *what);

/* Converts a prefix. Returns it, or what was written to `converted`. */
struct str text_form_convert(struct str prefix, const struct decoding *what, struct buf *converted);

#endif
