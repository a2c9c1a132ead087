/* Makes of a recording with copies of stacks one with the addresses of callers, which takes a tenth
 * of the room and holds nothing of what the program had in memory. */
#ifndef INPUT_UNWOUND_H
#define INPUT_UNWOUND_H

#include "input/common/ask.h"

/* What is read, and where to look for tables. Borrows all. */
struct unwound_input {
    const char
        *path; /* of a recording made on a machine of this byte order, which may have no name */
    int fd;    /* the same, at its start */
    const struct ask *ask; /* limits, symbols, and the threads that may be used */
};

/* Stacks that were unwound, and how they end. */
struct unwound_counts {
    uint64_t whole; /* where their threads began */
    uint64_t cut;   /* where the copy does */
    uint64_t lost;  /* where no table tells the caller */
    uint64_t ended; /* of the cut, those whose copy the kernel ended, as memory was not there */
    uint64_t waits; /* of all these, those of sleep, which flame record samples */
    uint64_t waits_cut;
    uint64_t waits_brief; /* cut, as little is taken of stacks of threads that sleep very often */
};

/* The most addresses in a chain of a sample. */
enum { UNWOUND_MOST = 4500 };

/* Receives records, one at a time. */
struct unwound_to {
    bool (*put)(void *context, struct str record, struct fault *f);
    void *context;
};

/* Hands out the records of a recording by time: samples without registers and copies, but with the
 * calls that these tell, and all others as they are. Where tables do not tell a caller, frame
 * pointers are followed if the sample has those too. by_pointers: these suffice, and copies are
 * dropped unread. Nothing is told of what its header holds. */
MUST_CHECK bool perf_data_unwind(const struct unwound_input *input, bool by_pointers,
                                 const struct unwound_to *to, struct unwound_counts *counts,
                                 struct fault *f);

/* What a sample of stacks says that have copies and chains by frame pointers. */
struct stack_judgement {
    uint64_t n;
    uint64_t by_pointers; /* frame pointers tell all callers that tables tell */
    uint64_t cut;         /* the fewer bytes end before the stack does */
};

/* Compares both ways for at most `most` samples all over a recording, which may be unfinished, and
 * what fewer bytes of each stack would tell. */
MUST_CHECK bool perf_data_judge_stacks(const struct unwound_input *input, size_t most,
                                       size_t fewer_bytes, struct stack_judgement *judgement,
                                       struct fault *f);

#endif
