/* Splits the blocks of an input into lines; all text readers use it. */
#ifndef INPUT_COMMON_LINES_H
#define INPUT_COMMON_LINES_H

#include "input/common/reading.h"

/* Borrows what it points to. A line is lent until lines_more or lines_next has to read a block. */
struct lines {
    struct reading *r;
    struct blocks *blocks;
    struct fault *f;
    const char *at, *end; /* the rest of the block: whole lines, except perhaps the last of the
                           * input */
    bool first;           /* no block was read yet */
    const char *line;     /* where the one begins that lines_next lent, up to l->at */
};

void lines_init(struct lines *l, struct reading *r, struct blocks *blocks, struct fault *f);

/* Reads the next block, for lines_more. */
MUST_CHECK bool lines_read(struct lines *l);

/* Whether there is another line, which is then at l->at. False at the end, or with a fault. Skips a
 * byte order mark and reports progress. */
MUST_CHECK static inline bool lines_more(struct lines *l)
{
    return l->at != l->end || lines_read(l);
}

/* Takes and counts the next line and lends it without newline and carriage returns. False as
 * lines_more. */
MUST_CHECK bool lines_next(struct lines *l, struct str *line);

/* Appends all that follows the last line, for what is no text. False with a fault. */
MUST_CHECK bool lines_rest(struct lines *l, struct buf *to);

/* Takes n bytes at l->at that are known to be one whole line. */
static inline void lines_took(struct lines *l, size_t n)
{
    l->at += n;
    l->r->tally.lines++;
}

/* Takes such a line and lends it as lines_next does. */
void lines_take(struct lines *l, size_t n, struct str *line);

/* Keeps the line that lines_next lent, as it may be of another format. Returns true. */
bool lines_keep(struct lines *l);

/* Counts that line as a comment that the format does not explain, and keeps it. */
void lines_other(struct lines *l);

/* Counts a line, or what began at it, as damaged: reading_bad. */
MUST_CHECK bool lines_bad(struct lines *l, uint64_t line, const char *reason, struct str near);

#endif
