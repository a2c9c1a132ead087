/* What `flame merge` is asked beside what flame is. */
#ifndef APP_OPTIONS_MERGE_REQUEST_H
#define APP_OPTIONS_MERGE_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

struct merge_request {
    bool on;            /* it is asked for: inputs that cannot be read are left out */
    uint64_t max_nodes; /* --max-nodes: stacks that the merged profile keeps; 0: all */
};

#endif
