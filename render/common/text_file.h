/* Reads small files whole: the user's themes, colours and attributes. */
#ifndef RENDER_COMMON_TEXT_FILE_H
#define RENDER_COMMON_TEXT_FILE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/fault.h"

/* Whether the path exists; true as well if permissions hide it. */
bool text_file_exists(const char *path);

/* Appends the contents of the file to an empty buffer. A file that cannot be opened or read is a
 * FAULT_SYSTEM, one larger than max bytes a FAULT_INPUT. */
MUST_CHECK bool text_file_read(struct buf *to, const char *path, size_t max, struct fault *f);

/* The same for a file that the program writes as well: where others can write to its folder, it
 * must be the user's own, see base/beside.h; a FAULT_INPUT if not. */
MUST_CHECK bool text_file_read_own(struct buf *to, const char *path, size_t max, struct fault *f);

/* Iterates over lines; start with {.rest = text}. Counts lines for messages. */
struct text_lines {
    struct str rest;
    struct str line; /* without newline and carriage return */
    uint64_t number; /* from 1 */
};

/* Moves to the next line; false at the end. A last line needs no newline. */
bool text_lines_next(struct text_lines *lines);

#endif
