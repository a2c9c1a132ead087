/* The names of containers and pods, by their ids. */
#ifndef MODEL_GROUP_NAMES_H
#define MODEL_GROUP_NAMES_H

#include "base/buf.h"

/* Where its texts lie. */
struct group_name {
    size_t id, name;
    size_t n_id, n_name;
};

/* Owns all. Zeroed: empty. */
struct group_names {
    struct buf text;
    struct group_name *rows; /* by id, each once */
    size_t room, n;
};

/* Takes lines "ID NAME", as a recording holds them; of an id that comes again the first one counts.
 * Of more than 65,536 the rest is left out: that many are on no host. */
void group_names_read(struct group_names *g, struct str lines);

/* Adds those of another table, and leaves out ids that are known. */
void group_names_add_all(struct group_names *g, const struct group_names *from);

/* Lends the name of an id until the next change; "": not known. An '_' of the id is a '-', as
 * systemd wants it. */
struct str group_names_find(const struct group_names *g, struct str id);

/* Lends the name of the id that begins so and has so many bytes at least; "": there is none, or
 * several that are called otherwise, or very many. */
struct str group_names_find_start(const struct group_names *g, struct str start, size_t least);

void group_names_free(struct group_names *g);

#endif
