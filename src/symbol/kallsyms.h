/* The kernel's list of its own symbols. */
#ifndef SYMBOL_KALLSYMS_H
#define SYMBOL_KALLSYMS_H

#include "symbol/table.h"

/* Owns its table. A zeroed struct is an empty list. */
struct kallsyms {
    struct symbol_table symbols; /* a module stands behind the name: "nft_do_chain\t[nf_tables]" */
    uint64_t text, stext;        /* addresses of _text and _stext; 0: not met */
    uint64_t lines;              /* that are symbols of any type */
    bool any_address;            /* one at least is not 0: they are not hidden */
    size_t taken;                /* bytes of the table's text */
};

/* Makes room for so many bytes of lines. */
void kallsyms_expect(struct kallsyms *k, uint64_t n);

/* Takes the symbols of code and data, in their order, from the lines that the caller has added to
 * the table's text since the last call, and keeps the lines. One that is not at its end is left for
 * the next call, unless no more will come. Behind 4 GB nothing is taken. */
void kallsyms_take(struct kallsyms *k, bool ended);

/* Adds whole lines and takes them. */
void kallsyms_read(struct kallsyms *k, struct str lines);

/* Makes the table one that can be searched. Addresses are moved so that _text (or _stext, when it
 * is that which was recorded) stands where it was recorded. When that moves them, the list is of
 * another start of the kernel, and modules are elsewhere: they are dropped. */
void kallsyms_finish(struct kallsyms *k, struct str mark, uint64_t recorded);

void kallsyms_free(struct kallsyms *k);

/* The two parts of a name in the table: the function, and "[module]" or "". */
struct str kallsyms_function(struct str name);
struct str kallsyms_module(struct str name);

#endif
