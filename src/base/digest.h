/* A 128-bit digest that tells whether bytes have changed. It is not cryptographic: do not use it on
 * files that an attacker could write. */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stdint.h>

#include "base/str.h"

/* A zeroed struct is the digest of nothing. */
struct digest {
    uint64_t half[2];
};

/* Adds bytes. Where one call ends and the next begins changes the digest, too. */
void digest_add(struct digest *d, struct str bytes);

static inline bool digest_equal(const struct digest *a, const struct digest *b)
{
    return a->half[0] == b->half[0] && a->half[1] == b->half[1];
}

#endif
