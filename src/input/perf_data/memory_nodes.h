/* Which memory each node of a machine has. */
#ifndef INPUT_PERF_DATA_MEMORY_NODES_H
#define INPUT_PERF_DATA_MEMORY_NODES_H

#include "base/buf.h"
#include "input/perf_data/bytes.h"

enum { MEMORY_NODES_MOST = 1024 }; /* of the kernel as well */

struct memory_node {
    uint64_t number;
    size_t at;       /* of its bits in the bitmaps, a bit for each block of memory */
    uint64_t blocks; /* how many bits that are */
};

/* Owns its arrays. Zeroed: not known. */
struct memory_nodes {
    uint64_t block; /* bytes; 0: not known */
    bool big;
    struct buf bitmaps;
    struct memory_node *rows;
    size_t room, n;
};

void memory_nodes_free(struct memory_nodes *m);

/* Reads the feature of a recording in place of what is there; what is cut off is left out. */
void memory_nodes_read(struct memory_nodes *m, struct bytes body);

/* Finds the node of a physical address; false when it is not known. */
MUST_CHECK bool memory_nodes_find(const struct memory_nodes *m, uint64_t address, uint64_t *node);

#endif
