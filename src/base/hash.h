/* Keyed hashing: an input cannot be made to collide without the key, which is drawn at start. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

#include "base/str.h"

struct hash_key {
    uint64_t k0, k1;
};

/* Draws a key from the system. Only the place of an entry in a table may depend on it, never an
 * output. */
struct hash_key hash_key_draw(void);

/* SipHash-1-3 (Aumasson, Bernstein: "SipHash: a fast short-input PRF", 2012; 1 and 3 rounds): the
 * same on every machine. */
uint64_t hash_bytes(const struct hash_key *key, struct str s);

/* The same with 128 bits, which no two inputs share by chance. */
void hash_wide(const struct hash_key *key, struct str s, uint64_t hash[2]);

/* The same function over two words. */
uint64_t hash_pair(const struct hash_key *key, uint64_t a, uint64_t b);

/* For tables of pairs of ids, in a few instructions: the upper half of a product under the key
 * (Lemire, Kaser: "Strongly universal string hashing is fast", 2014), by which two pairs agree as
 * seldom as by chance. What follows loses nothing; it parts ids that count up, which would stand in
 * rows. */
static inline uint32_t hash_ids(const struct hash_key *key, uint32_t a, uint32_t b)
{
    uint32_t hash = (uint32_t)((key->k0 + a) * (key->k1 + b) >> 32);

    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    return hash ^ hash >> 12;
}

#endif
