/* The files that a recording's addresses lie in: found, checked, and asked for names. Each is
 * opened when it is first asked for. */
#ifndef SYMBOL_MODULES_H
#define SYMBOL_MODULES_H

#include "base/limits.h"
#include "symbol/place.h"
#include "symbol/search.h"

typedef uint32_t module_id; /* 0: none */

/* How far the search for a file and its names went. */
enum module_state {
    MODULE_NOT_FOUND,
    MODULE_OTHER_BUILD, /* what was found has another build-id */
    MODULE_NO_SYMBOLS,  /* found, with no names but those that it offers to others */
    MODULE_NAMED,
};

struct modules;

/* Borrows all; beside is the folder of the recording, NULL: it has none. */
struct modules *modules_new(const struct symbol_options *options, const struct limits *limits,
                            const char *recording_folder);
void modules_free(struct modules *m);

/* Lends the first fault of the system in opening or reading a file, FAULT_NONE so far as there was
 * none. Names that were sought since are not all there. */
const struct fault *modules_fault(const struct modules *m);

/* Finds or adds a file by its path and build-id. Opens nothing yet. */
module_id modules_add(struct modules *m, const struct module_key *key);

/* Lends the part of the file that is loaded with the byte at an offset; NULL when the file was not
 * found or loads no such byte. */
const struct image_segment *modules_segment(struct modules *m, module_id id, uint64_t offset);

/* Finds the address, in the file's own terms, of the byte at an offset of it. False where there is
 * no segment of it. */
MUST_CHECK bool modules_address(struct modules *m, module_id id, uint64_t offset,
                                uint64_t *address);

/* Lends, until the next call, what is known of the code at an address of the file, the innermost
 * function first. *n is at least 1; the last is not inlined, and has the name "" when no symbol
 * holds the address. Names stay until the modules are freed. */
const struct code_place *modules_places(struct modules *m, module_id id, uint64_t address,
                                        size_t *n);

/* Lends the file, for unwinding, until the modules are freed; NULL: it was not found. */
const struct image *modules_image(struct modules *m, module_id id);

/* Lends in the same way the file with its debug information where that is another one. */
const struct image *modules_debug_image(struct modules *m, module_id id);

enum module_state modules_state(struct modules *m, module_id id);

/* What names the function at an address of the file. */
enum module_naming { NAMED_BY_NOTHING, NAMED_BY_SYMBOL, NAMED_BY_STUB, NAMED_BY_LINES };

enum module_naming modules_naming(struct modules *m, module_id id, uint64_t address);

/* Lends the path by which it was added. */
struct str modules_path(const struct modules *m, module_id id);

/* Returns why an address of it may have no name, and what mends that, as a sentence without a full
 * stop. */
struct str modules_mend(struct modules *m, module_id id);

/* Adds lines that say where the file and its names were found, what was refused, and what would
 * help. */
void modules_explain(struct modules *m, module_id id, struct buf *to);

#endif
