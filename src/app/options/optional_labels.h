/* The labels that options name, of those that are kept only then. */
#ifndef APP_OPTIONS_OPTIONAL_LABELS_H
#define APP_OPTIONS_OPTIONAL_LABELS_H

#include "app/options/read_request.h"
#include "app/options/selection_request.h"

/* A bit for each; a reader is asked for some, others are derived from what it reads. */
enum sample_place {
    PLACE_PROCESS = 1 << 0,
    PLACE_CGROUP = 1 << 1,
    PLACE_POD = 1 << 2,
    PLACE_CONTAINER = 1 << 3,
    PLACE_KIND = 1 << 4,   /* whether the leaf is of the kernel */
    PLACE_HOST = 1 << 5,   /* of the recording */
    PLACE_FILE = 1 << 6,   /* the input */
    PLACE_LABELS = 1 << 7, /* those that --label and --label-from give */
    PLACE_MEMORY = 8,      /* from this bit on: those of memory_label_bit */
};

/* Returns the places that --root-by, --where and --label-from name. */
unsigned optional_labels_places(const struct selection_request *r,
                                const struct label_request *labels);

/* Returns what a reader is asked for (enum optional_labels). */
unsigned optional_labels_of_reader(unsigned places);

/* Returns which labels of memory accesses a reader is asked for (reading.memory). */
unsigned optional_labels_of_memory(unsigned places);

/* Returns how recordings get a label that only some have; NULL: it is none of them. */
const char *optional_labels_mend(struct str key);

#endif
