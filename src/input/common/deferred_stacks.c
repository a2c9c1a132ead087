/* Samples of numbered functions, named once all names are known. */
#include "input/common/deferred_stacks.h"

#include "base/mem.h"

struct deferred_row {
    uint64_t line; /* of the first sample; 0: there is none */
    uint64_t n;    /* samples */
};

void deferred_init(struct deferred_stacks *l, struct reading *r, struct profile *p,
                   size_t n_columns, struct fault *f)
{
    *l = (struct deferred_stacks){.r = r, .f = f};
    profile_init(&l->samples, n_columns, p->moments.kind == TIME_NONE ? TIME_NONE : TIME_ORDER);
    builder_init(&l->builder, r, &l->samples, f);
}

void deferred_free(struct deferred_stacks *l)
{
    builder_free(&l->builder);
    mem_free(l->rows, l->rows_room, sizeof *l->rows);
    profile_free(&l->samples);
}

bool deferred_add(struct deferred_stacks *l, const uint64_t *values, uint64_t line)
{
    struct profile *p = &l->samples;
    struct place place;
    stack_id stack = builder_stack(&l->builder, LEAF_FIRST);

    if (!l->builder.sums && builder_is_below(values, p->n_columns))
        return builder_bad_below(&l->builder, line);
    if (!profile_add(p, stack, 0, values))
        return fault_set(l->f, FAULT_INPUT,
                         "%s: the sum of all counts grows beyond 2^64-1 here, wanted one that fits",
                         place_of(&place, l->r->name, line));
    l->rows = mem_grow(l->rows, &l->rows_room, (size_t)stack + 1, sizeof *l->rows);
    if (l->rows[stack].n++ == 0)
        l->rows[stack].line = line;
    return reading_within_limits(p, &l->r->ask->limits, l->r->name, line, l->f);
}

/* Adds a row; it represents as many samples as its stack had. */
static bool finish_sample(struct deferred_stacks *l, struct builder *b,
                          const struct deferred_function *functions, size_t n_functions,
                          uint32_t sample)
{
    const struct profile *p = &l->samples;
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};
    stack_id leaf = p->samples[sample].stack;
    uint64_t n = p->moments.kind != TIME_NONE ? 1 : l->rows[leaf].n;
    uint64_t line = l->rows[leaf].line;

    builder_begin(b);
    for (stack_id s = leaf; s; s = p->stacks.rows[s].caller) {
        size_t function = p->stacks.rows[s].frame - 1;
        if (function >= n_functions || !functions[function].frame)
            return reading_bad_many(l->r, n, line, "a stack with a function that is not defined",
                                    STR(""), l->f);
        if (!builder_push(b, functions[function].frame))
            return false;
    }
    for (size_t i = 0; i < p->n_columns; i++)
        values[i] = p->columns[i].values[sample];
    b->sums = true;
    l->r->tally.taken += n - 1;
    b->p->n_merged += n - 1;
    return builder_add(b, LEAF_FIRST, functions[p->stacks.rows[leaf].frame - 1].labels, values,
                       line);
}

bool deferred_finish(struct deferred_stacks *l, struct builder *b,
                     const struct deferred_function *functions, size_t n)
{
    for (uint32_t i = 0; i < l->samples.n_samples; i++)
        if (!finish_sample(l, b, functions, n, i))
            return false;
    return true;
}
