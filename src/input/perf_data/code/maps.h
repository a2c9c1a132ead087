/* The memory maps of processes. A forked process shares its parent's maps and has its own of those
 * that changed since (copy-on-write trees). */
#ifndef INPUT_PERF_DATA_CODE_MAPS_H
#define INPUT_PERF_DATA_CODE_MAPS_H

#include <stdint.h>

#include "base/hash.h"

/* An address range [start, end) that shows a file from an offset on. */
struct mapping {
    uint64_t start, end, offset;
    uint32_t file; /* row of files */
};

struct map_node;

/* The maps of one process; they do not overlap. Zeroed: empty. */
struct map_tree {
    uint32_t root;        /* node; 0: none */
    uint32_t first, last; /* nodes that were added since a map was looked for; 0: none */
    uint32_t owner;       /* nodes with another owner are shared: do not change them */
};

/* The nodes of all processes. Zeroed: empty, without a key. */
struct maps {
    struct map_node *nodes;
    size_t room;
    uint32_t n; /* including node 0, which stands for none */
    uint32_t n_owners;
    struct hash_key key;
};

void maps_init(struct maps *m);
void maps_free(struct maps *m);

/* Adds a map, which is not empty; the uncovered parts of older maps stay. Which these are is found
 * out when a map is looked for: in many processes none ever is. */
void maps_add(struct maps *m, struct map_tree *tree, const struct mapping *map);

/* Replaces the maps in `to` by those in `from`. */
void maps_share(struct maps *m, struct map_tree *from, struct map_tree *to);

/* Lends the first map that ends after the address, until the next is added, or looked for in
 * another tree; NULL: none. */
const struct mapping *maps_next(struct maps *m, struct map_tree *tree, uint64_t address);

/* Lends the map that holds the address, or NULL. */
static inline const struct mapping *maps_find(struct maps *m, struct map_tree *tree,
                                              uint64_t address)
{
    const struct mapping *map = maps_next(m, tree, address);

    return map && map->start <= address ? map : NULL;
}

#endif
