/* Takes one name of each frame, and merges what becomes equal. */
#include "model/shown.h"

#include <assert.h>

#include "base/mem.h"

name_id shown_add(struct names *names, struct str text, struct buf *room)
{
    buf_clear(room);
    buf_add(room, STR(SHOWN_MARK));
    buf_add(room, text);
    return names_add(names, buf_str(room));
}

struct str shown_text(const struct names *names, name_id shown)
{
    struct str text = names_get(names, shown);

    return str_from_to(text, STR(SHOWN_MARK).n, text.n);
}

/* Starts a profile without frames and samples. */
static void init_like(struct profile *to, const struct profile *from, enum time_kind kind)
{
    profile_init(to, from->n_columns, kind);
    to->moments.has_states = from->moments.has_states;
    to->n_merged = from->n_merged;
}

static name_id copy_name(struct profile *to, const struct profile *from, name_id name)
{
    return names_add(&to->names, names_get(&from->names, name));
}

/* Copies what is no stack and no sample. Names are there already. */
static void copy_rest(struct profile *to, const struct profile *from, labels_id *labels)
{
    labels_add_all(&to->labels, &to->names, &from->labels, &from->names, labels);
    recording_info_merge(&to->info, &to->names, &from->info, &from->names);
    profile_add_tracks(to, from);
    for (size_t c = 0; c < from->n_columns; c++) {
        to->columns[c].name = copy_name(to, from, from->columns[c].name);
        to->columns[c].unit = copy_name(to, from, from->columns[c].unit);
        column_describe(&to->columns[c], &from->columns[c]);
    }
}

/* Sums fit because they fitted in the old profile. A sample that follows an equal one needs no
 * look-up. */
static void add_samples(struct profile *to, const struct profile *from, const stack_id *stacks,
                        const labels_id *labels)
{
    uint64_t *values = mem_alloc(from->n_columns, sizeof *values);
    uint32_t near = UINT32_MAX;

    for (uint32_t i = 0; i < from->n_samples; i++) {
        const struct sample sample = {stacks[from->samples[i].stack],
                                      labels[from->samples[i].labels]};
        for (size_t c = 0; c < from->n_columns; c++)
            values[c] = from->columns[c].values[i];
        bool fits = profile_add_near(to, moments_get(&from->moments, i), &sample, values, &near);
        assert(fits);
        (void)fits;
        profile_take_waker(to, from, i, stacks[moments_waker(&from->moments, i).stack]);
    }
    mem_free(values, from->n_columns, sizeof *values);
}

/* Stacks and samples keep the order in which the first of those that become equal came, as if they
 * were read. */
static void add_all(struct profile *to, const struct profile *from, const frame_id *frames)
{
    stack_id *stacks = mem_alloc(from->stacks.n, sizeof *stacks);
    labels_id *labels = mem_alloc(from->labels.n, sizeof *labels);

    copy_rest(to, from, labels);
    for (stack_id i = 1; i < from->stacks.n; i++) {
        struct stack row = from->stacks.rows[i];
        stacks[i] = stacks_add(&to->stacks, stacks[row.caller], frames[row.frame]);
    }
    add_samples(to, from, stacks, labels);
    mem_free(stacks, from->stacks.n, sizeof *stacks);
    mem_free(labels, from->labels.n, sizeof *labels);
}

/* Adds the names that the reading for pictures has, in its order: not those of functions for which
 * others are shown. */
static void add_shown_names(struct profile *to, const struct profile *from)
{
    const struct frame *rows = from->frames.rows;
    bool *hidden = mem_alloc(from->names.n, sizeof *hidden);

    for (frame_id i = 1; i < from->frames.n; i++)
        hidden[rows[i].name] = rows[i].shown != 0;
    for (frame_id i = 1; i < from->frames.n; i++) {
        hidden[rows[i].seen.module] = hidden[rows[i].seen.file] = false;
        hidden[rows[i].shown ? 0 : rows[i].name] = false;
    }
    for (name_id i = 1; i < from->names.n; i++) {
        struct str name = names_get(&from->names, i);
        if (str_starts(name, STR(SHOWN_MARK)))
            names_add(&to->names, shown_text(&from->names, i));
        else if (!hidden[i])
            names_add(&to->names, name);
    }
    mem_free(hidden, from->names.n, sizeof *hidden);
}

static frame_id add_shown_row(struct profile *to, const struct profile *from,
                              const struct frame *row)
{
    struct str name =
        row->shown ? shown_text(&from->names, row->shown) : names_get(&from->names, row->name);
    const struct frame shown = {
        .name = names_add(&to->names, name),
        .kind = row->kind,
        .seen = {copy_name(to, from, row->seen.module), copy_name(to, from, row->seen.file)},
    };

    return frames_add(&to->frames, &shown);
}

void shown_profile(struct profile *to, const struct profile *from, enum time_kind kind)
{
    frame_id *frames = mem_alloc(from->frames.n, sizeof *frames);

    init_like(to, from, kind);
    add_shown_names(to, from);
    for (frame_id i = 1; i < from->frames.n; i++)
        frames[i] = add_shown_row(to, from, &from->frames.rows[i]);
    add_all(to, from, frames);
    mem_free(frames, from->frames.n, sizeof *frames);
}

void shown_left_out(struct profile *to, const struct profile *from, enum time_kind kind)
{
    frame_id *frames = mem_alloc(from->frames.n, sizeof *frames);

    init_like(to, from, kind);
    names_free(&to->names);
    names_copy(&to->names, &from->names);
    for (frame_id i = 1; i < from->frames.n; i++) {
        struct frame row = from->frames.rows[i];
        row.shown = 0;
        frames[i] = frames_add(&to->frames, &row);
    }
    add_all(to, from, frames);
    mem_free(frames, from->frames.n, sizeof *frames);
}

bool shown_leave_out(struct profile *p, enum time_kind kind)
{
    if (p->frames.doubled || p->moments.kind != kind)
        return false;
    for (frame_id i = 1; i < p->frames.n; i++)
        p->frames.rows[i].shown = 0;
    return true;
}
