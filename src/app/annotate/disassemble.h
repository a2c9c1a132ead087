/* Disassembles code in a child process, since the library was not made for hostile bytes. */
#ifndef APP_ANNOTATE_DISASSEMBLE_H
#define APP_ANNOTATE_DISASSEMBLE_H

#include "base/sink.h"
#include "symbol/image.h"

/* What is sent to the child and what it answered. Owns its parts; a zeroed struct may be freed. */
struct disassembly {
    struct sink commands, answer;
    struct str rest;    /* what was not read of the answer */
    struct buf problem; /* why there is no answer; empty: there is one */
};

struct instruction {
    uint64_t size;
    struct str text; /* lent until the disassembly is freed */
};

/* Begins with the machine of the file. */
void disassembly_begin(struct disassembly *d, const struct image *image);

/* Adds code; its instructions follow those of the code before. */
void disassembly_send(struct disassembly *d, uint64_t address, struct str bytes);

/* Runs the child. False, with the problem set, when it has no answer. */
MUST_CHECK bool disassembly_run(struct disassembly *d);

/* Takes the next instruction; false at the end. */
MUST_CHECK bool disassembly_next(struct disassembly *d, struct instruction *next);
void disassembly_free(struct disassembly *d);

#endif
