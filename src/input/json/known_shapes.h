/* Finds records and members of known shapes without yajl. */
#ifndef INPUT_JSON_KNOWN_SHAPES_H
#define INPUT_JSON_KNOWN_SHAPES_H

#include "input/json/parser.h"

#ifdef FLAME_HAVE_YAJL

/* Takes the following records, or members, as long as their shapes are known. False with a fault of
 * the reader. */
MUST_CHECK bool json_take_known(struct json *j);

/* Learns the shape of the item from yajl. */
void json_learn(struct json *j);

/* Returns where to end the next text for yajl: at the end of a record or after a member, so that
 * the next may be found without it; or at a bracket that may begin an array of records. */
size_t json_end_of_piece(struct json *j);

#endif

#endif
