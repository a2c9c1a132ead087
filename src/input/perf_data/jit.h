/* Names of code that processes made themselves, by the maps that their runtimes wrote. */
#ifndef INPUT_PERF_DATA_JIT_H
#define INPUT_PERF_DATA_JIT_H

#include "input/perf_data/recording.h"
#include "symbol/perf_map_file.h"

struct jit_process {
    uint32_t pid;
    struct perf_map map;
};

/* Owns its maps; borrows the recording. */
struct jit {
    struct recording *rec;
    struct fault *f;
    struct jit_process *processes;
    size_t room;
    size_t n;
};

void jit_free(struct jit *j);

/* Lends the name of a process's code at an address, "" when none is known, and the path of the map
 * that says it. False with a fault when a map could not be read to its end. */
MUST_CHECK bool jit_find(struct jit *j, uint32_t pid, uint64_t address, struct str *name,
                         struct str *path);

#endif
