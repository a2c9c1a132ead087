/* The value types of a profile's samples. */
#ifndef INPUT_PPROF_TYPES_H
#define INPUT_PPROF_TYPES_H

#include "input/common/measure.h"
#include "input/pprof/message.h"

enum { PPROF_NAME_MOST = 63 };

struct pprof_types {
    size_t n;
    size_t first;                         /* the value for the first column */
    struct measure measures[PPROF_TYPES]; /* by column; borrow from names */
    char names[PPROF_TYPES][2][PPROF_NAME_MOST + 1];
};

/* The column of a value. */
static inline size_t pprof_column(const struct pprof_types *t, size_t value)
{
    return value == t->first ? 0 : value + (value < t->first);
}

/* Reads the types of a message. Do not move *t or *m afterwards: the types point into them. */
MUST_CHECK bool pprof_types_read(struct pprof_types *t, const struct pprof_message *m,
                                 const struct reading *r, struct fault *f);

/* Reports how it was recorded, and stores that in the profile. */
void pprof_tell(const struct pprof_message *m, const struct reading *r, struct profile *p);

/* The time that a sample weighs in the first column, as the message states it; 0: not stated, or it
 * counts samples. */
double pprof_period(const struct pprof_types *t, const struct pprof_message *m);

#endif
