/* The processors whose events are counted. */
#ifndef RECORD_PROCESSORS_H
#define RECORD_PROCESSORS_H

#include "base/fault.h"

/* Owns its numbers, each once. */
struct processors {
    uint32_t *numbers;
    size_t room, n;
};

/* Finds those of a list as 0-3,5, or all that are online where it is empty. One that is not online
 * is a FAULT_USAGE that says which are. root: "", or where /sys is looked for. */
MUST_CHECK bool processors_find(struct processors *p, struct str list, const char *root,
                                struct fault *f);

void processors_free(struct processors *p);

#endif
