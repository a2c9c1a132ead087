/* What a wait is for, by the names of the functions that waited. */
#ifndef MODEL_WAIT_CLASS_H
#define MODEL_WAIT_CLASS_H

#include "base/buf.h"

enum wait_class {
    WAIT_NOT_TOLD,
    WAIT_LOCK,  /* that another thread holds */
    WAIT_DISK,  /* or another file's storage */
    WAIT_QUEUE, /* for work: condition variables, semaphores */
    WAIT_PEER,  /* for an answer: sockets, pipes, children, threads that are joined */
    WAIT_TIMER,
    WAIT_MANY, /* any of many: epoll, poll, select */
    WAIT_IDLE, /* for what may never come: connections, a runtime's own threads */
};

/* How many functions of user space may say something. */
enum { WAIT_CLASS_DEPTH = 14 };

struct wait_frame {
    struct str name; /* as a profile has it, with its mark; empty: not known */
    bool is_kernel;
};

/* Returns the class of a wait by its frames, the innermost first: the kernel's nearest function
 * that says one; of disks and timers that is all. Else the next functions of user space override
 * it, the highest rank first and then the nearest. The ranks and functions: wait_class.def. Sets
 * *site to the first frame of user space outside of those that said something; n: there is none.
 * scratch: for names. */
enum wait_class wait_class_of(const struct wait_frame *frames, size_t n, size_t *site,
                              struct buf *scratch);

#endif
