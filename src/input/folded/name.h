/* Names of functions, told from other text that may stand before a number. */
#ifndef INPUT_FOLDED_NAME_H
#define INPUT_FOLDED_NAME_H

#include "base/str.h"

enum folded_name {
    NAME_NONE,  /* a clause, a key, a date, a number ... */
    NAME_WORD,  /* "main", which may be any word */
    NAME_SIGNED /* "demo`parse(char const*)", "[heap overhead]": with what only names have */
};

/* Says what a text is that stands alone before a count. */
enum folded_name folded_name_of(struct str text);

#endif
