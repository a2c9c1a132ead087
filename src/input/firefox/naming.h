/* Names of addresses in libraries, which profiles that were not symbolicated lack: out of what
 * samply keeps beside them, or out of the libraries themselves. */
#ifndef INPUT_FIREFOX_NAMING_H
#define INPUT_FIREFOX_NAMING_H

#include "input/common/location_files.h"
#include "input/firefox/symbols.h"
#include "input/firefox/tables.h"

/* Where the names of a library may be. */
struct firefox_named_lib {
    bool is_read;
    uint32_t symbols; /* its place in those, or FIREFOX_NO_SYMBOL */
    module_id module; /* 0: it is not looked for */
    struct mapping_row row;
    uint64_t base; /* in the terms of the file, where addresses count from */
};

/* Owns its parts; borrows the rest. */
struct firefox_naming {
    struct reading *r;
    const struct firefox_file *file;
    bool is_wanted; /* files may be opened */
    struct firefox_symbols symbols;
    struct fault fault; /* in reading them */
    struct location_files files;
    struct firefox_named_lib *libs; /* as those of the file */
    uint64_t n, n_unnamed;          /* addresses that were asked for */
};

void firefox_naming_init(struct firefox_naming *nm, struct reading *r,
                         const struct firefox_file *file);
void firefox_naming_free(struct firefox_naming *nm);

/* Lends the functions at an address of a library, counted from where it begins, the innermost
 * first, until the next call; NULL when none is known. */
const struct code_place *firefox_naming_places(struct firefox_naming *nm,
                                               const struct firefox_lib *lib, uint64_t address,
                                               size_t *n);

/* Says what has no name, of so many frames. False with a fault when the system did not open or read
 * a library. */
MUST_CHECK bool firefox_naming_finish(struct firefox_naming *nm, uint64_t n_frames,
                                      struct fault *f);

#endif
