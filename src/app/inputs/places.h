/* The labels that tell where a sample was taken: host, process, pod and the like. */
#ifndef APP_INPUTS_PLACES_H
#define APP_INPUTS_PLACES_H

#include "app/options/optional_labels.h"
#include "input/common/optional_labels.h"

/* What is known of all samples of an input. Borrows. */
struct places {
    unsigned asked;  /* bits of enum optional_labels */
    struct str host; /* "": not known */
    const char *file;
    const struct label_request *labels;
};

/* Adds labels to the sets of all samples, which may make samples alike. Those that options give
 * take the place of others of the same key; what the input tells itself stays. Only to be merged
 * into another profile afterwards. False with a fault of a pattern. */
MUST_CHECK bool places_add(struct profile *p, const struct places *places, struct fault *f);

/* Puts what pods and containers are called before their ids, in the labels of all inputs:
 * "shop/cart-1 (0a1b2c3d)". They are those of p->info. */
void places_name_groups(struct profile *p);

#endif
