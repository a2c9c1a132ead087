/* Where the dump of a process's code lies. */
#ifndef SYMBOL_JITDUMP_FILE_H
#define SYMBOL_JITDUMP_FILE_H

#include "symbol/jitdump.h"
#include "symbol/perf_map_file.h"

/* Owns both. */
struct jitdump_file {
    struct jitdump dump;
    struct buf path; /* with a NUL behind it; empty: nothing was found */
};

/* Finds the dump that a process mapped under a path, .../jit-1234.dump, and reads it: in the folder
 * of perf maps, beside the recording, and under the path itself, also in the root of a process that
 * lives. False with a fault when reading failed in the middle: what came before is there. A file
 * that is no dump is one of which nothing came. */
MUST_CHECK bool jitdump_file_load(struct jitdump_file *j, struct str path,
                                  const struct perf_map_key *key, const struct symbol_options *o,
                                  const struct limits *limits, struct fault *f);
void jitdump_file_free(struct jitdump_file *j);

#endif
