/* How the programs and their children talk: a run of commands, each an operation (one byte) and its
 * operands. A number has 4 bytes, the lowest first; a text is its length as a number, and its
 * bytes. */
#ifndef RENDER_PROCESS_WIRE_H
#define RENDER_PROCESS_WIRE_H

#include "base/sink.h"

/* The exit status of a child that refuses what it is given or how it was asked, or that could not
 * do its work. Why is the last line on its standard error. */
enum { CHILD_REFUSED = 1, CHILD_ASKED_WRONGLY = 2, CHILD_FAILED = 3 };

static inline void wire_number(struct sink *s, uint32_t n)
{
    for (unsigned i = 0; i < 4; i++)
        sink_byte(s, (char)(n >> (8 * i) & 0xff));
}

static inline void wire_text(struct sink *s, struct str text)
{
    wire_number(s, (uint32_t)text.n);
    sink_str(s, text);
}

#endif
