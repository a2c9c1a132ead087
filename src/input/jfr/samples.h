/* Turns the events of a chunk that have stacks into samples. */
#ifndef INPUT_JFR_SAMPLES_H
#define INPUT_JFR_SAMPLES_H

#include "input/common/label_builder.h"
#include "input/jfr/event.h"
#include "input/jfr/stacks.h"

/* Findings about all chunks. */
struct jfr_found {
    uint64_t unnamed_threads; /* samples whose thread or state is missing in the file */
    uint64_t without_stack;   /* weighted events without a stack */
    uint64_t unknown;         /* samples whose stack, or names in it, are missing in the file */
    uint64_t lost;            /* events whose stacks were not yet written at the end */
    struct buf settings;      /* the sampling intervals, as one line */
    uint64_t period_ns;       /* between samples of running code; 0: not told */
};

/* Adds the samples of a chunk whose metadata and pools are read. False with a fault. */
MUST_CHECK bool jfr_samples_add(struct text *text, struct label_builder *label_builder,
                                const struct jfr_pools *pools, struct jfr_found *found);

enum { JFR_LABEL_EVENT, JFR_LABEL_THREAD, JFR_LABEL_STATE, JFR_LABEL_TID, JFR_LABELS };

#endif
