/* Where the perf map of a process lies. */
#ifndef SYMBOL_PERF_MAP_FILE_H
#define SYMBOL_PERF_MAP_FILE_H

#include "base/limits.h"
#include "symbol/options.h"
#include "symbol/perf_map.h"

struct perf_map_key {
    uint32_t pid;   /* as the recorder counts */
    bool may_live;  /* the recording is of this machine: /proc/PID may be that process still */
    bool may_guess; /* perf-1.map may be its own, where it is the only one of its folder */
    const char *recording_folder; /* the folder of the recording; NULL: it came through a pipe */
};

/* Owns everything. */
struct perf_map {
    struct symbol_table names; /* empty: nothing was found */
    struct buf path;           /* of the map, with a NUL behind it; empty: nothing was found */
    struct buf refused;        /* path of one that belongs to another user, the same way */
    bool guessed;              /* it is perf-1.map, the only map of its folder */
    uint64_t bad_lines;
};

/* Finds the map and reads it. False with a fault when reading failed in the middle, or a limit was
 * reached: what came before is there. */
MUST_CHECK bool perf_map_load(struct perf_map *m, const struct perf_map_key *key,
                              const struct symbol_options *o, const struct limits *limits,
                              struct fault *f);
void perf_map_free(struct perf_map *m);

#endif
