/* Frames that name their file: "parse (reader.py:12)". */
#ifndef INPUT_FOLDED_FILE_FRAME_H
#define INPUT_FOLDED_FILE_FRAME_H

#include "base/str.h"

/* Takes a frame apart, as py-spy writes it: all lines of a file belong to one function. False for
 * others. */
bool folded_file_of(struct str frame, struct str *function, struct str *file);

#endif
