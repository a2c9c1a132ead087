/* The clock that never goes back, and by which runtimes and recordings date what they tell. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* CLOCK_MONOTONIC, in ns. */
uint64_t clock_now_ns(void);

#endif
