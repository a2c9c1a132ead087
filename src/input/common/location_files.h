/* Names of addresses, for profiles that have none: out of the files that their mappings name. */
#ifndef INPUT_COMMON_LOCATION_FILES_H
#define INPUT_COMMON_LOCATION_FILES_H

#include "input/common/explained.h"
#include "input/common/reading.h"

/* Part of a file that was mapped: where, and of what. */
struct mapping_row {
    struct str file, build_id;     /* hexadecimal; "": not known */
    uint64_t start, limit, offset; /* limit 0: not known */
    bool is_named;                 /* the writer has named what it could */
    unsigned named;                /* what it has named, as struct recording_info_mapping */
};

/* An address that --explain asks for. */
struct explained_address {
    module_id file;
    uint64_t address;
    bool is_inlined;
};

/* An address of which the functions are sought. */
struct sought_address {
    module_id file;
    const struct mapping_row *mapping;
    uint64_t address;
    bool is_own;
    uint64_t in_file; /* the address in the file's own terms; found with its functions */
};

/* Of all messages of an input. Owns its parts; borrows the reading. */
struct location_files {
    struct reading *r;
    struct modules *modules; /* NULL: no name was sought yet */
    struct buf beside, path;
    uint64_t *n_unnamed; /* addresses, by file */
    size_t unnamed_room;
    struct explained_address *explained;
    size_t n_explained, explained_room;
};

void location_files_init(struct location_files *lf, struct reading *r);
void location_files_free(struct location_files *lf);

/* Finds or adds the file of a mapping; 0 where no names are to be sought in it. */
module_id location_files_add(struct location_files *lf, const struct mapping_row *mapping);

/* Lends the functions at an address, as modules_places does; NULL when none is known. An address
 * outside of the mapping is one of the file's own where at->is_own. */
const struct code_place *location_files_places(struct location_files *lf, struct sought_address *at,
                                               size_t *n);

/* Takes note of a frame that an address of a file, in its own terms, has got. */
void location_files_note(struct location_files *lf, struct str name, struct explained_address at);

/* Tells what was asked for by --explain, and, of n samples, why some have functions without a name.
 * Otherwise is said where that is not known of any file. */
void location_files_tell(struct location_files *lf, uint64_t n_unnamed, uint64_t n,
                         const char *otherwise);

/* False with a fault when the system did not open or read a file. */
MUST_CHECK bool location_files_check(const struct location_files *lf, struct fault *f);

#endif
