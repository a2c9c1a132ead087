/* What the values of a profile's samples are. */
#ifndef INPUT_PPROF_TYPES_H
#define INPUT_PPROF_TYPES_H

#include "input/common/measure.h"
#include "input/pprof/message.h"

enum { PPROF_NAME_MOST = 63 };

struct pprof_types {
    size_t n;
    size_t first;                         /* the value that is the first column */
    struct measure measures[PPROF_TYPES]; /* by column; they borrow from names */
    char names[PPROF_TYPES][2][PPROF_NAME_MOST + 1];
};

/* The column of a value. */
static inline size_t pprof_column(const struct pprof_types *t, size_t value)
{
    return value == t->first ? 0 : value + (value < t->first);
}

/* Reads the types of a message. What it borrows lives as long as they stay where they are. */
MUST_CHECK bool pprof_types_read(struct pprof_types *t, const struct pprof_message *m,
                                 const struct reading *r, struct fault *f);

/* Tells how it was recorded, as the message says, and adds it to the profile. */
void pprof_tell(const struct pprof_message *m, const struct reading *r, struct profile *p);

#endif
