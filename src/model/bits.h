/* Counts bits. */
#ifndef MODEL_BITS_H
#define MODEL_BITS_H

#include <stdint.h>

static inline uint32_t bits_in(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(word * 0x0101010101010101u >> 56);
}

#endif
