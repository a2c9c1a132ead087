/* Quotes words of a command that users can copy into a shell. */
#ifndef APP_COMMON_SHELL_QUOTE_H
#define APP_COMMON_SHELL_QUOTE_H

#include "base/buf.h"

/* Appends a word, in quotes if a shell needs them. */
void shell_quote(struct buf *to, struct str word);

#endif
