/* The labels of a sample: whose it is, on which processor, of which event. */
#ifndef INPUT_PERF_DATA_SAMPLE_LABELS_H
#define INPUT_PERF_DATA_SAMPLE_LABELS_H

#include "input/common/label_builder.h"
#include "input/perf_data/time/off_cpu.h"

/* Of enum optional_labels those that are kept here. */
enum { SAMPLE_LABELS_ASKED = OPTIONAL_PROCESS | OPTIONAL_OF_CGROUPS | OPTIONAL_NODE };

struct label_memo;
struct asked_memo;

/* Owns its memo; borrows the processes, which give threads their names, and the profile. */
struct sample_labels {
    struct processes *processes;
    struct label_builder builder;
    struct label_memo *memo;
    unsigned asked;                /* of SAMPLE_LABELS_ASKED */
    struct asked_memo *more;       /* NULL: nothing is asked for */
    name_id process, cgroup, node; /* keys */
};

void sample_labels_init(struct sample_labels *l, struct processes *processes, struct profile *p);
void sample_labels_free(struct sample_labels *l);

/* Notes the control group of a sample's thread, for what has none itself. */
void sample_labels_see(struct sample_labels *l, const struct sample_fields *s);

/* Finds or adds the labels of the thread in s; event 0: none. */
labels_id sample_labels_of(struct sample_labels *l, name_id event, const struct sample_fields *s);

/* The same of the thread in a state. */
labels_id sample_labels_in(struct sample_labels *l, enum thread_state state,
                           const struct sample_fields *s);

#endif
