/* What samples tell of the memory that was accessed, as labels. */
#ifndef INPUT_PERF_DATA_SAMPLE_MEMORY_H
#define INPUT_PERF_DATA_SAMPLE_MEMORY_H

#include "input/common/memory_access.h"
#include "input/perf_data/code/addresses.h"
#include "input/perf_data/sample.h"

/* Borrows the addresses. */
struct sample_memory {
    struct addresses *addresses;
    unsigned wanted; /* bits of memory_label_bit */
};

void sample_memory_init(struct sample_memory *m, struct addresses *addresses, unsigned wanted);

/* Finds or adds the labels `base` with those that are wanted and recorded. */
labels_id sample_memory_labels(const struct sample_memory *m, const struct event *event,
                               const struct sample_fields *s, labels_id base);

#endif
