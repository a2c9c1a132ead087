/* The key by which a function is known again in another run, beside the name that is shown. What
 * changes from build to build or from run to run is not in it: build ids, addresses, process and
 * thread numbers, the N of perf-N.map, Rust hashes, the compiler's clones (.constprop.0, .cold),
 * lambda numbers, the version of a shared library. */
#ifndef MODEL_IDENTITY_H
#define MODEL_IDENTITY_H

#include "base/buf.h"
#include "model/names.h"

/* Appends the key of a name; its mark (_[k]) stays. A key is never empty for a name that is not. */
void identity_key(struct str name, struct buf *to);

/* Returns the id of the key, adding it to the names; the name's own id where they are equal. */
name_id identity_of(struct names *names, name_id name);

#endif
