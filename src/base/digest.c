/* SipHash with 128 bits, each piece under a key that is made of those before it. */
#include "base/digest.h"

#include "base/hash.h"

void digest_add(struct digest *d, struct str bytes)
{
    /* The digits of pi: a key of 0 is none. */
    const struct hash_key key = {d->half[0] ^ 0x243f6a8885a308d3, d->half[1] ^ 0x13198a2e03707344};

    hash_wide(&key, bytes, d->half);
}
