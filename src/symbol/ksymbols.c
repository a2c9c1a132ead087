/* Code that the kernel loaded and unloaded during the recording. */
#include "symbol/ksymbols.h"

#include <stdlib.h>

#include "base/mem.h"

enum { UNSORTED_MOST = 128, SYMBOLS_MOST = 1 << 16 };

/* Returns how many sorted ones begin at or before the address. */
static size_t until(const struct ksymbols *k, uint64_t address)
{
    size_t from = 0;
    size_t to = k->n_sorted;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (k->symbols[middle].address <= address)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Loaded ones all have different addresses. */
static int by_address(const void *a, const void *b)
{
    const struct ksymbol *x = a;
    const struct ksymbol *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

/* Merges the unsorted into the sorted ones, from the end. */
static void merge(struct ksymbols *k)
{
    struct ksymbol fresh[UNSORTED_MOST];
    size_t n_fresh = 0;
    size_t n = 0;

    for (size_t i = 0; i < k->n; i++) {
        if (k->symbols[i].size == 0)
            continue;
        if (i < k->n_sorted)
            k->symbols[n++] = k->symbols[i];
        else
            fresh[n_fresh++] = k->symbols[i];
    }
    if (n_fresh > 1)
        qsort(fresh, n_fresh, sizeof *fresh, by_address);
    k->n = n + n_fresh;
    k->n_sorted = k->n;
    k->gone = 0;
    for (size_t to = k->n; n_fresh; to--) {
        bool old = n && k->symbols[n - 1].address > fresh[n_fresh - 1].address;
        k->symbols[to - 1] = old ? k->symbols[--n] : fresh[--n_fresh];
    }
}

void ksymbols_remove(struct ksymbols *k, uint64_t address)
{
    for (size_t i = k->n_sorted; i < k->n; i++)
        if (k->symbols[i].address == address)
            k->symbols[i].size = 0;
    size_t i = until(k, address);
    if (i == 0 || k->symbols[i - 1].address != address || k->symbols[i - 1].size == 0)
        return;
    k->symbols[i - 1].size = 0;
    if (++k->gone > UNSORTED_MOST)
        merge(k);
}

void ksymbols_add(struct ksymbols *k, uint64_t address, uint64_t size, struct str name)
{
    ksymbols_remove(k, address);
    if (k->n - k->n_sorted == UNSORTED_MOST)
        merge(k);
    if (size == 0 || name.n == 0 || k->n == SYMBOLS_MOST)
        return;
    k->symbols = mem_grow(k->symbols, &k->room, k->n + 1, sizeof *k->symbols);
    k->symbols[k->n++] = (struct ksymbol){address, size, k->text.n, name.n};
    buf_add(&k->text, name);
}

bool ksymbols_find(const struct ksymbols *k, uint64_t address, struct str *name)
{
    const struct ksymbol *found = NULL;

    for (size_t i = k->n; !found && i > k->n_sorted; i--) {
        const struct ksymbol *s = &k->symbols[i - 1];
        if (address >= s->address && address - s->address < s->size)
            found = s;
    }
    for (size_t i = found ? 0 : until(k, address); i; i--) {
        const struct ksymbol *s = &k->symbols[i - 1];
        if (s->size == 0)
            continue;
        if (address - s->address < s->size)
            found = s;
        break;
    }
    if (found)
        *name = (struct str){k->text.p + found->name, found->name_size};
    return found != NULL;
}

void ksymbols_free(struct ksymbols *k)
{
    mem_free(k->symbols, k->room, sizeof *k->symbols);
    buf_free(&k->text);
    *k = (struct ksymbols){0};
}
