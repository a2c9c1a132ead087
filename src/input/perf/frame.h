/* A line of a call chain in the text of perf script. */
#ifndef INPUT_PERF_FRAME_H
#define INPUT_PERF_FRAME_H

#include <stdint.h>

#include "base/str.h"

/* Borrows from the line. */
struct perf_frame {
    struct str address;
    struct str name;   /* without its offset; empty: not known */
    struct str module; /* without the offset in it; empty: not said */
    bool inlined;      /* "(inlined)" stands in place of the module */
    bool deferred;     /* in place of callers that stand elsewhere */
    bool sure;         /* an address, and a module or an offset */
};

/* Whether the text can be an address: hexadecimal digits. */
bool is_hex_address(struct str s);

/* Reads a line without its newline; false when it is no frame. */
bool perf_frame_read(struct str line, struct perf_frame *frame);

/* Reads "  ../dir/file.c:12", which -F +srcline prints below a frame: "file.c" and 12. */
bool perf_source_read(struct str line, struct str *file, uint32_t *number);

#endif
