/* Files from the servers that $DEBUGINFOD_URLS names, by build-id, through elfutils' libdebuginfod,
 * which is opened when it is asked for and keeps what it fetched in a folder of the user. */
#ifndef SYMBOL_DEBUGINFOD_H
#define SYMBOL_DEBUGINFOD_H

#include "base/fault.h"
#include "symbol/build_id.h"

struct debuginfod;

/* Whether there are a library and a server; a fault says what is missing. Asks nobody. */
MUST_CHECK bool debuginfod_usable(struct fault *f);

/* Returns NULL when it is not usable. */
struct debuginfod *debuginfod_new(void);
void debuginfod_free(struct debuginfod *d);

/* Fetches what ran, or the debug information of it. Returns a descriptor, or -1 when no server has
 * it. */
int debuginfod_fetch(struct debuginfod *d, const struct build_id *id, bool is_debug);

#endif
