/* The threads and processes of a trace, and their labels. */
#ifndef INPUT_CHROME_THREADS_H
#define INPUT_CHROME_THREADS_H

#include "input/common/label_builder.h"

/* Owns its array; borrows the profile. */
struct chrome_threads {
    struct profile *p;
    struct label_builder builder;
    struct chrome_thread *of; /* by the label set of pid and tid, or of pid alone */
    size_t room;
};

void chrome_threads_init(struct chrome_threads *t, struct profile *p);
void chrome_threads_free(struct chrome_threads *t);

/* Finds or adds a thread, or with an empty tid a process. */
labels_id chrome_threads_add(struct chrome_threads *t, struct str pid, struct str tid);

/* Says what a thread or process is called. */
void chrome_threads_name(struct chrome_threads *t, labels_id id, struct str name);

/* Finds or adds the labels of a thread, with its name and process. */
labels_id chrome_threads_labels(struct chrome_threads *t, labels_id id);

#endif
