/* The encoding of commands from the programs to their child processes: an operation (one byte) and
 * its operands. A number has 4 bytes, little endian; a text is its length as a number, and its
 * bytes. */
#ifndef BASE_PROCESS_WIRE_H
#define BASE_PROCESS_WIRE_H

#include "base/sink.h"

/* Exit statuses of a child: its input or its arguments were rejected, it failed, or this system
 * does not let it do it. The last line on standard error says why. */
enum { CHILD_REFUSED = 1, CHILD_ASKED_WRONGLY = 2, CHILD_FAILED = 3, CHILD_UNABLE = 4 };

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
