/* Keyed hashing. The key is drawn at start, so that nobody can prepare input that collides. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

#include "base/str.h"

struct hash_key {
    uint64_t k0, k1;
};

/* Draws a key from the system. Only positions in hash tables may depend on it, never an output. */
struct hash_key hash_key_draw(void);

/* SipHash-1-3: one compression and three finalisation rounds (Aumasson, Bernstein: "SipHash: a fast
 * short-input PRF", 2012). The same on every machine. */
uint64_t hash_bytes(const struct hash_key *key, struct str s);

/* The same with 128 bits: wide enough that equal hashes mean equal inputs. */
void hash_wide(const struct hash_key *key, struct str s, uint64_t hash[2]);

/* SipHash-1-3 of two words. */
uint64_t hash_pair(const struct hash_key *key, uint64_t a, uint64_t b);

/* A hash of a pair of ids in a few instructions: the upper half of a product under the key (Lemire,
 * Kaser: "Strongly universal string hashing is fast", 2014); two pairs collide no more often than
 * by chance. The mixing after it is a bijection; it scatters consecutive ids, which would otherwise
 * form long runs in a table. */
static inline uint32_t hash_ids(const struct hash_key *key, uint32_t a, uint32_t b)
{
    uint32_t hash = (uint32_t)((key->k0 + a) * (key->k1 + b) >> 32);

    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    return hash ^ hash >> 12;
}

#endif
