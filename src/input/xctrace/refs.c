/* A table of elements by id. */
#include "input/xctrace/refs.h"

#include "base/mem.h"

enum { IDS_LEAST = 1 << 20, BYTES_AN_ID = 8 };

void refs_free(struct refs *refs)
{
    mem_free(refs->values, refs->room, sizeof *refs->values);
    *refs = (struct refs){0};
}

void refs_set(struct refs *refs, uint64_t id, enum ref_kind kind, uint64_t value, uint64_t bytes)
{
    if (value >> 61 || (id > IDS_LEAST && id > bytes / BYTES_AN_ID))
        return;
    refs->values = mem_grow(refs->values, &refs->room, (size_t)id + 1, sizeof *refs->values);
    refs->values[id] = value << 3 | kind;
}
