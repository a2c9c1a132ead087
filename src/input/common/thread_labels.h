/* Whose a sample is, by labels that name a thread or its process. */
#ifndef INPUT_COMMON_THREAD_LABELS_H
#define INPUT_COMMON_THREAD_LABELS_H

#include "model/labels.h"

/* What a label with a key says of a thread. */
enum thread_field {
    THREAD_NOTHING,
    THREAD_PROCESS,
    THREAD_PID,
    THREAD_NAME,
    THREAD_TID,
    THREAD_COMM
};

/* process, pid, tid, thread, thread-name, profile; and comm, the kernel's name of a thread, which
 * most tools print for its process: it is the thread's where another label names the process. */
enum thread_field thread_field_of(struct str key);

/* Makes a thread of n values and what they are; of those of one field the first that is not 0. */
struct thread thread_of_values(const enum thread_field *fields, const name_id *values, size_t n);

/* Finds or adds the set of these labels, and the thread that they tell, in labels whose texts are
 * in names. Sorts the pairs in place. */
labels_id thread_labels_add(struct labels *labels, const struct names *names, struct label *pairs,
                            size_t n);

/* The same of samples in a snapshot. */
labels_id thread_labels_add_in(struct labels *labels, const struct names *names,
                               snapshot_id snapshot, struct label *pairs, size_t n);

#endif
