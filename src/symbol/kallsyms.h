/* Reads kallsyms, the kernel's list of its symbols. */
#ifndef SYMBOL_KALLSYMS_H
#define SYMBOL_KALLSYMS_H

#include "symbol/table.h"

/* Owns its table. A zeroed struct is an empty list. */
struct kallsyms {
    struct symbol_table symbols; /* a module follows the name: "nft_do_chain\t[nf_tables]" */
    uint64_t text, stext;        /* addresses of _text and _stext; 0: none so far */
    uint64_t lines;              /* valid ones, of symbols of any type */
    bool any_address;            /* not all are 0, so they are not hidden */
    size_t taken;                /* bytes of the table's text parsed so far */
};

/* Reserves room for that many bytes of lines. */
void kallsyms_expect(struct kallsyms *k, uint64_t n);

/* Parses the lines that the caller appended to the table's text since the last call, and adds
 * symbols of code and data; the text is kept. An incomplete last line waits for the next call,
 * unless `ended`. Stops at 4 GB of text. */
void kallsyms_take(struct kallsyms *k, bool ended);

/* Appends whole lines and parses them. */
void kallsyms_read(struct kallsyms *k, struct str lines);

/* Sorts the table. Moves addresses so that _text (or _stext, if that was recorded) is where it was
 * recorded. If that moves them, the list is from another boot, where modules had other addresses:
 * drops those. */
void kallsyms_finish(struct kallsyms *k, struct str mark, uint64_t recorded);

void kallsyms_free(struct kallsyms *k);

/* The two parts of a name in the table: the function, and "[module]" or "". */
struct str kallsyms_function(struct str name);
struct str kallsyms_module(struct str name);

#endif
