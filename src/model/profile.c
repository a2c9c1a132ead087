/* A profile: adding, finding, merging and splitting its samples. */
#include "model/profile.h"

#include <assert.h>

#include "base/mem.h"

void profile_init(struct profile *p, size_t n_columns, enum time_kind kind)
{
    *p = (struct profile){.n_columns = n_columns, .moments = {.kind = kind}, .first_ns = NO_TIME};
    names_init(&p->names);
    frames_init(&p->frames);
    labels_init(&p->labels);
    stacks_init(&p->stacks);
    calls_init(&p->calls);
    p->columns = mem_alloc(n_columns, sizeof *p->columns);
}

void profile_free(struct profile *p)
{
    names_free(&p->names);
    frames_free(&p->frames);
    labels_free(&p->labels);
    stacks_free(&p->stacks);
    calls_free(&p->calls);
    recording_info_free(&p->info);
    for (size_t i = 0; i < p->n_columns; i++)
        mem_free(p->columns[i].values, p->columns[i].room, sizeof *p->columns[i].values);
    mem_free(p->columns, p->n_columns, sizeof *p->columns);
    mem_free(p->samples, p->samples_room, sizeof *p->samples);
    moments_free(&p->moments);
    tracks_free(&p->tracks);
    mem_free(p->sampled, p->sampled_room, 1);
    mem_free(p->slots, p->n_slots, sizeof *p->slots);
    *p = (struct profile){0};
}

void profile_forget_slots(struct profile *p)
{
    mem_free(p->slots, p->n_slots, sizeof *p->slots);
    p->slots = NULL;
    p->n_slots = 0;
    p->n_entered = 0;
}

void profile_forget_labels(struct profile *p)
{
    for (uint32_t i = 0; i < p->n_samples; i++)
        p->samples[i].labels = 0;
    for (size_t i = 0; i < p->moments.waker_room; i++)
        p->moments.waker[i].thread = 0;
    profile_forget_slots(p);
}

/* Without the samples' hash table, which is made anew when a look-up needs it. */
void profile_copy(struct profile *to, const struct profile *from)
{
    const size_t n = from->n_samples;

    *to = *from;
    names_copy(&to->names, &from->names);
    frames_copy(&to->frames, &from->frames);
    labels_copy(&to->labels, &from->labels);
    stacks_copy(&to->stacks, &from->stacks);
    calls_copy(&to->calls, &from->calls);
    recording_info_copy(&to->info, &from->info);
    to->samples = mem_copy(from->samples, from->samples_room, n, sizeof *from->samples);
    moments_copy(&to->moments, &from->moments, from->n_samples);
    tracks_copy(&to->tracks, &from->tracks);
    to->sampled = mem_copy(from->sampled, from->sampled_room, from->sampled_room, 1);
    to->columns = mem_copy(from->columns, from->n_columns, from->n_columns, sizeof *from->columns);
    for (size_t i = 0; i < from->n_columns; i++)
        to->columns[i].values = mem_copy(from->columns[i].values, from->columns[i].room, n,
                                         sizeof *from->columns[i].values);
    to->slots = NULL;
    to->n_slots = 0;
    to->n_entered = 0;
}

void profile_need_columns(struct profile *p, size_t n)
{
    if (n <= p->n_columns)
        return;
    struct column *columns = mem_alloc(n, sizeof *columns);
    memcpy(columns, p->columns, p->n_columns * sizeof *columns);
    for (size_t i = p->n_columns; i < n; i++)
        columns[i].values =
            mem_grow(NULL, &columns[i].room, (size_t)p->n_samples + 1, sizeof *columns[i].values);
    mem_free(p->columns, p->n_columns, sizeof *p->columns);
    p->columns = columns;
    p->n_columns = n;
}

