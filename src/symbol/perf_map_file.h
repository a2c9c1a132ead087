/* Finds and reads the perf map of a process. */
#ifndef SYMBOL_PERF_MAP_FILE_H
#define SYMBOL_PERF_MAP_FILE_H

#include "base/limits.h"
#include "symbol/embedded_file.h"
#include "symbol/folder_numbers.h"
#include "symbol/options.h"
#include "symbol/perf_map.h"

struct perf_map_key {
    uint32_t pid;   /* as seen by the recorder */
    bool may_live;  /* recorded on this machine: /proc/PID may still be that process */
    bool may_guess; /* perf-1.map may be used if it is the only map of its folder */
    const char *recording_folder; /* the folder of the recording; NULL: it came through a pipe */
    const struct embedded_file *taken; /* the map in the recording; NULL: none */
};

/* What is known of the folders in which maps are sought, the same for all processes of a recording.
 * Owns its rows. Zeroed: nothing yet. */
struct perf_map_folders {
    struct folder_numbers *rows;
    size_t room, n;
    bool is_searched; /* all of them, for a process that has no map */
};

/* Owns everything. */
struct perf_map {
    struct symbol_table names; /* empty: no map was found */
    struct buf path;           /* of the map, NUL-terminated; empty: no map was found */
    struct buf refused;        /* the path of a map that others may have made, NUL-terminated */
    bool guessed;              /* it is perf-1.map, the only map of its folder */
    uint64_t bad_lines;
};

/* Finds and reads the map. Where maps of many processes are sought, the folders are listed, and
 * files that come later are not found. False with a fault when reading failed midway or a limit was
 * reached: what came before is kept. */
MUST_CHECK bool perf_map_load(struct perf_map *m, struct perf_map_folders *folders,
                              const struct perf_map_key *key, const struct symbol_options *o,
                              const struct limits *limits, struct fault *f);

/* Whether all folders are listed: then nothing changes any more, and threads may look at them. */
bool perf_map_folders_are_settled(const struct perf_map_folders *folders);

/* Whether a process has no map in settled folders. */
bool perf_map_folders_lack(const struct perf_map_folders *folders, uint32_t pid);

void perf_map_folders_free(struct perf_map_folders *folders);
void perf_map_free(struct perf_map *m);

#endif
