/* Counts truncated and incomplete stacks, for messages about the quality of a recording. */
#ifndef APP_INPUTS_QUALITY_H
#define APP_INPUTS_QUALITY_H

#include "model/profile.h"

/* Counts samples if the input counts them, else rows of the profile. Does not guess: a stack
 * without frames, or with frames of unknown kind, counts as complete. */
struct quality {
    bool has_samples;
    uint64_t all;
    uint64_t no_user; /* the outermost frame is a kernel entry, or a frame is [Missed User Stack] */
    uint64_t no_kernel; /* no kernel frames though the event is a kernel tracepoint, or a frame is
                           [Missed Kernel Stack] */
    uint64_t nowhere;   /* the outermost frame is an address in no module */
    uint64_t cut;       /* as deep as Linux records stacks by default */
};

void stack_quality_count(struct quality *q, struct profile *p);

/* Prints the counts that are not 0 to standard error. */
void stack_quality_print(const struct quality *q);

#endif
