/* Stacks of functions that are told by numbers, before or after what the numbers stand for. */
#ifndef INPUT_COMMON_DEFERRED_STACKS_H
#define INPUT_COMMON_DEFERRED_STACKS_H

#include "input/common/builder.h"

struct late_row;

/* What a number stands for. */
struct late_function {
    frame_id frame; /* 0: it is not told */
    labels_id labels;
};

/* Owns its arrays; borrows the reading and the fault; stays where it was made. */
struct late {
    struct reading *r;
    struct fault *f;
    struct profile samples; /* its frames are 1 + numbers */
    struct builder builder; /* of its stacks */
    struct late_row *rows;  /* by stack of it */
    size_t rows_room;
};

void late_init(struct late *l, struct reading *r, struct profile *p, size_t n_columns,
               struct fault *f);
void late_free(struct late *l);

/* Begins a stack without functions. */
static inline void late_begin(struct late *l)
{
    builder_begin(&l->builder);
}

/* Adds a function to the stack, leaf first. False with a fault when the stack is too deep. */
MUST_CHECK static inline bool late_push(struct late *l, uint32_t number)
{
    return builder_push(&l->builder, number + 1);
}

/* How many functions the stack has. */
static inline size_t late_depth(const struct late *l)
{
    return l->builder.n;
}

/* Adds a sample of the stack, with PROFILE_COLUMNS_MOST values. False with a fault when a limit is
 * reached or the sum overflows. */
MUST_CHECK bool late_add(struct late *l, const uint64_t *values, uint64_t line);

/* Adds all samples to the builder's profile, with the labels of their leaf; those with a function
 * of which nothing is told count as bad. */
MUST_CHECK bool late_finish(struct late *l, struct builder *b,
                            const struct late_function *functions, size_t n);

#endif
