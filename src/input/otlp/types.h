/* The value types of the samples: those of all profiles of a message, each once. */
#ifndef INPUT_OTLP_TYPES_H
#define INPUT_OTLP_TYPES_H

#include "input/common/measure.h"
#include "input/otlp/message.h"

enum { OTLP_TYPES = PROFILE_COLUMNS_MOST, OTLP_NAME_MOST = 63 };

/* By column; the first is that of the first profile. */
struct otlp_types {
    size_t n;
    struct measure measures[OTLP_TYPES]; /* borrow from names and units */
    char names[OTLP_TYPES][2 * OTLP_NAME_MOST + 2];
    char types[OTLP_TYPES][OTLP_NAME_MOST + 1], units[OTLP_TYPES][OTLP_NAME_MOST + 1];
};

/* What a profile says before its samples. */
struct otlp_profile {
    size_t columns[OTLP_TYPES]; /* the columns of its values */
    size_t n_types;
    uint64_t period, time_ns, duration_ns, default_type;
    struct protobuf_field period_type; /* number 0: none */
};

/* Reads a profile and adds its new types. False with a fault. */
MUST_CHECK bool otlp_types_read(struct otlp_types *t, const struct otlp_message *m,
                                struct protobuf body, struct otlp_profile *profile,
                                const struct reading *r, struct fault *f);

/* Reports how a profile was recorded. */
void otlp_tell(const struct otlp_message *m, const struct otlp_profile *profile,
               const struct reading *r);

#endif
