/* Collects stacks of numbered functions whose names come earlier or later in the input. */
#ifndef INPUT_COMMON_DEFERRED_STACKS_H
#define INPUT_COMMON_DEFERRED_STACKS_H

#include "input/common/builder.h"

struct deferred_row;

/* What a number stands for. */
struct deferred_function {
    frame_id frame; /* 0: not known */
    labels_id labels;
};

/* Owns its arrays; borrows the reading and the fault. Must not be moved. */
struct deferred_stacks {
    struct reading *r;
    struct fault *f;
    struct profile samples;    /* names of its frames are 1 + number */
    struct builder builder;    /* builds its stacks */
    struct deferred_row *rows; /* by stack of `samples` */
    size_t rows_room;
};

void deferred_init(struct deferred_stacks *l, struct reading *r, struct profile *p,
                   size_t n_columns, struct fault *f);
void deferred_free(struct deferred_stacks *l);

/* Begins an empty stack. */
static inline void deferred_begin(struct deferred_stacks *l)
{
    builder_begin(&l->builder);
}

/* Adds a function, leaf first. False with a fault when the stack is too deep. */
MUST_CHECK static inline bool deferred_push(struct deferred_stacks *l, uint32_t number)
{
    return builder_push(&l->builder, number + 1);
}

/* The depth of the stack. */
static inline size_t deferred_depth(const struct deferred_stacks *l)
{
    return l->builder.n;
}

/* Adds a sample of the stack with PROFILE_COLUMNS_MOST values. False with a fault when a limit is
 * reached or a sum overflows. */
MUST_CHECK bool deferred_add(struct deferred_stacks *l, const uint64_t *values, uint64_t line);

/* Adds all samples to the builder's profile, with the labels of their leaf; a sample with an
 * unknown function counts as bad. */
MUST_CHECK bool deferred_finish(struct deferred_stacks *l, struct builder *b,
                                const struct deferred_function *functions, size_t n);

#endif
