/* Parses a line of a stack that bpftrace prints, in each of its modes. */
#ifndef INPUT_BPFTRACE_FRAME_H
#define INPUT_BPFTRACE_FRAME_H

#include <stdint.h>

#include "base/str.h"

/* Borrows from the line. */
struct bpftrace_frame {
    struct str name;    /* without its offset; empty: not known */
    struct str module;  /* a file, or a build id; empty: not given */
    struct str address; /* hexadecimal; in the module if that is a build id; empty: not given */
    struct str file;    /* of the source; empty: not given */
    uint64_t line;      /* in the source file; 0: not given */
    bool inlined;
    bool has_build_id;
};

/* Parses a line without its newline:
 *
 *     read+79                                 mode bpftrace
 *     read+79@/src/io.c:12                    the same from 0.24 on, where debug data is found
 *     [inlined] fill@/src/io.c:7
 * \t7f00 read+79@/src/io.c:12 (/lib/libc.so)   mode perf
 * \t7f00 fill (inlined)
 *     7f00                                    mode raw, or code without a name
 *     5a3fe6a6ae3a0a2b 0x1aae5b               mode build_id: an offset in that file */
void bpftrace_frame_read(struct str line, struct bpftrace_frame *frame);

#endif
