/* Bounds what reading a trace takes by its size: a few hundred bytes of metadata declare arrays and
 * structures of any size. */
#ifndef INPUT_BABELTRACE_CHILD_BOUNDS_H
#define INPUT_BABELTRACE_CHILD_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct bounds {
    uint64_t bytes;   /* of the trace */
    uint64_t memory;  /* the most, in bytes */
    uint64_t seconds; /* the most, of processor time */
};

/* Finds the bounds of the traces in folders, each with a NUL behind it. */
struct bounds bounds_of(struct str folders);

/* Sets them for this process; a lower limit of time stays. */
void bounds_set(const struct bounds *b);

/* Whether a process ended because it reached one, by how it ended; then writes which one. Where
 * memory is short, the libraries abort. */
bool bounds_were_reached(const struct bounds *b, int status, char *words, unsigned n);

#endif
