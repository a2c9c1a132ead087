/* The key by which a function is recognised in another run or build. It leaves out what changes
 * between them: build ids, addresses, process and thread numbers, the N of perf-N.map, Rust hashes,
 * the compiler's clones (.constprop.0, .cold), lambda numbers, the version of a shared library,
 * return types. */
#ifndef MODEL_IDENTITY_H
#define MODEL_IDENTITY_H

#include "base/buf.h"
#include "model/names.h"

/* Appends the key of a name, including its mark (_[k]). Only an empty name has an empty key. */
void identity_key(struct str name, struct buf *to);

/* Appends the key of a function with all its overloads: that of the name without arguments and
 * mark. Returns whether the name had any of these. */
bool identity_bare_key(struct str name, struct buf *to);

/* Returns the id of the key, adding it to the names; the name's own id if both are equal. */
name_id identity_of(struct names *names, name_id name);

#endif
