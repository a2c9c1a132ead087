/* Recognises files that are not profiles (core dumps, archives ...), so that their lines are never
 * read as samples. */
#ifndef INPUT_RECOGNISE_FOREIGN_H
#define INPUT_RECOGNISE_FOREIGN_H

#include "base/str.h"

/* Returns what the file is and what to use instead, to follow "is "; NULL: it may be a profile.
 * binary: as text_form_is_binary says. *text: it was found as text. */
const char *foreign_find(struct str prefix, bool binary, bool *text);

#endif
