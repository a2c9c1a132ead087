/* Names by address: what ELF files, kallsyms, perf maps and jitdumps are read into. */
#ifndef SYMBOL_TABLE_H
#define SYMBOL_TABLE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/mem.h"

struct symbol {
    uint64_t address;
    uint64_t size; /* 0: up to the next symbol */
    uint32_t name; /* where it begins in the text */
    uint32_t name_size;
    uint32_t rank;  /* of several at one address the highest stays, of equals the first added */
    uint32_t outer; /* after table_sort: the nearest before it that reaches over it, plus 1 */
};

/* Owns its arrays. A zeroed struct is an empty table. */
struct symbol_table {
    struct symbol *symbols; /* by address once they are sorted */
    size_t room;
    uint32_t n;
    struct buf text;
};

void table_free(struct symbol_table *t);

/* Copies the name. A symbol without one stands for no function: it ends one of unknown size. */
void table_add(struct symbol_table *t, uint64_t address, uint64_t size, struct str name,
               uint32_t rank);

/* Adds a symbol whose name stands in the text. */
static inline void table_put(struct symbol_table *t, const struct symbol *s)
{
    if (t->n == UINT32_MAX - 1)
        return;
    t->symbols = mem_grow(t->symbols, &t->room, (size_t)t->n + 1, sizeof *t->symbols);
    t->symbols[t->n++] = *s;
}

/* Puts the symbols in order and drops all but one of an address. More may be added and sorted in.
 */
void table_sort(struct symbol_table *t);

/* Lends the symbol that holds the address, of several the one that begins last; NULL: none does.
 * The table is sorted. */
const struct symbol *table_find(const struct symbol_table *t, uint64_t address);

/* Borrows from the table until its next change. */
static inline struct str table_name(const struct symbol_table *t, const struct symbol *s)
{
    return s->name_size ? (struct str){t->text.p + s->name, s->name_size} : STR("");
}

#endif
