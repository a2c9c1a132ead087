/* A digest by SipHash with 128 bits: the hash so far is the key for the next bytes. */
#include "base/digest.h"

#include "base/hash.h"

void digest_add(struct digest *d, struct str bytes)
{
    /* The digits of pi, because an all-zero key would be weak. */
    const struct hash_key key = {d->half[0] ^ 0x243f6a8885a308d3, d->half[1] ^ 0x13198a2e03707344};

    hash_wide(&key, bytes, d->half);
}
