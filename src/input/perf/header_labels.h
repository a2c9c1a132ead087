/* The labels of samples of perf script: what their headers tell. */
#ifndef INPUT_PERF_HEADER_LABELS_H
#define INPUT_PERF_HEADER_LABELS_H

#include "input/common/label_builder.h"
#include "input/perf/header.h"

/* Begins to build labels, with those of guests where headers may name them. */
void perf_header_labels_init(struct label_builder *l, struct profile *p, bool guests);

labels_id perf_header_labels(struct label_builder *l, const struct perf_header *h);

#endif
