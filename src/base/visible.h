/* Shows what a terminal or a reader would obey or not see. */
#ifndef BASE_VISIBLE_H
#define BASE_VISIBLE_H

#include "base/buf.h"
#include "base/utf8.h"

/* Appends the code point, whose bytes these are: a control character as U+FFFD, bidi controls,
 * zero-width characters, U+2028 and U+2029 as <U+202E>, any other as it is. */
void visible_add(struct buf *to, struct str bytes, uint32_t point);

/* Appends text for a terminal: the same for each code point, but newlines and tabs stay, and each
 * maximal subpart of an invalid sequence becomes U+FFFD. */
void visible_add_text(struct buf *to, struct str text);

#endif
