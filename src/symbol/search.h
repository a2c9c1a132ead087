/* Where the files are that a recording names, and those with their symbols. */
#ifndef SYMBOL_SEARCH_H
#define SYMBOL_SEARCH_H

#include "symbol/folder.h"
#include "symbol/image.h"
#include "symbol/options.h"

/* A file as a recording names it. */
struct module_key {
    struct str path;
    struct build_id build_id;
    uint32_t pid; /* of a process that has it, for /proc/PID/root while that lives; 0: not known */
};

/* What found a file. */
enum module_rule {
    RULE_NONE,
    RULE_SYMFS,
    RULE_CACHE,
    RULE_PATH,
    RULE_PROCESS,
    RULE_MERGED_USR,
    RULE_BESIDE,
    RULE_BUILD_ID,
    RULE_DEBUG_LINK,
    RULE_DEBUG_ALT_LINK,
    RULE_MEMORY,
    RULE_DEBUGINFOD,
};

/* A file that was found. Owns its parts. */
struct module_file {
    struct image image;
    enum module_rule rule; /* RULE_NONE: it was not */
    struct folder folder;  /* in which its path is; own for RULE_PROCESS */
    struct buf path;
    struct buf folder_name; /* as people know it */
    bool is_verified;       /* by build-id or checksum */
    bool is_other_build;    /* one of another build-id was met on the way */
};

void module_file_close(struct module_file *file);

/* Adds the path as people know it. */
void module_file_show(struct buf *to, const struct module_file *file);

struct debuginfod; /* symbol/debuginfod.h */

/* The folders of a search. Borrows the options. */
struct search {
    struct fault *fault; /* borrowed: takes what the system did not open or read */
    const struct symbol_options *options;
    struct folder root, cache, recording_folder;
    struct folder *symfs;
    const char *beside_path;
    struct debuginfod *debuginfod; /* NULL: nobody is asked */
};

/* Beside is the folder of the recording, borrowed; NULL: it has none. A file that the system does
 * not open or read, now or when it is asked for names, is a fault, and then one that was not found.
 */
void search_init(struct search *s, const struct symbol_options *options,
                 const char *recording_folder, struct fault *f);
void search_free(struct search *s);

/* Finds the file. Why others were not it is added to refused, a line each. */
bool search_file(const struct search *s, const struct module_key *key, struct module_file *file,
                 struct buf *refused);

enum symbols_need { NEED_SYMBOLS, NEED_LINES };

/* Finds a file with what another lacks, whose build-id is known or which was found. */
bool search_symbols(const struct search *s, const struct build_id *wanted,
                    const struct module_file *of, enum symbols_need need, struct module_file *file,
                    struct buf *refused);

/* Finds the file with what several files of debug information have in common. */
bool search_shared(const struct search *s, const struct module_file *of, struct module_file *file,
                   struct buf *refused);

/* Finds the kernel's own file with its symbols, by build-id, which must be known. The release is
 * what uname -r says, "" when it is not known. */
bool search_kernel(const struct search *s, const struct build_id *wanted, struct str release,
                   struct module_file *file, struct buf *refused);

/* How people are told of a rule: "--symfs", "its path". */
const char *search_rule(enum module_rule rule);

#endif
