/* Builds label sets for samples. A table of recent sets makes repeated ones cheap. */
#ifndef INPUT_COMMON_LABEL_BUILDER_H
#define INPUT_COMMON_LABEL_BUILDER_H

#include "input/common/thread_labels.h"
#include "model/profile.h"

enum { LABEL_BUILDER_KEYS = 8 };

struct label_builder {
    struct profile *p; /* borrowed */
    size_t n;
    name_id keys[LABEL_BUILDER_KEYS];
    enum thread_field fields[LABEL_BUILDER_KEYS]; /* what the keys say of threads */
    name_id last[LABEL_BUILDER_KEYS];             /* the values of the last set */
    labels_id last_id;
    struct label_builder_slot {
        name_id values[LABEL_BUILDER_KEYS];
        labels_id id;
    } * slots;
};

/* At most LABEL_BUILDER_KEYS keys. Those of thread_labels.h tell whose the samples are. */
void label_builder_init(struct label_builder *l, struct profile *p, const char *const *keys,
                        size_t n);
void label_builder_free(struct label_builder *l);

/* Finds or adds the set with these values, one for each key; empty ones are left out. */
labels_id label_builder_of(struct label_builder *l, const struct str *values);

/* The same for names of the profile. */
labels_id label_builder_of_names(struct label_builder *l, const name_id values[LABEL_BUILDER_KEYS]);

#endif
