/* The symbols of programs and libraries that a recording brings along: of the functions in which
 * its samples lie, from the very files that ran.
 *
 *     file 16eec6890a /usr/lib/libc.so.6      a build-id, or - for none, and the path
 *     code 28000 165000 28000                 a segment: its offset, size, address in the file
 *     9f0c0 140 read                          a function: its address in the file, size, name
 *
 * Numbers are hexadecimal. Segments and functions belong to the file before them. */
#ifndef SYMBOL_TAKEN_SYMBOLS_H
#define SYMBOL_TAKEN_SYMBOLS_H

#include "symbol/image.h"

enum {
    TAKEN_SYMBOLS_MOST = 16 << 20, /* bytes of the whole */
    TAKEN_NAME_MOST = 4096,        /* of a name, or of a path */
    TAKEN_SEGMENTS_MOST = 16       /* of a file */
};

/* A file. Borrows from the text. */
struct taken_module {
    struct str path;
    struct build_id build_id; /* n 0: it has none */
    struct str lines;         /* segments and functions */
};

/* Owns its text and rows. Zeroed: empty. */
struct taken_symbols {
    struct buf text;
    struct taken_module *modules; /* by path and build-id, each once */
    size_t room, n;
    uint64_t bad_lines; /* "file" lines that are not as above */
};

/* Finds the files in the text, which the caller has appended and then leaves as it is. */
void taken_symbols_read(struct taken_symbols *t);

void taken_symbols_free(struct taken_symbols *t);

/* Lends the file of that path and build-id; NULL: it is not there. */
const struct taken_module *taken_symbols_find(const struct taken_symbols *t, struct str path,
                                              const struct build_id *build_id);

/* The segments of a file. */
struct taken_code {
    struct image_segment rows[TAKEN_SEGMENTS_MOST];
    size_t n;
};

/* Adds the functions to a table, and sets the segments. Skips lines that are not as above. */
void taken_module_read(const struct taken_module *module, struct symbol_table *to,
                       struct taken_code *code);

/* Lends the segment that holds an offset in the file; NULL: none does. */
const struct image_segment *taken_code_at(const struct taken_code *code, uint64_t offset);

/* Append a line. False when it cannot be told: a path or a name has more bytes than may be, or ends
 * the line itself. */
MUST_CHECK bool taken_symbols_add_file(struct buf *to, struct str path,
                                       const struct build_id *build_id);
void taken_symbols_add_code(struct buf *to, const struct image_segment *segment);
MUST_CHECK bool taken_symbols_add_function(struct buf *to, uint64_t address, uint64_t size,
                                           struct str name);

#endif
