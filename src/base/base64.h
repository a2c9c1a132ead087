/* Writes base64 (RFC 4648, section 4). */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/sink.h"

/* Writes the bytes as base64 text, padded with '=' to a multiple of 4 characters. To write one text
 * in several calls, give each call but the last a multiple of 3 bytes. */
void base64_write(struct sink *s, struct str bytes);

#endif
