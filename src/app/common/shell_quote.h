/* Words of a command that is shown to be typed again. */
#ifndef APP_COMMON_SHELL_QUOTE_H
#define APP_COMMON_SHELL_QUOTE_H

#include "base/buf.h"

/* Appends a word as a shell reads it, in quotes where it needs them. */
void shell_quote(struct buf *to, struct str word);

#endif
