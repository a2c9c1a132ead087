/* Parses a call chain line of perf script. */
#ifndef INPUT_PERF_FRAME_H
#define INPUT_PERF_FRAME_H

#include <stdint.h>

#include "model/frames.h"

/* Borrows from the line. */
struct perf_frame {
    struct str address;
    struct str name;                   /* without its offset; empty: not known */
    struct str module;                 /* without the offset in it; empty: not given */
    struct str in_function, in_module; /* these offsets, "+0x15"; empty: not given */
    bool inlined;                      /* "(inlined)" replaces the module */
    bool deferred;                     /* a placeholder for callers recorded elsewhere */
    bool sure;                         /* has an address, and a module or offset */
};

/* Whether the text is an address: hexadecimal digits. */
bool is_hex_address(struct str s);

/* Whether a line is a frame in the columns of perf: a tab, and an address of 16 columns. */
bool perf_frame_is_padded(struct str line);

/* Whether an indented line is the address of a function that is not known, in a file that is not.
 */
bool perf_frame_is_unknown(struct str line);

/* Of the line of such a frame in perf's columns, with its newline. */
enum { PERF_UNKNOWN_LINE = 40 };

/* Whether [at, end) begins with that line. */
bool perf_frame_begins_unknown(const char *at, const char *end);

/* Parses a line without its newline; false when it is no frame. */
bool perf_frame_read(struct str line, struct perf_frame *frame);

/* Says which instruction a row of that frame is, whose kind is known. */
void perf_frame_locate(const struct perf_frame *frame, struct frame *row);

/* Parses "  ../dir/file.c:12", which -F +srcline prints below a frame, to "file.c" and 12. */
bool perf_source_read(struct str line, struct str *file, uint32_t *number);

#endif
