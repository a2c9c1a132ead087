/* Small files read whole: themes, colours and attributes that a user wrote. */
#ifndef RENDER_COMMON_TEXT_FILE_H
#define RENDER_COMMON_TEXT_FILE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/fault.h"

/* Whether something stands at the path, or it cannot be told because of permissions. */
bool text_file_exists(const char *path);

/* Appends the contents of the file to an empty buffer. What cannot be opened or read is a
 * FAULT_SYSTEM, what is larger than max bytes a FAULT_INPUT. */
MUST_CHECK bool text_file_read(struct buf *to, const char *path, size_t max, struct fault *f);

/* A line and its number, for messages: start with {.rest = text}. */
struct text_lines {
    struct str rest;
    struct str line; /* without its newline and carriage return */
    uint64_t number; /* from 1 */
};

/* Moves to the next line; false at the end. A last line without a newline is a line. */
bool text_lines_next(struct text_lines *lines);

#endif
