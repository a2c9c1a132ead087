/* A file of a recording, as symbol/modules finds it and tells of it; for these alone. */
#ifndef SYMBOL_MODULE_H
#define SYMBOL_MODULE_H

#include <pthread.h>
#include <sys/types.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/slots.h"
#include "symbol/dwarf/debug_sections.h"
#include "symbol/embedded_symbols.h"
#include "symbol/place.h"
#include "symbol/search.h"

struct debug_info; /* symbol/dwarf/debug_info.h */

struct module {
    pthread_mutex_t lock; /* for modules_hold */
    struct buf path;
    struct build_id build_id; /* as the recording has it */
    uint32_t pid;
    bool is_sought, is_named; /* its file; its names */
    bool is_symbols_sought, is_debug_sought, is_lines_sought;
    struct module_file file;    /* what ran */
    struct module_file symbols; /* with symbols that the file lacks */
    struct module_file lines;   /* with debug information that both lack */
    struct module_file shared;  /* what debug information has in common with other files' */
    struct debug_info *info;    /* NULL: none was found */
    bool lacks_zstd;            /* some of it is packed, and was not unpacked */
    bool has_frames;            /* .debug_frame of the file was unpacked, if need be */
    bool has_debug_frames;      /* the same of the file with debug information */
    struct debug_sections frames, debug_frames;
    struct symbol_table table, stubs;
    struct symbol_table objects; /* read when one is asked for */
    bool has_objects;
    size_t n_mini;             /* names that were packed in the file */
    bool has_table;            /* of all functions, not only those that others may call */
    struct symbol_table taken; /* which the recording brings along; for what has no other name */
    struct embedded_code code; /* the same: its segments */
    struct buf refused;
    struct fault *fault; /* of what the system did not open or read; NULL: nothing was found */
    struct code_place *places; /* lent to who asked last */
    size_t places_room;
    dev_t device; /* of the file */
    ino_t inode;
    uint32_t n_paths;    /* under which it was found; `table` of modules is for it as well */
    struct module *same; /* borrowed: found the same file, and stands for this one; NULL: none */
};

struct modules {
    const struct limits *limits;
    struct fault fault;                   /* of opening the folders to search */
    const struct embedded_symbols *taken; /* NULL: the recording brings none along */
    struct search search;
    pthread_mutex_t searching; /* held while files are searched: servers and helpers are asked by
                                * one thread at a time */
    pthread_mutex_t table;     /* for what follows; nothing else is locked while it is held */
    struct module **all;       /* indexed by id - 1 */
    size_t room;
    uint32_t n;
    struct slots slots; /* all modules */
    struct slots files; /* the first module of each file */
    struct hash_key hash;
};

/* The row of a file. */
struct module *modules_at(struct modules *m, uint32_t id);

/* Looks for the file; and for its names as well; and for its debug information, NULL: there is
 * none.
 */
struct module *modules_find(struct modules *m, uint32_t id);
struct module *modules_find_named(struct modules *m, uint32_t id);
void modules_find_symbols(struct modules *m, struct module *module); /* no names yet */
struct debug_info *modules_find_debug_info(struct modules *m, struct module *module);

#endif
