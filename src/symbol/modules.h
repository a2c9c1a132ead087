/* The files (executables, libraries) that a recording's addresses lie in: finds and opens each on
 * first use, and resolves addresses to names. */
#ifndef SYMBOL_MODULES_H
#define SYMBOL_MODULES_H

#include "base/limits.h"
#include "symbol/embedded_symbols.h"
#include "symbol/place.h"
#include "symbol/search.h"

typedef uint32_t module_id; /* 0: none */

/* How far the search for a file and its symbols got. */
enum module_state {
    MODULE_NOT_FOUND,
    MODULE_OTHER_BUILD, /* only a file with another build-id was found */
    MODULE_NO_SYMBOLS,  /* found, but with exported symbols only */
    MODULE_NAMED,
};

struct module; /* a file; a lookup that needs no hold takes it */

/* Several threads may use one, but each file only one at a time: it holds the file, but for
 * modules_add. Functions that are given no file are called when no thread holds one. */
struct modules;

/* Borrows all. recording_folder: the folder of the recording; NULL: none. */
struct modules *modules_new(const struct symbol_options *options, const struct limits *limits,
                            const char *recording_folder);
void modules_free(struct modules *m);

/* Gives the symbols that the recording brings along, which are borrowed. They name what a file that
 * was found does not, and files that were not found. Without a build-id, a file that has other
 * functions than these counts as not found. */
void modules_take(struct modules *m, const struct embedded_symbols *taken);

/* Counts files that the recording alone names. Lends the first path by its bytes. */
struct str modules_taken(const struct modules *m, size_t *n);

/* Bytes that were loaded of all files; 0 for NULL. */
uint64_t modules_loaded(const struct modules *m);

/* Lends the system error, of the first path by its bytes, of opening or reading a file; FAULT_NONE
 * if there was none. After one, names may be missing. */
const struct fault *modules_fault(const struct modules *m);

/* Finds or adds a file by path and build-id. Opens nothing yet. */
module_id modules_add(struct modules *m, const struct module_key *key);

/* Waits until no other thread uses a file, and looks for it unless that was done. Hold one at a
 * time and not twice. */
void modules_hold(struct modules *m, module_id id);
void modules_release(struct modules *m, module_id id);

/* Lends a file that is held if it has no debug information to ask: what module_name_at finds in it
 * is all that modules_places would, and needs no hold. NULL: it has some. */
const struct module *modules_settled(struct modules *m, module_id id);

/* Lends the name of the function at an address of the file; "": no symbol holds it. */
struct str module_name_at(const struct module *module, uint64_t address);

/* Lends the segment that holds a file offset; NULL when neither the file nor the recording tells of
 * it. */
const struct image_segment *modules_segment(struct modules *m, module_id id, uint64_t offset);

/* Converts a file offset to an address of the file's address space. False when no segment holds it.
 */
MUST_CHECK bool modules_address(struct modules *m, module_id id, uint64_t offset,
                                uint64_t *address);

/* Lends, until the next call for the file, the functions at an address of it, the innermost first.
 * *n is at least 1; the last one is not inlined, and has the name "" when no symbol holds the
 * address. Names stay valid until the modules are freed. */
const struct code_place *modules_places(struct modules *m, module_id id, uint64_t address,
                                        size_t *n);

/* A function of the file. */
struct code_range {
    uint64_t begin, end; /* addresses of the file */
    struct str name;     /* mangled, as in the file; lent until the modules are freed */
};

/* Finds the function that holds an address of the file; false when no symbol does. */
MUST_CHECK bool modules_function(struct modules *m, module_id id, uint64_t address,
                                 struct code_range *range);

/* Adds, sorted, what names some addresses of a file that was found: functions, and stubs through
 * which it calls those of others, as image_symbols_at does. The names of all others are not read.
 */
void modules_symbols_at(struct modules *m, module_id id, const uint64_t *addresses, size_t n,
                        struct symbol_table *to);

/* The same by name; false as well when several functions have it. */
MUST_CHECK bool modules_function_named(struct modules *m, module_id id, struct str name,
                                       struct code_range *range);

/* Lends the name of the variable or constant at an address of the file, until the modules are
 * freed;
 * "": none is known. */
struct str modules_object(struct modules *m, module_id id, uint64_t address);

/* Lends the file until the modules are freed; NULL: not found. */
const struct image *modules_image(struct modules *m, module_id id);

/* The same, with how it was found. */
const struct module_file *modules_file(struct modules *m, module_id id);

/* Whether it is an ELF file, as it was found or the recording tells of its functions. */
bool modules_is_elf(struct modules *m, module_id id);

/* The same for unwinding by it. */
const struct image *modules_frame_image(struct modules *m, module_id id);

/* The same for its separate file with debug information, if there is one. */
const struct image *modules_debug_image(struct modules *m, module_id id);

enum module_state modules_state(struct modules *m, module_id id);

/* Where the name of the function at an address comes from. */
enum module_naming {
    NAMED_BY_NOTHING,
    NAMED_BY_SYMBOL,
    NAMED_BY_STUB,
    NAMED_BY_LINES,
    NAMED_BY_RECORDING
};

enum module_naming modules_naming(struct modules *m, module_id id, uint64_t address);

/* Counts files whose debug information is packed with zstd and was not unpacked. Lends the
 * first path by its bytes. */
struct str modules_packed(const struct modules *m, size_t *n);

/* Counts files with sections that were not read, because they overlap, unpack to too much or are
 * holes. Lends the first path by its bytes. */
struct str modules_cut(const struct modules *m, size_t *n);

/* Counts files that were not found, or whose symbols were not, where one lies beside the recording
 * that others may have put there. Lends the first sentence by its bytes. */
struct str modules_untrusted(const struct modules *m, size_t *n);

/* Lend the path and the build-id under which it was added. */
struct str modules_path(const struct modules *m, module_id id);
const struct build_id *modules_build_id(const struct modules *m, module_id id);

/* Returns why names may be missing and how to get them, as a sentence without a full stop. */
struct str modules_mend(struct modules *m, module_id id);

/* Appends the path at which the file was found, and whether it is the right build. */
void modules_show_file(struct modules *m, module_id id, struct buf *to);

/* Appends lines that say where the file and its symbols were found, what was refused, and what
 * would help. */
void modules_explain(struct modules *m, module_id id, struct buf *to);

#endif
