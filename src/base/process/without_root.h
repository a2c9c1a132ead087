/* Runs a function in a child that has given up root for good, so that what hostile files do to it
 * costs no more than its answer. */
#ifndef BASE_PROCESS_WITHOUT_ROOT_H
#define BASE_PROCESS_WITHOUT_ROOT_H

#include "base/buf.h"
#include "base/process/user.h"
#include "base/process_files.h"

/* The most bytes of a result. */
enum { WITHOUT_ROOT_RESULT = 256 };

/* What the child has. Borrows all. */
struct without_root {
    const struct user *user; /* whom it becomes; NULL: there is nothing to give up, so the function
                              * is called as any other */
    const int *kept;         /* descriptors that stay open beside the standard ones; -1: none */
    size_t n_kept;
    /* Called in this process when the child asks for a file; `open` NULL: it gets none. What may be
     * opened is decided here: the child may ask for anything. */
    struct process_files files;
    unsigned seconds; /* after which it is killed; 0: it takes what it takes */
};

/* What it does. The child is a copy of this process: nothing of what it changes comes back but the
 * result and the text, which are not to be trusted any more than what the child read. */
struct without_root_work {
    /* files: for what processes mapped. */
    bool (*run)(void *context, const struct process_files *files, struct fault *f);
    void *context;
    void *result; /* n_result bytes; set by `run`, whatever it returns */
    size_t n_result;
    struct buf *text; /* NULL: none; appended to by `run` */
};

/* Returns what the function does, with its fault. A child that crashes or takes too long is a
 * FAULT_SYSTEM. Where a container does not let its root take other ids, the child keeps the id,
 * without any capability. */
MUST_CHECK bool without_root(const struct without_root *how, const struct without_root_work *work,
                             struct fault *f);

/* Whom children become: who called root by sudo, else nobody at all. False: this is not root. */
bool without_root_user(struct user *u);

#endif
