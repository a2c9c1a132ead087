/* Inputs that `flame merge` skips because it cannot read them. */
#ifndef APP_INPUTS_SKIPPED_INPUTS_H
#define APP_INPUTS_SKIPPED_INPUTS_H

#include "base/buf.h"
#include "base/fault.h"

/* A zeroed struct is empty. */
struct skipped_inputs {
    size_t n;
    struct buf names; /* the first names, separated by commas */
};

/* Prints why an input is skipped, and adds its name. */
void skipped_inputs_add(struct skipped_inputs *left, const char *name, const struct fault *why);
void skipped_inputs_free(struct skipped_inputs *left);

/* Prints how many of n inputs were read, and writes it to *about, for a picture: "997 of 1,000
 * profiles; not read: x, y, z". Writes nothing if all were read. False with a fault if none was. */
MUST_CHECK bool skipped_inputs_tell(const struct skipped_inputs *left, size_t n, bool quiet,
                                    struct buf *about, struct fault *f);

#endif
