/* The options that only `flame merge` has. */
#ifndef APP_OPTIONS_MERGE_REQUEST_H
#define APP_OPTIONS_MERGE_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

struct merge_request {
    bool on;            /* the command is `flame merge`: inputs that cannot be read are skipped */
    uint64_t max_nodes; /* --max-nodes: most stacks that the merged profile keeps; 0: all */
};

#endif
