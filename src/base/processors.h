/* How many processors this process may use. */
#ifndef BASE_PROCESSORS_H
#define BASE_PROCESSORS_H

/* At least 1: the affinity mask, and the quota of the process's control group where it has one. */
unsigned processors_usable(void);

/* How many workers there may be: as many as asked for, or when that is 0 one for each processor, at
 * most 4. */
unsigned processors_for(unsigned asked);

#endif
