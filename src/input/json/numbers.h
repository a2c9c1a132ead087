/* Finds arrays of numbers, null, true and false without yajl: all these are called numbers here. */
#ifndef INPUT_JSON_NUMBERS_H
#define INPUT_JSON_NUMBERS_H

#include "input/json/parser.h"

#ifdef FLAME_HAVE_YAJL

/* Takes numbers when yajl is after the bracket of an array, or after a comma in an array of
 * numbers: all of them if ']' follows, else all but the last, so that what yajl sees next is valid.
 * False with a fault of the reader. */
MUST_CHECK bool json_take_numbers(struct json *j);

/* Returns where to end the next text for yajl: after a bracket that may begin numbers, or after a
 * comma between them or the end. */
size_t json_end_before_numbers(const struct json_parser *parser);

/* Notes where yajl is after a text that ends there. */
void json_note_numbers(struct json_parser *parser, size_t end);

#endif

#endif
