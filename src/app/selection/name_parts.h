/* Splits names into parts, at whose beginnings "^" of --redact is looked for. */
#ifndef APP_SELECTION_NAME_PARTS_H
#define APP_SELECTION_NAME_PARTS_H

#include "base/buf.h"

/* Writes lines: the name, then each of its parts (arguments of templates and functions, words,
 * parts of paths), alone, and with what is behind it. A NUL or a line end in the name becomes a
 * blank. NUL-terminated. */
void name_parts(struct str name, struct buf *to);

/* Writes the regular expression without the anchors of its alternatives; NUL-terminated. */
void name_parts_unanchored(struct str expression, struct buf *to);

#endif
