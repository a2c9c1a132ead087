/* Reads the stacks of all threads: the text that --- threadz 1 --- begins. */
#ifndef INPUT_PPROF_TEXT_THREADS_H
#define INPUT_PPROF_TEXT_THREADS_H

#include "input/common/label_builder.h"
#include "input/common/traces.h"

/* The current thread. Borrows the traces. */
struct threads_read {
    struct traces *traces;
    struct label_builder label_builder;
    labels_id labels;
    uint64_t line; /* where it began; 0: none did */
    bool is_same;  /* it has the stack of the previous thread */
    bool has_last;
    stack_id last; /* of that */
};

void threads_read_init(struct threads_read *t, struct traces *traces);
void threads_read_free(struct threads_read *t);

/* Whether a line begins a thread. */
bool threads_read_begins(struct str line);

/* Reads a line; the beginning of a thread ends the one before. */
MUST_CHECK bool threads_read_line(struct threads_read *t, struct str line);

/* Ends the last thread. What follows belongs to another process. */
MUST_CHECK bool threads_read_end(struct threads_read *t);

#endif
