/* Where names come from (files, the kernel, runtimes), shared by all workers on a recording. */
#ifndef INPUT_PERF_DATA_CODE_SOURCES_H
#define INPUT_PERF_DATA_CODE_SOURCES_H

#include <pthread.h>

#include "input/perf_data/code/jit.h"
#include "input/perf_data/diagnostics.h"
#include "input/perf_data/processes.h"
#include "symbol/modules.h"

/* Owns everything except the recording. Hold the lock to use jit, and a file to use it. */
struct sources {
    struct recording *rec;
    struct modules *modules;
    struct embedded_symbols taken; /* borrowed by modules */
    struct buf recording_folder;   /* borrowed by modules */
    struct jit jit;
    pthread_mutex_t jit_lock;
    pthread_mutex_t kernel_lock;
};

void sources_init(struct sources *s, struct recording *rec);
void sources_free(struct sources *s);

/* Lends the kernel once its names are loaded. Takes the lock itself. */
const struct kernel *sources_kernel(struct sources *s);

/* False with the fault of a symbol file that the system failed to open or read. Call it when no
 * worker uses the sources. */
MUST_CHECK bool sources_check(const struct sources *s, struct fault *f);

/* Lends how messages call the place of some code: the path of its file, or "the kernel". */
struct str sources_place(const struct sources *s, const struct code *code);

#endif
