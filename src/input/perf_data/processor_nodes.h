/* Which processors each node of a machine has. */
#ifndef INPUT_PERF_DATA_PROCESSOR_NODES_H
#define INPUT_PERF_DATA_PROCESSOR_NODES_H

#include "input/perf_data/bytes.h"

enum { PROCESSOR_RANGES_MOST = 8192 }; /* the kernel has no more processors */

/* Processors in a row, the last one included. */
struct processor_range {
    uint64_t from, to;
    uint32_t node;
};

/* Owns its array. Zeroed: not known. */
struct processor_nodes {
    struct processor_range *rows; /* by the first processor */
    size_t room, n;
};

void processor_nodes_free(struct processor_nodes *p);

/* Reads the feature of a recording in place of what is there; what is cut off is left out. */
void processor_nodes_read(struct processor_nodes *p, struct bytes body);

/* Finds the node of a processor; false when it is not known. */
MUST_CHECK bool processor_nodes_find(const struct processor_nodes *p, uint32_t processor,
                                     uint32_t *node);

#endif
