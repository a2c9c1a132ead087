/* How many processors this process may use, and work that is done on several. */
#ifndef BASE_PROCESSORS_H
#define BASE_PROCESSORS_H

#include <stddef.h>

/* At least 1: the affinity mask, and the quota of the process's control group where it has one. */
unsigned processors_usable(void);

/* How many workers there may be: as many as asked for, or when that is 0 one for each processor, at
 * most 4. */
unsigned processors_for(unsigned asked);

/* Calls run(item) for each of n items (at least 1) of that size, side by side, and returns when all
 * are done. What the system gives no thread is run after the first, one by one. */
void processors_run(void *(*run)(void *item), void *items, size_t n, size_t size);

#endif
