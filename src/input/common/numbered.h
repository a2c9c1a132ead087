/* Stacks with numbered frames below a line that names their thread, as debuggers print them for all
 * threads of a process, once or repeatedly. Each stack is a sample. */
#ifndef INPUT_COMMON_NUMBERED_H
#define INPUT_COMMON_NUMBERED_H

#include "input/common/text.h"

/* Borrows the text. The rest is zero: no stack was begun. */
struct numbered {
    struct text *text;
    bool inside;       /* a stack was begun */
    bool broken;       /* a line that is no frame was found in it; the rest is skipped */
    uint64_t line;     /* where it began */
    uint64_t number;   /* of its last frame */
    labels_id label;   /* its thread */
    uint64_t headline; /* the line of a thread without frames so far; 0: none */
};

/* Adds the current stack unless it is broken; counts a thread without a stack as bad. False with a
 * fault. */
MUST_CHECK bool numbered_end(struct numbered *s);

/* Ends the stack before; this line names a thread. */
MUST_CHECK bool numbered_thread(struct numbered *s, labels_id label);

/* A line that should be a frame is not: counts the stack as bad, once. */
MUST_CHECK bool numbered_break(struct numbered *s, const char *reason, struct str line);

/* This line is the frame of that number; a number that does not count up begins a new stack.
 * *wanted: add it to the builder's stack. */
MUST_CHECK bool numbered_frame(struct numbered *s, uint64_t number, bool *wanted);

#endif
