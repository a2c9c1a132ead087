/* Lines out of the blocks of an input: what every reader of text begins with. */
#ifndef INPUT_COMMON_LINES_H
#define INPUT_COMMON_LINES_H

#include "input/common/reading.h"

/* Borrows all it points at. A line is lent until lines_more or lines_next has to fetch a block. */
struct lines {
    struct reading *r;
    struct blocks *blocks;
    struct fault *f;
    const char *at, *end; /* what is left of the block: whole lines, but perhaps the very last */
    bool first;           /* no block was read yet */
};

void lines_init(struct lines *l, struct reading *r, struct blocks *blocks, struct fault *f);

/* Whether there is one more line, which then stands at l->at. False at the end, or with a fault.
 * Skips a byte order mark, tells progress. */
MUST_CHECK bool lines_more(struct lines *l);

/* Takes the next line, counts it, and lends it without its newline and carriage returns. False as
 * lines_more. */
MUST_CHECK bool lines_next(struct lines *l, struct str *line);

/* Takes n bytes at l->at that the caller knows to be one whole line. */
static inline void lines_took(struct lines *l, size_t n)
{
    l->at += n;
    l->r->tally.lines++;
}

/* Counts a line, or what began at that line, as damaged: reading_bad. */
MUST_CHECK bool lines_bad(struct lines *l, uint64_t line, const char *reason, struct str near);

#endif
