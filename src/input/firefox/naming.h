/* Resolves addresses of profiles that were not symbolicated: from samply's symbol file next to the
 * profile, or from the libraries themselves. */
#ifndef INPUT_FIREFOX_NAMING_H
#define INPUT_FIREFOX_NAMING_H

#include "input/common/location_files.h"
#include "input/firefox/symbols.h"
#include "input/firefox/tables.h"

/* Where to find the names of a library. */
struct firefox_named_lib {
    bool is_read;
    uint32_t symbols; /* its index in the symbol file, or FIREFOX_NO_SYMBOL */
    module_id module; /* 0: not looked for */
    struct mapping_row row;
    uint64_t base; /* added to an address gives one in the file's address space */
};

/* Owns its parts; borrows the rest. */
struct firefox_naming {
    struct reading *r;
    const struct firefox_file *file;
    bool is_wanted; /* files may be opened */
    struct firefox_symbols symbols;
    struct fault fault; /* of reading them */
    struct location_files files;
    struct firefox_named_lib *libs; /* indexed as in the profile */
    uint64_t n, n_unnamed;          /* addresses that were looked up */
};

void firefox_naming_init(struct firefox_naming *nm, struct reading *r,
                         const struct firefox_file *file);
void firefox_naming_free(struct firefox_naming *nm);

/* Lends the functions at an address relative to the library's start, the innermost first, until the
 * next call; NULL when none is known. */
const struct code_place *firefox_naming_places(struct firefox_naming *nm,
                                               const struct firefox_lib *lib, uint64_t address,
                                               size_t *n);

/* Reports which names are missing, of n_frames. False with a fault when the system failed to open
 * or read a library. */
MUST_CHECK bool firefox_naming_finish(struct firefox_naming *nm, uint64_t n_frames,
                                      struct fault *f);

#endif
