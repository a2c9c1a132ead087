/* The words of -g: auto, fp, dwarf or dwarf,BYTES, lbr and no. */
#ifndef APP_OPTIONS_CALL_CHAIN_H
#define APP_OPTIONS_CALL_CHAIN_H

#include "base/str.h"
#include "record/counting.h"

/* Finds the way that a word names, up to a comma; what stands behind that is not read. */
bool call_chain_find(struct str word, enum call_chain *chain);

/* Returns the word that a mistyped one is nearest to; NULL: none is near. */
const char *call_chain_nearest(struct str word);

#endif
