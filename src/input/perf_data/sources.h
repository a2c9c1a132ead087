/* Where names come from: files, the kernel and what runtimes
 * wrote, shared by all workers on a recording. */
#ifndef INPUT_PERF_DATA_SOURCES_H
#define INPUT_PERF_DATA_SOURCES_H

#include <pthread.h>

#include "input/perf_data/jit.h"
#include "input/perf_data/processes.h"
#include "symbol/kernel.h"
#include "symbol/modules.h"

/* Owns all but the recording. Who uses modules or jit, or loads the
 * kernel, holds the lock. */
struct sources {
    struct recording *rec;
    struct modules *modules;
    struct kernel kernel;
    bool kernel_loaded;
    struct jit jit;
    pthread_mutex_t lock;
};

void sources_init(struct sources *s, struct recording *rec);
void sources_free(struct sources *s);

/* Lends the kernel's symbols, which are loaded when they are first asked for. Takes the lock
 * itself. */
const struct kernel *sources_kernel(struct sources *s, struct processes *processes);

#endif
