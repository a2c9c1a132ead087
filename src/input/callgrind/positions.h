/* The positions that begin each line with costs in a callgrind file. */
#ifndef INPUT_CALLGRIND_POSITIONS_H
#define INPUT_CALLGRIND_POSITIONS_H

#include "base/str.h"
#include "model/frames.h"

struct cg_positions {
    size_t n;                     /* on each line */
    size_t instruction, line;     /* which of them, from 1; 0: none */
    uint64_t address, number;     /* those of the last line */
    enum offset_kind offset_kind; /* of the address */
};

/* Sets what lines have from the words behind "positions:". */
void cg_positions_set(struct cg_positions *p, struct str words);

/* Takes the positions off the start of a line. False when they are none. */
bool cg_positions_skip(const struct cg_positions *p, struct str *rest);

/* Moves to those of a line, which may be relative to the line before; stays where it has none. */
void cg_positions_move(struct cg_positions *p, struct str line);

/* The row of a function there. file: of the line. */
struct frame cg_positions_row(const struct cg_positions *p, const struct frame *function,
                              name_id file);

#endif
