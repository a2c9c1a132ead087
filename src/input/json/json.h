/* JSON as a stream of its values, read through yajl: no tree is made, nothing recurses. */
#ifndef INPUT_JSON_JSON_H
#define INPUT_JSON_JSON_H

#include "input/json/stream.h"

/* Reads all of the input, which may be several values behind one another, and counts its lines and
 * what is damaged. False with a fault; in a build without yajl that says how to get it. */
MUST_CHECK bool json_read(struct json *j);

/* The first byte of the text that is no blank, behind a byte order mark; 0: there is none. */
char json_first(struct str text);

/* Whether some object of the text has the key. For recognition: text that looks like one in a
 * string counts. */
bool json_mentions(struct str text, const char *key);

#endif
