/* Bytes on their way into a picture: made smaller where the program has a library for that. */
#ifndef RENDER_PACKING_H
#define RENDER_PACKING_H

#include "base/buf.h"

/* Puts the raw deflate stream (RFC 1951) of the bytes in their place and returns "deflate-raw";
 * without the library nothing changes, and the name is "none". */
const char *packing_deflate(struct buf *bytes);

/* What bytes are called that are not packed. */
#define PACKING_NONE_NAME "none"

#endif
