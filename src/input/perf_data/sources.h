/* Where names come from: files, the kernel and what runtimes wrote, shared by all workers on a
 * recording. */
#ifndef INPUT_PERF_DATA_SOURCES_H
#define INPUT_PERF_DATA_SOURCES_H

#include <pthread.h>

#include "input/perf_data/diagnostics.h"
#include "input/perf_data/jit.h"
#include "input/perf_data/processes.h"
#include "symbol/modules.h"

/* Owns all but the recording. Who uses modules or jit holds the lock. */
struct sources {
    struct recording *rec;
    struct modules *modules;
    struct buf recording_folder; /* the folder of the recording, which modules borrow */
    struct jit jit;
    pthread_mutex_t lock;
    pthread_mutex_t kernel_lock; /* taken before the other */
};

void sources_init(struct sources *s, struct recording *rec);
void sources_free(struct sources *s);

/* Lends the kernel once its names are there. Takes the locks itself. */
const struct kernel *sources_kernel(struct sources *s);

/* False with the fault of a file with names that the system did not open or read. Once nobody else
 * uses the sources. */
MUST_CHECK bool sources_check(const struct sources *s, struct fault *f);

/* Lends what the place of some code is called: the path of its file, or "the kernel". */
struct str sources_place(const struct sources *s, const struct code *code);

#endif
