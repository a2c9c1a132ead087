/* What the header of a sample says beside its weight, as a label set of the profile. */
#ifndef INPUT_PERF_LABELS_H
#define INPUT_PERF_LABELS_H

#include "input/perf/header.h"
#include "model/profile.h"

enum { PERF_COMM, PERF_PID, PERF_TID, PERF_CPU, PERF_EVENT, PERF_LABELS };

/* Label sets met lately, by the ids of their values. */
struct perf_labels {
    struct profile *p; /* borrowed */
    name_id keys[PERF_LABELS];
    struct perf_labels_slot {
        name_id values[PERF_LABELS];
        labels_id id;
    } * slots;
};

void perf_labels_init(struct perf_labels *l, struct profile *p);
void perf_labels_free(struct perf_labels *l);

labels_id perf_labels_of(struct perf_labels *l, const struct perf_header *h);

#endif
