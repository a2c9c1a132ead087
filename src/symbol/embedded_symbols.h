/* The symbols of programs and libraries that a recording brings along: of the functions in which
 * its samples lie, from the very files that ran.
 *
 *     file 16eec6890a /usr/lib/libc.so.6      a build-id, or - for none, and the path
 *     code 28000 165000 28000                 a segment: its offset, size, address in the file
 *     9f0c0 140 read                          a function: its address in the file, size, name
 *
 * Numbers are hexadecimal. Segments and functions belong to the file before them. */
#ifndef SYMBOL_EMBEDDED_SYMBOLS_H
#define SYMBOL_EMBEDDED_SYMBOLS_H

#include "symbol/image.h"

enum {
    EMBEDDED_SYMBOLS_MOST = 16 << 20, /* bytes of the whole */
    EMBEDDED_NAME_MOST = 4096,        /* of a name, or of a path */
    EMBEDDED_SEGMENTS_MOST = 16       /* of a file */
};

/* A file. Borrows from the text. */
struct embedded_module {
    struct str path;
    struct build_id build_id; /* n 0: it has none */
    struct str lines;         /* segments and functions */
};

/* Owns its text and rows. Zeroed: empty. */
struct embedded_symbols {
    struct buf text;
    struct embedded_module *modules; /* by path and build-id, each once */
    size_t room, n;
    uint64_t bad_lines; /* "file" lines that are not as above */
};

/* Finds the files in the text, which the caller has appended and then leaves as it is. */
void embedded_symbols_read(struct embedded_symbols *t);

void embedded_symbols_free(struct embedded_symbols *t);

/* Lends the file of that path and build-id; NULL: it is not there. */
const struct embedded_module *embedded_symbols_find(const struct embedded_symbols *t,
                                                    struct str path,
                                                    const struct build_id *build_id);

/* The segments of a file. */
struct embedded_code {
    struct image_segment rows[EMBEDDED_SEGMENTS_MOST];
    size_t n;
};

/* Adds the functions to a table, and sets the segments. Skips lines that are not as above. */
void embedded_module_read(const struct embedded_module *module, struct symbol_table *to,
                          struct embedded_code *code);

/* Lends the segment that holds an offset in the file; NULL: none does. */
const struct image_segment *embedded_code_at(const struct embedded_code *code, uint64_t offset);

/* Append a line. False when it cannot be told: a path or a name has more bytes than may be, or ends
 * the line itself. */
MUST_CHECK bool embedded_symbols_add_file(struct buf *to, struct str path,
                                          const struct build_id *build_id);
void embedded_symbols_add_code(struct buf *to, const struct image_segment *segment);
MUST_CHECK bool embedded_symbols_add_function(struct buf *to, uint64_t address, uint64_t size,
                                              struct str name);

#endif
