/* How many processors this process may use, and running work in parallel. */
#ifndef BASE_PROCESSORS_H
#define BASE_PROCESSORS_H

#include <stddef.h>

/* At least 1. Respects the affinity mask and the CPU quota of the control group. */
unsigned processors_usable(void);

/* How many workers to use: as many as asked for, or for 0 one per processor, at most 4. */
unsigned processors_for(unsigned asked);

/* Calls run(item) for each of n items (at least 1) of the given size in parallel, and returns when
 * all are done. Items for which no thread could be started run after the first, one by one. */
void processors_run(void *(*run)(void *item), void *items, size_t n, size_t size);

#endif
