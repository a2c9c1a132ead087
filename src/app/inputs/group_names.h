/* The names of containers and pods, by their ids. */
#ifndef APP_INPUTS_GROUP_NAMES_H
#define APP_INPUTS_GROUP_NAMES_H

#include <stddef.h>

#include "base/str.h"

struct group_name {
    struct str id, name;
};

/* Owns its array. Zeroed: empty. */
struct group_names {
    struct group_name *rows; /* by id */
    size_t room, n;
};

/* Takes lines "ID NAME", which it borrows; of an id that comes again the first one counts.
 * Of more than 65,536 the rest is left out: that many are on no host. */
void group_names_read(struct group_names *g, struct str lines);

/* Lends the name of an id; "": not known. An '_' of the id is a '-', as systemd wants it. */
struct str group_names_find(const struct group_names *g, struct str id);

/* Lends the name of the id that begins so and has so many bytes at least; "": there is none, or
 * several that are called otherwise, or very many. */
struct str group_names_find_start(const struct group_names *g, struct str start, size_t least);

void group_names_free(struct group_names *g);

#endif
