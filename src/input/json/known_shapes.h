/* Records and members of shapes that were met before, found without yajl. */
#ifndef INPUT_JSON_KNOWN_SHAPES_H
#define INPUT_JSON_KNOWN_SHAPES_H

#include "input/json/parser.h"

#ifdef FLAME_HAVE_YAJL

/* Takes the records, or the members, that follow as long as their shapes are known. False with a
 * fault of the reader. */
MUST_CHECK bool json_take_known(struct json *j);

/* Learns the shape of the item that yajl tells. */
void json_learn(struct json *j);

/* Returns where the text ends that yajl is given next: with a record or behind a member, so that
 * the next one may be taken without it, or with the bracket that may begin an array of records. */
size_t json_end_of_piece(struct json *j);

#endif

#endif
