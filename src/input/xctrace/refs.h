/* What the ids in an xctrace export stand for: an element occurs once, later ones refer to it by
 * ref="id". */
#ifndef INPUT_XCTRACE_REFS_H
#define INPUT_XCTRACE_REFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ref_kind { REF_FRAME = 1, REF_STACK, REF_WEIGHT, REF_THREAD, REF_BINARY };

/* Owns its table. Ids are numbers from 1, in steps of 1. */
struct refs {
    uint64_t *values; /* by id: the value in the upper bits, the kind in the lower; 0: none */
    size_t room;
};

void refs_free(struct refs *refs);

/* Sets what an id stands for. Ignores a value of 2^61 or more, and an id too large for an input of
 * that many bytes. */
void refs_set(struct refs *refs, uint64_t id, enum ref_kind kind, uint64_t value, uint64_t bytes);

/* Finds what an id stands for; false when it is nothing of this kind. */
static inline bool refs_get(const struct refs *refs, uint64_t id, enum ref_kind kind,
                            uint64_t *value)
{
    if (id >= refs->room || (refs->values[id] & 7) != kind)
        return false;
    *value = refs->values[id] >> 3;
    return true;
}

#endif
