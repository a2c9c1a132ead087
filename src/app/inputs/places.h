/* The labels that tell where a sample was taken: host, process, pod and the like. */
#ifndef APP_INPUTS_PLACES_H
#define APP_INPUTS_PLACES_H

#include "app/options/asked.h"

/* What is known of all samples of an input. Borrows. */
struct places {
    unsigned asked; /* enum sample_place */
    struct str host, file;
};

/* Adds labels to the sets of all samples, which may make samples alike; labels of these names that
 * the input has stay as they are. Only to be merged into another profile afterwards. */
void places_add(struct profile *p, const struct places *places);

#endif
