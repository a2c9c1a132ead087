/* Downloads files by build-id from the servers in $DEBUGINFOD_URLS, through elfutils'
 * libdebuginfod. The library is loaded on first use; it caches what it downloads in a folder of the
 * user. */
#ifndef SYMBOL_DEBUGINFOD_H
#define SYMBOL_DEBUGINFOD_H

#include "base/fault.h"
#include "symbol/build_id.h"

struct debuginfod;

/* Whether there are a library and a server; the fault says what is missing. Does not use the
 * network. */
MUST_CHECK bool debuginfod_usable(struct fault *f);

/* Returns NULL if debuginfod is not usable. */
struct debuginfod *debuginfod_new(void);
void debuginfod_free(struct debuginfod *d);

/* Downloads the executable, or its debug information. Returns a descriptor; -1 if no server has it.
 */
int debuginfod_fetch(struct debuginfod *d, const struct build_id *id, bool is_debug);

#endif
