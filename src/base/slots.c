/* Grows open-addressing hash tables of ids. */
#include "base/slots.h"

#include "base/mem.h"

void slots_double(struct slot **slots, size_t *n)
{
    struct slot *old = *slots;
    size_t n_old = *n;
    size_t mask = n_old * 2 - 1;

    *n = n_old * 2;
    *slots = mem_alloc(*n, sizeof **slots);
    for (size_t i = 0; i < n_old; i++) {
        size_t at = old[i].tag & mask;
        while (old[i].id && (*slots)[at].id)
            at = (at + 1) & mask;
        if (old[i].id)
            (*slots)[at] = old[i];
    }
    mem_free(old, n_old, sizeof *old);
}
