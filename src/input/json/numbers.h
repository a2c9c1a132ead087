/* Arrays of numbers alone, found without yajl. */
#ifndef INPUT_JSON_NUMBERS_H
#define INPUT_JSON_NUMBERS_H

#include "input/json/parser.h"

#ifdef FLAME_HAVE_YAJL

/* Takes the numbers that follow where yajl stands behind the bracket of an array, or behind a comma
 * of one that began with numbers: of those before a ']' all, else all but the last, so that yajl
 * sees what it may see there. False with a fault of the reader. */
MUST_CHECK bool json_take_numbers(struct json *j);

/* Returns where the text ends that yajl is given next: behind a bracket that may begin numbers, or
 * behind a comma or the end of them. */
size_t json_end_before_numbers(const struct json_parser *parser);

/* Finds out where yajl stands after a piece that ends there. */
void json_note_numbers(struct json_parser *parser, size_t end);

#endif

#endif
