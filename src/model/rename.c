/* Renames by building a new profile, so that nothing of the old names remains. */
#include "model/rename.h"

#include <assert.h>

#include "base/mem.h"

static name_id add_name(struct profile *to, const struct profile *from, name_id name)
{
    return names_add(&to->names, names_get(&from->names, name));
}

static void add_columns(struct profile *to, const struct profile *from)
{
    for (size_t c = 0; c < from->n_columns; c++) {
        to->columns[c].name = add_name(to, from, from->columns[c].name);
        to->columns[c].unit = add_name(to, from, from->columns[c].unit);
        column_describe(&to->columns[c], &from->columns[c]);
    }
}

/* Leaves out frames that no stack holds. */
static void add_stacks(struct profile *to, const struct profile *from, const struct names *names,
                       const name_id *by_frame, stack_id *map)
{
    frame_id *frames = mem_alloc(from->frames.n, sizeof *frames);

    for (stack_id i = 1; i < from->stacks.n; i++) {
        struct stack row = from->stacks.rows[i];
        if (!frames[row.frame]) {
            struct frame frame = {
                .name = names_add(&to->names, names_get(names, by_frame[row.frame])),
                .kind = from->frames.rows[row.frame].kind,
            };
            frames[row.frame] = frames_add(&to->frames, &frame);
        }
        map[i] = stacks_add(&to->stacks, map[row.caller], frames[row.frame]);
    }
    mem_free(frames, from->frames.n, sizeof *frames);
}

void profile_rename(struct profile *to, const struct profile *from, const struct names *names,
                    const name_id *by_frame)
{
    stack_id *stacks = mem_alloc(from->stacks.n, sizeof *stacks);
    labels_id *labels = mem_alloc(from->labels.n, sizeof *labels);
    uint64_t *values = mem_alloc(from->n_columns, sizeof *values);

    profile_init(to, from->n_columns, from->moments.kind);
    to->moments.has_states = from->moments.has_states;
    add_columns(to, from);
    labels_add_all(&to->labels, &to->names, &from->labels, &from->names, labels);
    add_stacks(to, from, names, by_frame, stacks);
    for (uint32_t i = 0; i < from->n_samples; i++) {
        struct sample sample = from->samples[i];
        for (size_t c = 0; c < from->n_columns; c++)
            values[c] = from->columns[c].values[i];
        bool fits = profile_add_at(to, moments_get(&from->moments, i), stacks[sample.stack],
                                   labels[sample.labels], values);
        assert(fits); /* as all of them did before */
        (void)fits;
        profile_take_waker(to, from, i, stacks[moments_waker(&from->moments, i).stack]);
    }
    mem_free(stacks, from->stacks.n, sizeof *stacks);
    mem_free(labels, from->labels.n, sizeof *labels);
    mem_free(values, from->n_columns, sizeof *values);
}
