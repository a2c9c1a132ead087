/* Code that the kernel loaded and unloaded during the recording: BPF programs and the like. */
#ifndef SYMBOL_KSYMBOLS_H
#define SYMBOL_KSYMBOLS_H

#include <stdint.h>

#include "base/buf.h"

struct ksymbol {
    uint64_t address;
    uint64_t size; /* 0: unloaded */
    size_t name;   /* its offset in the text */
    size_t name_size;
};

/* Owns its arrays. Zeroed: empty. Records arrive between samples, so new ones are kept unsorted
 * behind the sorted ones. */
struct ksymbols {
    struct ksymbol *symbols;
    size_t room;
    size_t n, n_sorted;
    size_t gone; /* how many sorted ones are unloaded */
    struct buf text;
};

/* Adds code; replaces what began at the same address. More than 65536 at once are dropped. */
void ksymbols_add(struct ksymbols *k, uint64_t address, uint64_t size, struct str name);
void ksymbols_remove(struct ksymbols *k, uint64_t address);

/* Lends the name of the code that holds the address, until the next change; false when none does.
 */
bool ksymbols_find(const struct ksymbols *k, uint64_t address, struct str *name);

void ksymbols_free(struct ksymbols *k);

#endif
