/* The programs that two recordings are of: a comparison of ./old and ./new is of what they do, not
 * of what their processes and files are called. */
#ifndef APP_INPUTS_PROGRAMS_H
#define APP_INPUTS_PROGRAMS_H

#include "app/inputs/inputs.h"
#include "model/compare/difference.h"

/* What samples of each process weigh. */
struct process_sums {
    struct names names;
    double *weights; /* by name */
    size_t room;
    double whole;
};

/* Owns its arrays and texts. A zeroed struct must be initialised, or may be freed. */
struct programs {
    struct process_sums after; /* of all runs */
    bool are_commands;         /* each run so far was the recording of a command, */
    bool all_told;             /* and told of all its functions more than the name */
    struct buf named[SIDES]; /* the process that has most samples among those whose names the other
                              * side lacks; "": there is none, or it is not known */
    struct process_alias alias; /* the same, borrowed */
};

void programs_init(struct programs *programs);
void programs_free(struct programs *programs);

/* Looks at a run, those after first, before anything is selected from it. Lets what is selected of
 * a run before tell its program as that after. */
void programs_look(struct programs *programs, struct inputs *in, enum side side);

/* Gives frames of a run before, which are in the old program's file, the file of the new program,
 * as `after` knows it: as module, and as name of code without one ("[old]"). False when a sum does
 * not fit into 64 bits. */
MUST_CHECK bool programs_rename(const struct programs *programs, struct inputs *before,
                                const struct profile *after);

#endif
