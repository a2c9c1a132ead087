/* A symbol table: names by address. ELF files, kallsyms, perf maps and jitdumps are read into it.
 */
#ifndef SYMBOL_TABLE_H
#define SYMBOL_TABLE_H

#include <stdint.h>

#include "base/buf.h"
#include "base/mem.h"

struct symbol {
    uint64_t address;
    uint64_t size; /* 0: up to the next symbol */
    uint32_t name; /* its offset in the text */
    uint32_t name_size;
    uint32_t rank;  /* of several at one address the highest is kept; of equal ones the first */
    uint32_t outer; /* after table_sort: the nearest earlier symbol that extends over this one,
                     * index + 1 */
};

/* Owns its arrays. A zeroed struct is an empty table. */
struct symbol_table {
    struct symbol *symbols; /* sorted by address after table_sort */
    size_t room;
    uint32_t n;
    struct buf text;
};

void table_free(struct symbol_table *t);

/* Copies the name. A symbol without a name is no function; it ends a preceding one of unknown size.
 */
void table_add(struct symbol_table *t, uint64_t address, uint64_t size, struct str name,
               uint32_t rank);

/* Adds a symbol whose name is in the text already. */
static inline void table_put(struct symbol_table *t, const struct symbol *s)
{
    if (t->n == UINT32_MAX - 1)
        return;
    t->symbols = mem_grow(t->symbols, &t->room, (size_t)t->n + 1, sizeof *t->symbols);
    t->symbols[t->n++] = *s;
}

/* Sorts the symbols and keeps one at each address. More may be added and sorted in later. */
void table_sort(struct symbol_table *t);

/* Lends the symbol that holds the address; of several, the one that begins last. NULL: none. The
 * table must be sorted. */
const struct symbol *table_find(const struct symbol_table *t, uint64_t address);

/* Borrows from the table until its next change. */
static inline struct str table_name(const struct symbol_table *t, const struct symbol *s)
{
    return s->name_size ? (struct str){t->text.p + s->name, s->name_size} : STR("");
}

#endif
