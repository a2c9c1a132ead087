/* What processes have mapped. A process that was forked shares the maps of its parent, and has its
 * own of those that changed since. */
#ifndef INPUT_PERF_DATA_MAPS_H
#define INPUT_PERF_DATA_MAPS_H

#include <stdint.h>

#include "base/hash.h"

/* A part of a process's addresses, [start, end), that shows a file from an offset on. */
struct mapping {
    uint64_t start, end, offset;
    uint32_t file; /* row of files */
};

struct map_node;

/* The maps of one process, none of which overlap. A zeroed one is empty. */
struct map_tree {
    uint32_t root;  /* node; 0: none */
    uint32_t owner; /* nodes of another owner are shared, and not to be changed */
};

/* The nodes of all processes. A zeroed one is empty but for its key. */
struct maps {
    struct map_node *nodes;
    size_t room;
    uint32_t n; /* with node 0, which is none */
    uint32_t n_owners;
    struct hash_key key;
};

void maps_init(struct maps *m);
void maps_free(struct maps *m);

/* Adds a map, which is not empty; of older ones stays what it does not cover. */
void maps_add(struct maps *m, struct map_tree *tree, const struct mapping *map);

/* Gives a tree the maps of another, in place of its own. */
void maps_share(struct maps *m, struct map_tree *from, struct map_tree *to);

/* Lends the first map that ends behind the address, until the next is added; NULL: none does. */
const struct mapping *maps_next(const struct maps *m, const struct map_tree *tree,
                                uint64_t address);

/* Lends the map that holds the address, or NULL. */
static inline const struct mapping *maps_find(const struct maps *m, const struct map_tree *tree,
                                              uint64_t address)
{
    const struct mapping *map = maps_next(m, tree, address);

    return map && map->start <= address ? map : NULL;
}

#endif
