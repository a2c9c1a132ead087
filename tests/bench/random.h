#ifndef TESTS_BENCH_RANDOM_H
#define TESTS_BENCH_RANDOM_H

#include <stdint.h>

/* A xorshift generator: the same numbers for the same seed on any machine. */
struct random {
    uint64_t state; /* never 0 */
};

static inline struct random random_seeded(uint64_t seed)
{
    struct random r = {seed * 0x9e3779b97f4a7c15U + 1};

    if (r.state == 0)
        r.state = 1;
    return r;
}

/* Gives a number in 0 .. n - 1. */
static inline uint32_t random_below(struct random *r, uint32_t n)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (uint32_t)((r->state * 0x2545f4914f6cdd1dU >> 32) * n >> 32);
}

#endif
