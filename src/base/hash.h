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

/* The same function over two words, for tables of pairs of ids. */
uint64_t hash_pair(const struct hash_key *key, uint64_t a, uint64_t b);

#endif
