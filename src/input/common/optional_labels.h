/* Labels of samples that are kept only when options name them: they multiply label sets. */
#ifndef INPUT_COMMON_OPTIONAL_LABELS_H
#define INPUT_COMMON_OPTIONAL_LABELS_H

#include "input/common/memory_access.h"

/* A bit for each. Readers keep some, others are derived from what they read. */
enum optional_labels {
    OPTIONAL_PROCESS = 1 << 0, /* the name of the process, where `comm` is that of the thread */
    OPTIONAL_CGROUP = 1 << 1,  /* the path of the control group, */
    OPTIONAL_POD = 1 << 2,     /* which tells these */
    OPTIONAL_CONTAINER = 1 << 3,
    OPTIONAL_KIND = 1 << 4,  /* whether the leaf is of the kernel */
    OPTIONAL_HOST = 1 << 5,  /* of the recording */
    OPTIONAL_FILE = 1 << 6,  /* the input */
    OPTIONAL_GIVEN = 1 << 7, /* those that --label and --label-from give */
    OPTIONAL_MEMORY = 8,     /* from this bit on: of memory accesses, bits of memory_label_bit */

    /* The node of the processor as well, where that of the memory is not told. */
    OPTIONAL_NODE = 1 << (OPTIONAL_MEMORY + MEMORY_NODE),

    /* For these the path of the control group is needed. */
    OPTIONAL_OF_CGROUPS = OPTIONAL_CGROUP | OPTIONAL_POD | OPTIONAL_CONTAINER
};

#endif
