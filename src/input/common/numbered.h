/* Stacks whose frames count up from the leaf, below a line that says whose they are: what debuggers
 * print of all threads of a process, as often as they are asked. Each is a sample. */
#ifndef INPUT_COMMON_NUMBERED_H
#define INPUT_COMMON_NUMBERED_H

#include "input/common/text.h"

/* Borrows the text. Zero but for it: no stack was begun. */
struct numbered {
    struct text *text;
    bool inside;       /* a stack was begun */
    bool broken;       /* what is left of it stands behind a line that is no frame */
    uint64_t line;     /* where it began */
    uint64_t number;   /* of its last frame */
    labels_id label;   /* whose it is */
    uint64_t headline; /* the line of a thread that has no frame yet; 0: none */
};

/* Adds the stack that was begun, where it is not broken; a thread without one is counted as bad.
 * False with a fault. */
MUST_CHECK bool numbered_end(struct numbered *s);

/* Ends the stack before; this line names a thread. */
MUST_CHECK bool numbered_thread(struct numbered *s, labels_id label);

/* The line should be a frame, but is none: the stack is counted as bad, once. */
MUST_CHECK bool numbered_break(struct numbered *s, const char *reason, struct str line);

/* This line is the frame of that number, which begins a stack when it does not count up. *wanted:
 * it is to be added to the builder's stack. */
MUST_CHECK bool numbered_frame(struct numbered *s, uint64_t number, bool *wanted);

#endif
