/* Tells what threads wait for, by the names of the functions on their stacks. */
#ifndef APP_RECORD_WAIT_NAMES_H
#define APP_RECORD_WAIT_NAMES_H

#include "record/trap/stall.h"

/* Fills what is zeroed: told[0..n-1]; what cannot be read stays STALL_NONE. May take
 * tenths of a second. What the processes have mapped is read by a child without root's rights.
 * False: nothing was read. */
bool wait_names_tell(const struct waiting_row *rows, size_t n, struct stall_told *told);

#endif
