/* The lines of a function, where the input has no addresses. */
#ifndef APP_ANNOTATE_LINE_LIST_H
#define APP_ANNOTATE_LINE_LIST_H

#include "app/annotate/source_text.h"
#include "render/common/listing.h"

/* Samples of a function in a source line. */
struct line_spot {
    struct str file; /* "": not known */
    uint32_t line;
    uint64_t self;
};

/* Adds a row for each line that has samples and, where the file can be read, for those between and
 * a few around. Sorts the spots. */
void line_list(struct listing *l, struct source_texts *sources, struct line_spot *spots, size_t n);

#endif
