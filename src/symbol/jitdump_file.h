/* Finds and reads the jitdump file of a process. */
#ifndef SYMBOL_JITDUMP_FILE_H
#define SYMBOL_JITDUMP_FILE_H

#include "symbol/jitdump.h"
#include "symbol/perf_map_file.h"

/* Owns everything. */
struct jitdump_file {
    struct jitdump dump;
    struct buf path;    /* NUL-terminated; empty: nothing was found */
    struct buf refused; /* the path of a dump that others may have made, NUL-terminated */
};

/* Finds and reads the dump that a process mapped as .../jit-1234.dump: in the folder of perf maps
 * that the user named, in the recording, in its folder, or at that path, also below the root of a
 * live process. False with a fault when reading failed midway: what came before is kept. A file
 * that is no jitdump gives an empty dump. */
MUST_CHECK bool jitdump_file_load(struct jitdump_file *j, struct str path,
                                  const struct perf_map_key *key, const struct symbol_options *o,
                                  const struct limits *limits, struct fault *f);
void jitdump_file_free(struct jitdump_file *j);

#endif
