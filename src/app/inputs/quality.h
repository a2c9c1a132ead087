/* How whole the stacks are that were read. */
#ifndef APP_INPUTS_QUALITY_H
#define APP_INPUTS_QUALITY_H

#include "model/profile.h"

/* Counts samples where the input counts them, else rows of the profile. What the frames do not say
 * is not guessed: a stack without frames, or of frames whose kind is not known, is whole. */
struct quality {
    bool has_samples;
    uint64_t all;
    uint64_t no_user; /* the outermost frame is an entry into the kernel, or says so */
    uint64_t
        no_kernel; /* of a tracepoint, which is kernel code, without a kernel frame, or says so */
    uint64_t nowhere; /* the outermost frame is an address in no module */
    uint64_t cut;     /* as deep as Linux records stacks unless told otherwise */
};

void stack_quality_count(struct quality *q, struct profile *p);

/* Writes what there is to standard error. */
void stack_quality_print(const struct quality *q);

#endif
