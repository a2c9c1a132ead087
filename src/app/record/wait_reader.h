/* A child process that reads the stacks of waiting threads, so that neither what it costs nor what
 * holds it (a file system of the target, its memory) holds the watch. */
#ifndef APP_RECORD_WAIT_READER_H
#define APP_RECORD_WAIT_READER_H

#include <sys/types.h>

#include "record/trap/stall.h"

/* Owns the child. */
struct wait_reader {
    pid_t pid;           /* 0: it does not run */
    int socket;          /* to it */
    uint64_t waiting_ns; /* since when an answer is missing; 0: none is */
    struct stall_reader as_reader;
};

/* Starts the child with the first question. as_reader lends it out. */
void wait_reader_init(struct wait_reader *r);

/* Ends it. */
void wait_reader_close(struct wait_reader *r);

#endif