void profile_keep_column(struct profile *p, size_t column)
{
    struct column *kept = mem_alloc(1, sizeof *kept);

    *kept = p->columns[column];
    for (size_t i = 0; i < p->n_columns; i++)
        if (i != column)
            mem_free(p->columns[i].values, p->columns[i].room, sizeof *p->columns[i].values);
    mem_free(p->columns, p->n_columns, sizeof *p->columns);
    p->columns = kept;
    p->n_columns = 1;
}

static uint32_t append_row(struct profile *p, stack_id stack, labels_id labels)
{
    size_t need = (size_t)p->n_samples + 1;

    assert(p->n_samples < UINT32_MAX);
    p->samples = mem_grow(p->samples, &p->samples_room, need, sizeof *p->samples);
    p->samples[p->n_samples] = (struct sample){stack, labels};
    for (size_t i = 0; i < p->n_columns; i++) {
        struct column *c = &p->columns[i];
        c->values = mem_grow(c->values, &c->room, need, sizeof *c->values);
        c->values[p->n_samples] = 0;
    }
    return p->n_samples++;
}

static enum thread_state state_of_row(const struct profile *p, uint32_t row)
{
    return state_without_guess(moments_state(&p->moments, row));
}

/* Returns the slot that holds 1 + the sample, or the free slot for it. */
static uint32_t *find(const struct profile *p, stack_id stack, labels_id labels,
                      enum thread_state state)
{
    size_t mask = p->n_slots - 1;
    size_t at = (hash_ids(&p->stacks.key, stack, labels) ^ state) & mask;

    for (; p->slots[at]; at = (at + 1) & mask) {
        const struct sample *have = &p->samples[p->slots[at] - 1];
        if (have->stack == stack && have->labels == labels &&
            state_of_row(p, p->slots[at] - 1) == state)
            break;
    }
    return &p->slots[at];
}

/* Enlarges the table and enters the samples that are not in it yet: many at once, so that their
 * memory accesses overlap. */
static void enter_rest(struct profile *p)
{
    size_t n = p->n_slots ? p->n_slots : 1024;

    while (n < ((size_t)p->n_samples + 1) * 2)
        n *= 2;
    if (n > p->n_slots) {
        mem_free(p->slots, p->n_slots, sizeof *p->slots);
        p->n_slots = n;
        p->slots = mem_alloc(n, sizeof *p->slots);
        p->n_entered = 0;
    }
    for (; p->n_entered < p->n_samples; p->n_entered++) {
        const struct sample *sample = &p->samples[p->n_entered];
        *find(p, sample->stack, sample->labels, state_of_row(p, p->n_entered)) = p->n_entered + 1;
    }
}

/* In a file of unique stacks no look-up is ever needed: a bit by stack says that a sample is new,
 * and nothing is entered until a stack comes again. */
static uint32_t find_or_append(struct profile *p, stack_id stack, labels_id labels,
                               enum thread_state state, uint32_t near)
{
    if (p->moments.kind != TIME_NONE)
        return append_row(p, stack, labels);
    if (near < p->n_samples && p->samples[near].stack == stack &&
        p->samples[near].labels == labels && state_of_row(p, near) == state) {
        p->n_merged++;
        return near;
    }
    if (stack / 8 >= p->sampled_room)
        p->sampled = mem_grow(p->sampled, &p->sampled_room, p->stacks.room / 8 + 1, 1);
    unsigned char bit = (unsigned char)(1u << stack % 8);
    bool again = p->sampled[stack / 8] & bit;
    p->sampled[stack / 8] |= bit;
    if (!again)
        return append_row(p, stack, labels);
    if (p->n_entered < p->n_samples)
        enter_rest(p);
    uint32_t *slot = find(p, stack, labels, state);
    if (*slot) {
        p->n_merged++;
        return *slot - 1;
    }
    return append_row(p, stack, labels);
}

void profile_expect(const struct profile *p, uint32_t near)
{
    if (near >= p->n_samples)
        return;
    PREFETCH(&p->samples[near]);
    for (size_t i = 0; i < p->n_columns; i++)
        PREFETCH(&p->columns[i].values[near]);
}

