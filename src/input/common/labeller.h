/* What samples say beside their stacks, as label sets of the profile: a table of those met lately
 * makes a set that comes again cheap. */
#ifndef INPUT_COMMON_LABELLER_H
#define INPUT_COMMON_LABELLER_H

#include "model/profile.h"

enum { LABELLER_KEYS = 6 };

struct labeller {
    struct profile *p; /* borrowed */
    size_t n;
    name_id keys[LABELLER_KEYS];
    name_id last[LABELLER_KEYS]; /* the values of the last set */
    labels_id last_id;
    struct labeller_slot {
        name_id values[LABELLER_KEYS];
        labels_id id;
    } * slots;
};

/* At most LABELLER_KEYS keys. */
void labeller_init(struct labeller *l, struct profile *p, const char *const *keys, size_t n);
void labeller_free(struct labeller *l);

/* Finds or adds the set of these values, one a key; what is empty is not in it. */
labels_id labeller_of(struct labeller *l, const struct str *values);

#endif
