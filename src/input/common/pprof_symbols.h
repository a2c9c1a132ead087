/* The table of symbols that pprof --raw writes before a profile. */
#ifndef INPUT_COMMON_PPROF_SYMBOLS_H
#define INPUT_COMMON_PPROF_SYMBOLS_H

#include "input/common/traces.h"

struct symbol_row;

/* Owns its rows. */
struct symbols {
    struct buf names;
    struct symbol_row *rows;
    size_t n, room;
    bool is_sorted;
};

void symbols_free(struct symbols *s);

/* Adds "0x4011f6 main"; false: it is no such line. */
MUST_CHECK bool symbols_add(struct symbols *s, struct str line);

/* Pushes the functions at an address. *found: the table has some. False with a fault. */
MUST_CHECK bool symbols_push(struct symbols *s, struct traces *traces, uint64_t address,
                             bool *found);

#endif
