/* Lines of source files that debug information or a profile names. */
#ifndef APP_ANNOTATE_SOURCE_TEXT_H
#define APP_ANNOTATE_SOURCE_TEXT_H

#include "base/buf.h"

struct source_text; /* a file */

/* Owns its files. A zeroed struct reads none. */
struct source_texts {
    bool readable; /* files may be opened */
    struct source_text *files;
    size_t n, room;
};

void source_texts_free(struct source_texts *s);

/* Lends a line, without its end, until the texts are freed; "" when there is none. Lines are
 * numbered from 1. */
struct str source_texts_line(struct source_texts *s, struct str path, uint32_t line);

/* The number of lines; 0 when the file cannot be read. */
uint32_t source_texts_lines(struct source_texts *s, struct str path);

#endif
