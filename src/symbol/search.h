/* Finds the files (executables, libraries) that a recording names, and those with their symbols. */
#ifndef SYMBOL_SEARCH_H
#define SYMBOL_SEARCH_H

#include "base/folder.h"
#include "symbol/image.h"
#include "symbol/options.h"

/* A file as a recording names it. */
struct module_key {
    struct str path;
    struct build_id build_id;
    uint32_t pid; /* of a process that maps it, for /proc/PID/root while it lives; 0: not known */
};

/* How a file was found. */
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
    enum module_rule rule; /* RULE_NONE: not found */
    struct folder folder;  /* the folder that its path is relative to; owned for RULE_PROCESS */
    struct buf path;
    struct buf folder_name; /* as shown to users */
    bool is_verified;       /* build-id or checksum matched */
    bool is_other_build;    /* a file of another build-id was found on the way */
};

void module_file_close(struct module_file *file);

/* Appends the path as shown to users. */
void module_file_show(struct buf *to, const struct module_file *file);

struct debuginfod; /* symbol/debuginfod.h */

/* The folders to search. Borrows the options. */
struct search {
    struct fault *fault; /* borrowed: takes system errors of opening and reading */
    const struct symbol_options *options;
    struct folder root, cache, recording_folder;
    struct folder *symfs;
    const char *beside_path;
    struct debuginfod *debuginfod; /* NULL: nothing is downloaded */
};

/* recording_folder: that of the recording, borrowed; NULL: none. If the system fails to open or
 * read a file, now or later, it is a fault, and the file counts as not found. */
void search_init(struct search *s, const struct symbol_options *options,
                 const char *recording_folder, struct fault *f);
void search_free(struct search *s);

/* Finds the file. Appends to `refused` a line for each file that did not match. */
bool search_file(const struct search *s, const struct module_key *key, struct module_file *file,
                 struct buf *refused);

enum symbols_need { NEED_SYMBOLS, NEED_LINES };

/* Finds a file with the symbols or debug information that `of` lacks. The build-id must be known,
 * or `of` found. */
bool search_symbols(const struct search *s, const struct build_id *wanted,
                    const struct module_file *of, enum symbols_need need, struct module_file *file,
                    struct buf *refused);

/* Finds the file that .gnu_debugaltlink names: debug information shared by several files (dwz). */
bool search_shared(const struct search *s, const struct module_file *of, struct module_file *file,
                   struct buf *refused);

/* Finds the kernel's vmlinux by build-id, which must be known. release is that of uname -r; "": not
 * known. */
bool search_kernel(const struct search *s, const struct build_id *wanted, struct str release,
                   struct module_file *file, struct buf *refused);

/* A rule as shown to users: "--symfs", "its path". */
const char *search_rule(enum module_rule rule);

#endif
