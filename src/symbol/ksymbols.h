/* Code that the kernel took in and gave up while it was recorded: programs of BPF and the like. */
#ifndef SYMBOL_KSYMBOLS_H
#define SYMBOL_KSYMBOLS_H

#include <stdint.h>

#include "base/buf.h"

struct ksymbol {
    uint64_t address;
    uint64_t size; /* 0: it is gone */
    size_t name;   /* where it begins in the text */
    size_t name_size;
};

/* Owns its arrays. A zeroed struct holds nothing. Records come one by one between samples, so the
 * newest stand unsorted behind those that are sorted. */
struct ksymbols {
    struct ksymbol *symbols;
    size_t room;
    size_t n, n_sorted;
    size_t gone; /* of the sorted */
    struct buf text;
};

/* Adds code, in the place of what began at the same address. More than 65536 at once are dropped.
 */
void ksymbols_add(struct ksymbols *k, uint64_t address, uint64_t size, struct str name);
void ksymbols_remove(struct ksymbols *k, uint64_t address);

/* Lends the name of the code that holds the address until the next change; false when none does. */
bool ksymbols_find(const struct ksymbols *k, uint64_t address, struct str *name);

void ksymbols_free(struct ksymbols *k);

#endif