bool profile_add_near(struct profile *p, struct moment moment, const struct sample *sample,
                      const uint64_t *values, uint32_t *near)
{
    stack_id stack = sample->stack;
    labels_id labels = sample->labels;

    assert(stack < p->stacks.n && labels < p->labels.n);
    if (moment.at_ns < p->first_ns)
        p->first_ns = moment.at_ns;
    for (size_t i = 0; i < p->n_columns; i++)
        if (values[i] > UINT64_MAX - p->columns[i].total)
            return false;
    const uint32_t n_before = p->n_samples;
    uint32_t row = find_or_append(p, stack, labels, state_without_guess(moment.state), *near);
    *near = row;
    for (size_t i = 0; i < p->n_columns; i++) {
        p->columns[i].total += values[i];
        p->columns[i].values[row] += values[i];
    }
    if (p->moments.kind != TIME_NONE || p->moments.state || moment.state)
        (row < n_before ? moments_add : moments_set)(&p->moments, p->n_samples, row, moment);
    return true;
}

bool profile_add_at(struct profile *p, struct moment moment, stack_id stack, labels_id labels,
                    const uint64_t *values)
{
    const struct sample sample = {stack, labels};
    uint32_t near = UINT32_MAX;

    return profile_add_near(p, moment, &sample, values, &near);
}

bool profile_add(struct profile *p, stack_id stack, labels_id labels, const uint64_t *values)
{
    return profile_add_at(p, MOMENT_UNKNOWN, stack, labels, values);
}

void profile_start_times(struct profile *p, uint32_t first)
{
    uint64_t *at_ns = p->moments.at_ns;
    uint64_t start = NO_TIME;

    for (uint32_t i = first; i < p->n_samples; i++)
        if (at_ns[i] < start)
            start = at_ns[i];
    for (uint32_t i = first; i < p->n_samples; i++)
        if (at_ns[i] != NO_TIME)
            at_ns[i] -= start;
}

static void multiply(struct profile *p, struct column *c, uint64_t factor)
{
    c->total *= factor;
    for (uint32_t i = 0; i < p->n_samples; i++)
        c->values[i] *= factor;
}

bool profile_refine(struct profile *p, size_t column, uint64_t ratio, struct str unit)
{
    const size_t columns[] = {column, profile_subtracted(p, column)};
    size_t n = columns[1] < p->n_columns ? 2 : 1;

    uint64_t factor = ratio;
    unsigned digits = 0;

    for (; n == 1 && digits < p->columns[column].scale && factor % 10 == 0; digits++)
        factor /= 10;
    for (size_t i = 0; i < n; i++)
        if (p->columns[columns[i]].total > UINT64_MAX / factor)
            return false;
    if (!calls_multiply(&p->calls, column, factor))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct column *c = &p->columns[columns[i]];
        multiply(p, c, factor);
        c->scale -= digits;
        c->period *= (double)ratio;
        c->unit = names_add(&p->names, unit);
    }
    return true;
}

bool profile_rescale(struct profile *p, size_t column, unsigned scale)
{
    struct column *c = &p->columns[column];
    uint64_t factor = 1;

    if (scale > PROFILE_SCALE_MAX)
        return false;
    if (scale <= c->scale)
        return true;
    for (unsigned i = c->scale; i < scale; i++)
        factor *= 10;
    if (c->total > UINT64_MAX / factor || !calls_multiply(&p->calls, column, factor))
        return false;
    multiply(p, c, factor);
    c->scale = scale;
    return true;
}

void column_join_period(struct column *to, const struct column *from)
{
    if (!from->total)
        return;
    to->census = from->census && (to->census || !to->total);
    if (!to->total)
        to->period = from->period;
    else if (to->period != from->period)
        to->period = -1;
}

void column_describe(struct column *to, const struct column *from)
{
    to->scale = from->scale;
    to->place = from->place;
    to->subtracted = from->subtracted;
    to->census = from->census;
    to->period = from->period;
}

