/* The samples of profiles of V8, as those of the profile that is read. */
#ifndef INPUT_V8_SAMPLES_H
#define INPUT_V8_SAMPLES_H

#include "input/v8/profile.h"

/* What the columns measure is known when all profiles are: those of an input have the same. */
struct v8_samples {
    struct text *text; /* borrowed */
    bool sized;        /* bytes; else samples, and when they are timed time before that */
    bool timed;
    bool has_idle; /* what was idle has a column of its own */
    bool fine;     /* some time is not a whole number of us */
    uint64_t n_idle;
    uint64_t idle;      /* as the column of it has it */
    uint64_t before_ns; /* from the start to the first sample */
};

enum { V8_MEASURES = 3 };

/* Looks at a profile that is linked. */
void v8_samples_look(struct v8_samples *s, const struct v8_profile *p);

/* Writes what is measured, the first columns; returns how many they are. */
size_t v8_samples_measures(const struct v8_samples *s, struct measure measures[V8_MEASURES]);

/* Says how many digits the values have. Once the measures are set, and before samples are added.
 * False with a fault. */
MUST_CHECK bool v8_samples_scale(const struct v8_samples *s);

/* Adds those of a profile. False with a fault. */
MUST_CHECK bool v8_samples_add(struct v8_samples *s, const struct v8_profile *p, labels_id labels);

/* Says how long it was idle, and before the first sample. */
void v8_samples_remark(const struct v8_samples *s);

#endif
