/* Whether bytes are those of before: 128 bits that are the same at every run. For what a user made
 * himself; who wants two files of one digest could make them. */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stdint.h>

#include "base/str.h"

/* A zeroed struct is that of nothing. */
struct digest {
    uint64_t half[2];
};

/* Adds bytes; where one piece ends counts as well. */
void digest_add(struct digest *d, struct str bytes);

static inline bool digest_equal(const struct digest *a, const struct digest *b)
{
    return a->half[0] == b->half[0] && a->half[1] == b->half[1];
}

#endif
