/* Resolves addresses to names, for profiles without symbols, from the files that their mappings
 * name. */
#ifndef INPUT_COMMON_LOCATION_FILES_H
#define INPUT_COMMON_LOCATION_FILES_H

#include "input/common/names/explained.h"
#include "input/common/reading.h"

/* Part of a mapped file, and where it is mapped. */
struct mapping_row {
    struct str file, build_id;     /* build-id in hexadecimal; "": not known */
    uint64_t start, limit, offset; /* limit 0: not known */
    bool is_named;                 /* the profile's writer resolved what it could */
    unsigned named;                /* what the writer resolved, as in struct recording_info_mapping
                                    */
};

/* An address that --explain asks for. */
struct explained_address {
    module_id file;
    uint64_t address;
    bool is_inlined;
};

/* An address to resolve. */
struct sought_address {
    module_id file;
    const struct mapping_row *mapping;
    uint64_t address;
    bool is_own;
    uint64_t in_file; /* in the file's address space; set when its functions are found */
};

/* Shared by all messages of an input. Owns its parts; borrows the reading. */
struct location_files {
    struct reading *r;
    struct modules *modules; /* NULL: no name was needed yet */
    struct buf recording_folder, path;
    uint64_t *n_unnamed; /* unresolved addresses, by file */
    size_t unnamed_room;
    struct explained_address *explained;
    size_t n_explained, explained_room;
};

void location_files_init(struct location_files *lf, struct reading *r);
void location_files_free(struct location_files *lf);

/* Finds or adds the file of a mapping; 0 if names should not be looked up in it. */
module_id location_files_add(struct location_files *lf, const struct mapping_row *mapping);

/* Converts an offset in the file of a mapping, named or not, to the address that the file gives it.
 * False when the file or its segment is not found. */
MUST_CHECK bool location_files_address(struct location_files *lf, const struct mapping_row *mapping,
                                       uint64_t offset, uint64_t *address);

/* Lends the functions at an address, as modules_places does; NULL: none known. An address outside
 * of the mapping is in the file's address space if at->is_own. */
const struct code_place *location_files_places(struct location_files *lf, struct sought_address *at,
                                               size_t *n);

/* Notes the name that an address of a file got, for --explain. */
void location_files_note(struct location_files *lf, struct str name, struct explained_address at);

/* Reports on --explain and, of n samples, why n_unnamed have functions without a name; `otherwise`
 * is reported if no file gives a reason. */
void location_files_tell(struct location_files *lf, uint64_t n_unnamed, uint64_t n,
                         const char *otherwise);

/* False with a fault when the system failed to open or read a file. */
MUST_CHECK bool location_files_check(const struct location_files *lf, struct fault *f);

#endif
