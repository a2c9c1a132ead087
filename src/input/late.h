/* Stacks of functions that are told by numbers, before or after what the numbers stand for. */
#ifndef INPUT_LATE_H
#define INPUT_LATE_H

#include "input/builder.h"

struct late_row;

/* What a number stands for. */
struct late_function {
    frame_id frame; /* 0: it is not told */
    labels_id labels;
};

/* Owns its arrays; borrows the reading and the fault. */
struct late {
    struct reading *r;
    struct fault *f;
    uint32_t *chain; /* of the sample that is being made, leaf first */
    size_t n, room;
    struct profile samples; /* its frames are 1 + numbers */
    struct late_row *rows;  /* by stack of it */
    size_t rows_room;
};

void late_init(struct late *l, struct reading *r, struct profile *p, size_t n_columns,
               struct fault *f);
void late_free(struct late *l);

/* Adds a function to the stack, leaf first; n is 0 at its beginning. False with a fault when the
 * stack is too deep. */
MUST_CHECK bool late_push(struct late *l, uint32_t number, uint64_t line);

/* Adds a sample of the stack, with PROFILE_COLUMNS_MOST values. False with a fault when a limit is
 * reached or the sum overflows. */
MUST_CHECK bool late_add(struct late *l, const uint64_t *values, uint64_t line);

/* Adds all samples to the builder's profile, with the labels of their leaf; those with a function
 * of which nothing is told count as bad. */
MUST_CHECK bool late_finish(struct late *l, struct builder *b,
                            const struct late_function *functions, size_t n);

#endif
