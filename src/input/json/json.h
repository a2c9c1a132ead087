/* Reads JSON as a stream of values, through yajl: no tree, no recursion. */
#ifndef INPUT_JSON_JSON_H
#define INPUT_JSON_JSON_H

#include "input/json/stream.h"

/* Reads the whole input, which may be several values in a row; counts lines and damage. False with
 * a fault; in a build without yajl the fault says how to get it. */
MUST_CHECK bool json_read(struct json *j);

/* The first byte of the text after blanks and a byte order mark; 0: none. */
char json_first(struct str text);

/* Whether any object in the text has the key. For recognition: a string that contains such text
 * counts as well. */
bool json_mentions(struct str text, const char *key);

/* What the beginning of a text opens before it closes anything or has a value. */
struct json_opening {
    uint64_t most;  /* more than that does not matter */
    uint64_t depth; /* lists and objects in one another */
    uint64_t lines; /* whole ones */
    bool in_string, escaped;
    bool ended; /* the rest does not matter */
};

/* Takes the next bytes of the text, without a byte order mark. */
void json_opening_take(struct json_opening *o, struct str text);

#endif
