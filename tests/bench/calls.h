#ifndef TESTS_BENCH_CALLS_H
#define TESTS_BENCH_CALLS_H

#include <stdbool.h>

#include "pool.h"
#include "random.h"

enum { DEPTH_MOST = 60 };

struct stack {
    uint32_t frames[DEPTH_MOST]; /* ids in the pool, the root first */
    uint32_t depth;
};

/* How deep stacks are, and how much of them the kernel may be; most is at most DEPTH_MOST. */
struct depths {
    uint32_t least, most;
    uint32_t tail_least, tail_most;
};

uint32_t mix(uint32_t a, uint32_t b);

/* Turns the stack before into the next one, which shares the path from the root with it. */
void next_stack(const struct pool *pool, struct random *r, const struct depths *depths,
                struct stack *s);

#endif
