/* Inputs of `flame merge` that could not be read: the others are merged without them. */
#ifndef APP_INPUTS_SKIPPED_INPUTS_H
#define APP_INPUTS_SKIPPED_INPUTS_H

#include "base/buf.h"
#include "base/fault.h"

/* A zeroed struct is empty. */
struct left_out {
    size_t n;
    struct buf names; /* the first of them, commas between */
};

/* Says why an input is left out, and adds its name. */
void left_out_add(struct left_out *left, const char *name, const struct fault *why);
void left_out_free(struct left_out *left);

/* Says how many of n inputs were read, and writes that to *about, for a picture: "997 of 1,000
 * profiles; not read: x, y, z". Nothing when all were. False with a fault when none was. */
MUST_CHECK bool left_out_tell(const struct left_out *left, size_t n, bool quiet, struct buf *about,
                              struct fault *f);

#endif