/* Ids in one profile by ids in the other. */
struct maps {
    name_id *names;
    frame_id *frames;
    labels_id *labels;
    stack_id *stacks;
};

static void map_frames(struct profile *p, const struct profile *other, const struct frame *rows,
                       struct maps *m)
{
    for (name_id i = 1; i < other->names.n; i++)
        m->names[i] = names_add(&p->names, names_get(&other->names, i));
    for (frame_id i = 1; i < other->frames.n; i++) {
        struct frame row = rows[i];
        frame_rename(&row, m->names);
        m->frames[i] = frames_add(&p->frames, &row);
    }
}

/* Whether several frames of the other became one here. */
static bool frames_meet(const struct profile *p, const struct profile *other, const struct maps *m)
{
    bool *met = mem_alloc(p->frames.n, sizeof *met);
    bool meet = false;

    for (frame_id i = 1; i < other->frames.n; i++) {
        meet = meet || met[m->frames[i]];
        met[m->frames[i]] = true;
    }
    mem_free(met, p->frames.n, sizeof *met);
    return meet;
}

static bool is_part(const struct frame *rows, const uint32_t *functions, frame_id caller,
                    frame_id frame)
{
    return functions[frame] && functions[frame] == functions[caller] &&
           rows[frame].name != rows[caller].name;
}

/* Stacks become equal where their frames did. */
static void map_stacks(struct profile *p, struct profile *other, const struct maps *m,
                       const uint32_t *functions)
{
    const struct stack *rows = other->stacks.rows;

    if (!functions && !frames_meet(p, other, m)) {
        stacks_merge(&p->stacks, &other->stacks, m->frames, m->stacks);
        return;
    }
    for (stack_id i = 1; i < other->stacks.n; i++) {
        const struct stack row = rows[i];
        const stack_id caller = m->stacks[row.caller];
        bool part = functions && row.caller &&
                    is_part(other->frames.rows, functions, rows[row.caller].frame, row.frame);
        m->stacks[i] = part ? caller : stacks_add(&p->stacks, caller, m->frames[row.frame]);
    }
}

/* Gives the columns of both the same names, units and scales. */
static bool join_columns(struct profile *p, struct profile *other, const struct maps *m)
{
    bool ok = true;

    for (size_t c = 0; ok && c < p->n_columns; c++) {
        if (!p->columns[c].name)
            p->columns[c].name = m->names[other->columns[c].name];
        if (!p->columns[c].unit)
            p->columns[c].unit = m->names[other->columns[c].unit];
        if (!p->columns[c].place) {
            p->columns[c].place = other->columns[c].place;
            p->columns[c].subtracted = other->columns[c].subtracted;
        }
        column_join_period(&p->columns[c], &other->columns[c]);
        ok = profile_rescale(p, c, other->columns[c].scale) &&
             profile_rescale(other, c, p->columns[c].scale);
    }
    return ok;
}

static bool add_samples(struct profile *p, const struct profile *other, const struct maps *m)
{
    uint64_t *values = mem_alloc(p->n_columns, sizeof *values);
    bool ok = true;

    for (uint32_t i = 0; ok && i < other->n_samples; i++) {
        for (size_t c = 0; c < p->n_columns; c++)
            values[c] = other->columns[c].values[i];
        ok = profile_add_at(p, moments_get(&other->moments, i), m->stacks[other->samples[i].stack],
                            m->labels[other->samples[i].labels], values);
        if (ok)
            profile_take_waker(p, other, i, m->stacks[moments_waker(&other->moments, i).stack]);
    }
    mem_free(values, p->n_columns, sizeof *values);
    return ok;
}

/* Samples without times may be several of the other. */
void profile_take_waker(struct profile *p, const struct profile *other, uint32_t sample,
                        stack_id stack)
{
    const struct waker waker = moments_waker(&other->moments, sample);

    if ((!waker.thread && !waker.stack) || !moments_have_times(&p->moments))
        return;
    const struct thread *thread = &other->labels.threads.rows[waker.thread];
    const struct waker own = {threads_add_of(&p->labels.threads, &p->names, thread, &other->names),
                              stack};
    moments_set_waker(&p->moments, p->n_samples - 1, own);
}

