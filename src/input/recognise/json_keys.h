/* The keys of a JSON text wherever they stand, for recognition. */
#ifndef INPUT_RECOGNISE_JSON_KEYS_H
#define INPUT_RECOGNISE_JSON_KEYS_H

#include "base/buf.h"

/* Whether a text begins as an object of JSON. */
bool json_keys_may_be(struct str text);

/* Returns where a string that begins at the quote ends: behind its last quote, or at the end. */
size_t json_keys_behind_string(struct str text, size_t at);

/* Appends what a JSON text has without what repeats: of lists the first items, of objects below the
 * outermost the first members, of strings the beginning. It is as much as a prefix at most, and no
 * JSON if the text is none. */
void json_keys_squeeze(struct str text, struct buf *to);

/* Appends the first keys of the outermost object: "name", "value", "children". */
void json_keys_list(struct str text, struct buf *to);

#endif
