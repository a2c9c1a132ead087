/* Adds the samples of V8 profiles to our profile. */
#ifndef INPUT_V8_SAMPLES_H
#define INPUT_V8_SAMPLES_H

#include "input/v8/profile.h"

/* What the columns measure is known after the last profile: all in one input measure the same. */
struct v8_samples {
    struct text *text; /* borrowed */
    bool sized;        /* bytes; else samples, preceded by time if they have times */
    bool timed;
    bool has_idle;   /* idle time has its own column */
    bool fine;       /* some time is not a whole number of us */
    int64_t zero_ns; /* from which times are told */
    uint64_t n_idle;
    uint64_t idle;      /* in the unit of its column */
    uint64_t before_ns; /* from the start to the first sample */
    uint64_t n_lost;    /* nodes whose callers are not listed */
    uint64_t dropped;   /* samples of unknown nodes, and their time */
    uint64_t dropped_ns;
};

enum { V8_MEASURES = 3 };

/* Looks at a linked profile. */
void v8_samples_look(struct v8_samples *s, const struct v8_profile *p);

/* Writes the measures of the first columns; returns how many there are. */
size_t v8_samples_measures(const struct v8_samples *s, struct measure measures[V8_MEASURES]);

/* Sets the number of digits of values. Call it after setting the measures, before adding samples.
 * False with a fault. */
MUST_CHECK bool v8_samples_scale(const struct v8_samples *s);

/* Adds the samples of a profile. False with a fault. */
MUST_CHECK bool v8_samples_add(struct v8_samples *s, const struct v8_profile *p, labels_id labels);

/* Reports the time that was idle, and that before the first sample. */
void v8_samples_remark(const struct v8_samples *s);

#endif