void profile_add_tracks(struct profile *p, const struct profile *other)
{
    const struct tracks_of own = {&p->names, &p->labels.threads};

    tracks_add_all(&p->tracks, own, &other->tracks, &other->names, &other->labels.threads);
}

bool profile_merge_as(struct profile *p, struct profile *other, const struct frame *rows)
{
    return profile_merge_parts(p, other, rows, NULL);
}

bool profile_merge_parts(struct profile *p, struct profile *other, const struct frame *rows,
                         const uint32_t *functions)
{
    struct maps m = {
        .names = mem_alloc(other->names.n, sizeof *m.names),
        .frames = mem_alloc(other->frames.n, sizeof *m.frames),
        .labels = mem_alloc(other->labels.n, sizeof *m.labels),
        .stacks = mem_alloc(other->stacks.n, sizeof *m.stacks),
    };

    assert(p->n_columns == other->n_columns);
    map_frames(p, other, rows, &m);
    labels_add_all(&p->labels, &p->names, &other->labels, &other->names, m.labels);
    map_stacks(p, other, &m, functions);
    bool ok = join_columns(p, other, &m) && calls_merge(&p->calls, &other->calls, m.frames) &&
              add_samples(p, other, &m);
    profile_add_tracks(p, other);
    p->n_merged += other->n_merged;
    if (other->first_ns < p->first_ns)
        p->first_ns = other->first_ns;
    recording_info_merge(&p->info, &p->names, &other->info, &other->names);
    mem_free(m.names, other->names.n, sizeof *m.names);
    mem_free(m.frames, other->frames.n, sizeof *m.frames);
    mem_free(m.labels, other->labels.n, sizeof *m.labels);
    mem_free(m.stacks, other->stacks.n, sizeof *m.stacks);
    return ok;
}

bool profile_merge(struct profile *p, struct profile *other)
{
    return profile_merge_as(p, other, other->frames.rows);
}

/* ---- differences */

size_t profile_subtracted(const struct profile *p, size_t column)
{
    const struct column *c = &p->columns[column];
    size_t i = 0;

    while (i < p->n_columns &&
           (!p->columns[i].subtracted || c->subtracted || p->columns[i].place != c->place))
        i++;
    return i;
}

static void swap_values(struct column *a, struct column *b)
{
    struct column kept = *a;

    a->values = b->values;
    a->room = b->room;
    a->total = b->total;
    b->values = kept.values;
    b->room = kept.room;
    b->total = kept.total;
}

static void drop_subtracted(struct profile *p)
{
    struct column *kept = mem_alloc(p->n_columns, sizeof *kept);
    size_t n = 0;

    for (size_t i = 0; i < p->n_columns; i++)
        if (p->columns[i].subtracted)
            mem_free(p->columns[i].values, p->columns[i].room, sizeof *p->columns[i].values);
        else
            kept[n++] = p->columns[i];
    mem_free(p->columns, p->n_columns, sizeof *p->columns);
    p->columns = mem_alloc(n, sizeof *p->columns);
    memcpy(p->columns, kept, n * sizeof *kept);
    mem_free(kept, p->n_columns, sizeof *kept);
    p->n_columns = n;
}

void profile_split(struct profile *p, struct profile *below)
{
    profile_init(below, p->n_columns, p->moments.kind);
    bool fits = profile_merge(below, p);
    assert(fits); /* as all of it does here */
    (void)fits;
    for (size_t i = 0; i < p->n_columns; i++) {
        size_t other = profile_subtracted(p, i);
        if (other < p->n_columns)
            swap_values(&below->columns[i], &below->columns[other]);
    }
    drop_subtracted(p);
    drop_subtracted(below);
}
