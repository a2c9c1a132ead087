/* The names of several recordings: stall-%n.svg is stall-1.svg, stall-2.svg and so on. */
#ifndef APP_RECORD_OUTPUT_NAME_H
#define APP_RECORD_OUTPUT_NAME_H

#include <time.h>

#include "base/buf.h"

/* Which recording it is. */
struct output_turn {
    uint64_t number, of; /* from 1 on */
    struct tm time;      /* when it began, where the user is */
    bool distinct;       /* no two begin in the same second */
};

/* Appends a name, with a NUL: %n is the number, %t the time as 20261128-001500, %% a %. Of several
 * recordings whose names would be the same, the number stands before the ending. */
void output_name_add(struct buf *to, const char *name, const struct output_turn *turn);

#endif
