/* Runs that state no unit, as folded stacks of other programs: do they count samples? */
#ifndef APP_INPUTS_UNSTATED_H
#define APP_INPUTS_UNSTATED_H

#include "model/profile.h"

/* What was seen of such runs; zeroed at the start. */
struct unstated {
    const char *path; /* of the first, borrowed; NULL: all state one */
    bool counts;      /* the numbers of one may be counts of samples */
    bool of_unit;     /* other runs state a unit that is not samples */
};

/* Looks at a column of a run; others: the unit of other runs, "": not stated. */
void unstated_look(struct unstated *u, const char *path, const struct profile *p, size_t column,
                   struct str others);

/* Returns whether numbers are no counts of samples, and says so: the others have another unit, or
 * those of no run look like counts. All of one may be round by chance. */
bool unstated_judge(const struct unstated *u, bool quiet);

/* Gives numbers that are no counts a unit other than samples. */
void unstated_name(struct profile *p);

#endif
