/* Turns stacks into samples: recent stacks are found by a hash of all frames, others from the
 * longest prefix shared with the last stack. */
#include "input/common/builder.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "input/common/names/tidy.h"
#include "model/shown.h"

struct builder_step {
    frame_id frame;
    stack_id stack;
};

struct builder_memo {
    uint32_t tag;
    stack_id stack; /* 0: free */
};

enum { FRAMES_LEAST = 128, MEMO_LEAST = 1 << 10, MEMO_MOST = 1 << 21 };

/* A column that does not exist yet will have no digits after the point. */
static void set_factor(struct builder *b, size_t value, unsigned scale)
{
    uint64_t factor = b->ratios[value];
    size_t column = builder_column(b, value);

    if (column < b->p->n_columns)
        for (unsigned i = scale; i < b->p->columns[column].scale; i++)
            factor *= 10;
    b->factors[value] = factor;
    b->scaled = b->scaled || factor != 1;
}

void builder_moved(struct builder *b)
{
    for (size_t i = 0; i < b->n_values; i++)
        set_factor(b, i, 0);
}

void builder_init(struct builder *b, struct reading *r, struct profile *p, struct fault *f)
{
    *b = (struct builder){.r = r, .p = p, .f = f, .n_values = 1, .n_memo = MEMO_LEAST};
    b->n_before = p->stacks.n;
    for (size_t c = 0; c < PROFILE_COLUMNS_MOST; c++) {
        b->ratios[c] = 1;
        set_factor(b, c, 0);
    }
    builder_begin(b);
    b->memo = mem_alloc(b->n_memo, sizeof *b->memo);
    b->frames_room =
        r->ask->limits.depth < FRAMES_LEAST ? (size_t)r->ask->limits.depth : FRAMES_LEAST;
    b->frames = mem_alloc(b->frames_room, sizeof *b->frames);
}

void builder_free(struct builder *b)
{
    mem_free(b->frames, b->frames_room, sizeof *b->frames);
    mem_free(b->path, b->path_room, sizeof *b->path);
    mem_free(b->memo, b->n_memo, sizeof *b->memo);
    mem_free(b->shown, b->shown_room, sizeof *b->shown);
    buf_free(&b->text);
    buf_free(&b->marked);
    *b = (struct builder){0};
}

static bool limit(const struct builder *b, const char *name, uint64_t most)
{
    struct place place;

    place_of(&place, b->r->name, b->r->tally.lines);
    return limits_reached(b->f, place.text, name, most);
}

bool builder_name(struct builder *b, struct str name, name_id *id)
{
    struct profile *p = b->p;
    name_id known = p->names.n;

    if (name.n > b->r->ask->limits.name)
        return limit(b, "name", b->r->ask->limits.name);
    if (tidy_has_separators(name)) {
        tidy_separators(name, &b->text);
        name = buf_str(&b->text);
    }
    *id = names_add(&p->names, name);
    if (*id == known && !b->r->tally.non_utf8_line && !utf8_plain(name))
        b->r->tally.non_utf8_line = b->r->tally.lines;
    return true;
}

name_id builder_place(struct builder *b, struct str name)
{
    return name.n > b->r->ask->limits.name ? 0 : names_add(&b->p->names, name);
}

bool builder_shown_name(struct builder *b, struct str text, name_id *id)
{
    struct profile *p = b->p;
    name_id known = p->names.n;

    if (text.n > b->r->ask->limits.name)
        return limit(b, "name", b->r->ask->limits.name);
    if (tidy_has_separators(text)) {
        tidy_separators(text, &b->text);
        text = buf_str(&b->text);
    }
    *id = shown_add(&p->names, text, &b->marked);
    if (*id == known && !b->r->tally.non_utf8_line && !utf8_plain(shown_text(&p->names, *id)))
        b->r->tally.non_utf8_line = b->r->tally.lines;
    return true;
}

void builder_show(struct builder *b, name_id name, name_id shown)
{
    b->shown = mem_grow(b->shown, &b->shown_room, (size_t)name + 1, sizeof *b->shown);
    b->r->tally.unshown += b->shown[name] && b->shown[name] != shown;
    b->shown[name] = shown;
}

/* 0: by its name. */
static name_id shown_of(const struct builder *b, const struct frame *row)
{
    return row->shown || row->name >= b->shown_room ? row->shown : b->shown[row->name];
}

struct str builder_shown(const struct builder *b, const struct frame *row)
{
    name_id shown = shown_of(b, row);

    return shown ? shown_text(&b->p->names, shown) : names_get(&b->p->names, row->name);
}

bool builder_show_with(struct builder *b, struct str more, struct frame *row)
{
    struct buf text = {0};

    if (!b->r->ask->naming.shown)
        return true;
    buf_add(&text, builder_shown(b, row));
    buf_add(&text, more);
    bool ok = builder_shown_name(b, buf_str(&text), &row->shown);
    buf_free(&text);
    return ok;
}

bool builder_row(struct builder *b, const struct frame *row, frame_id *frame)
{
    struct frames *frames = &b->p->frames;
    uint64_t most = b->r->ask->limits.frames;
    struct frame named = *row;

    if (!named.name)
        named.name = names_add(&b->p->names, STR("[unknown]"));
    if (b->r->ask->naming.shown)
        named.shown = shown_of(b, &named);
    if (named.shown && !shown_text(&b->p->names, named.shown).n)
        named.shown = shown_add(&b->p->names, STR("[unknown]"), &b->marked);
    *frame = frames_add(frames, &named);
    return frames->n - 1 <= most || limit(b, "frames", most);
}

bool builder_frame(struct builder *b, struct str name, enum frame_kind kind, frame_id *frame)
{
    struct frame row = {.kind = kind};

    return builder_name(b, name, &row.name) &&
           (!b->r->ask->naming.shown || builder_shown_name(b, name, &row.shown)) &&
           builder_row(b, &row, frame);
}

bool builder_too_deep(struct builder *b)
{
    return limit(b, "depth", b->r->ask->limits.depth);
}

/* The capacity never exceeds the limit, so the limit is only checked here. */
bool builder_grow(struct builder *b)
{
    uint64_t most = b->r->ask->limits.depth;

    if (b->n >= most)
        return builder_too_deep(b);
    b->frames = mem_grow(b->frames, &b->frames_room, b->n + 1, sizeof *b->frames);
    if (b->frames_room > most) {
        size_t room = 0;
        frame_id *frames = mem_alloc((size_t)most, sizeof *frames);
        memcpy(frames, b->frames, b->n * sizeof *frames);
        room = b->frames_room;
        mem_free(b->frames, room, sizeof *b->frames);
        b->frames = frames;
        b->frames_room = (size_t)most;
    }
    return true;
}

void builder_rekind(struct builder *b, size_t from, size_t to, enum frame_kind was,
                    enum frame_kind now)
{
    struct frames *frames = &b->p->frames;

    b->hash = 0;
    for (size_t i = 0; i < b->n; i++) {
        struct frame row = frames->rows[b->frames[i]];
        if (i >= from && i < to && row.kind == was) {
            row.kind = now;
            b->frames[i] = frames_add(frames, &row);
        }
        b->hash = builder_hash(b->hash, b->frames[i]);
    }
}

static frame_id from_root(const struct builder *b, enum builder_order order, size_t i)
{
    return b->frames[order == LEAF_FIRST ? b->n - 1 - i : i];
}

/* Whether a stack consists of these frames. */
static bool is_stack(const struct builder *b, enum builder_order order, stack_id stack)
{
    const struct stack *rows = b->p->stacks.rows;

    for (size_t i = b->n; i > 0; i--) {
        if (!stack || rows[stack].frame != from_root(b, order, i - 1))
            return false;
        stack = rows[stack].caller;
    }
    return stack == 0;
}

static stack_id walk_path(struct builder *b, enum builder_order order)
{
    size_t shared = 0;
    stack_id at = 0;

    while (shared < b->n && shared < b->n_path &&
           b->path[shared].frame == from_root(b, order, shared))
        at = b->path[shared++].stack;
    b->path = mem_grow(b->path, &b->path_room, b->n + 1, sizeof *b->path);
    for (size_t i = shared; i < b->n; i++) {
        frame_id frame = from_root(b, order, i);
        at = stacks_add(&b->p->stacks, at, frame);
        b->path[i] = (struct builder_step){frame, at};
    }
    b->n_path = b->n;
    return at;
}

/* Growing empties the memo: stacks that matter come again. */
static void grow_memo(struct builder *b)
{
    if (b->n_new++ < b->n_memo / 2 || b->n_memo >= MEMO_MOST)
        return;
    mem_free(b->memo, b->n_memo, sizeof *b->memo);
    b->n_memo *= 4;
    b->n_new = 0;
    b->memo = mem_alloc(b->n_memo, sizeof *b->memo);
}

static stack_id find_stack(struct builder *b, enum builder_order order)
{
    uint64_t hash = (b->hash ^ b->n) * UINT64_C(0xff51afd7ed558ccd);
    uint32_t tag = (uint32_t)(hash >> 32);
    struct builder_memo *memo = &b->memo[hash >> 8 & (b->n_memo - 1)];

    if (memo->stack && memo->tag == tag && is_stack(b, order, memo->stack))
        return memo->stack;
    grow_memo(b);
    stack_id stack = walk_path(b, order);
    memo = &b->memo[hash >> 8 & (b->n_memo - 1)];
    *memo = (struct builder_memo){tag, stack};
    return stack;
}

stack_id builder_stack(struct builder *b, enum builder_order order)
{
    return b->n ? find_stack(b, order) : 0;
}

stack_id builder_stack_on(struct builder *b, enum builder_order order, stack_id callers)
{
    stack_id stack = callers;

    for (size_t i = 0; i < b->n; i++)
        stack = stacks_add(&b->p->stacks, stack, from_root(b, order, i));
    return stack;
}

struct counter *builder_counter(struct builder *b, struct str name, struct str unit, thread_id of)
{
    const name_id id = builder_place(b, name);

    return counters_add(&b->p->tracks.counters, id, builder_place(b, unit), of);
}

void builder_mark(struct builder *b, struct mark mark, struct str text)
{
    mark.text = builder_place(b, text);
    marks_add(&b->p->tracks.marks, &mark);
}

static bool overflow(const struct builder *b, uint64_t line)
{
    struct place place;

    return fault_set(b->f, FAULT_INPUT,
                     "%s: the sum of all counts grows beyond 2^64-1 here, wanted one that fits",
                     place_of(&place, b->r->name, line));
}

bool builder_bad_below(const struct builder *b, uint64_t line)
{
    return reading_bad(b->r, line, "a value below 0, of a counter that ran backwards", STR(""),
                       b->f);
}

bool builder_scale(struct builder *b, size_t column, unsigned scale)
{
    size_t to = builder_column(b, column);

    if (to == BUILDER_NO_COLUMN)
        return true;
    if (scale > b->p->columns[to].scale && !profile_rescale(b->p, to, scale))
        return overflow(b, b->r->tally.lines);
    set_factor(b, column, scale);
    b->sums = b->sums || scale;
    return true;
}

bool builder_in_proportion(const struct builder *b, uint64_t line)
{
    return reading_in_proportion(b->r, b->p->stacks.n - b->n_before, line, b->f);
}

/* Places given values in the columns. The profile may hold columns of other inputs, in another
 * order, and with more digits than are given here. */
static bool place_values(const struct builder *b, const uint64_t *values, uint64_t *columns)
{
    for (size_t i = 0; i < PROFILE_COLUMNS_MOST; i++)
        columns[i] = 0;
    for (size_t i = 0; i < b->n_values; i++) {
        size_t column = builder_column(b, i);
        if (column == BUILDER_NO_COLUMN)
            continue;
        columns[column] = values[i];
        if (b->scaled && !builder_value(b, i, &columns[column]))
            return false;
    }
    return true;
}

bool builder_add_stack(struct builder *b, stack_id stack, labels_id labels, const uint64_t *values,
                       uint64_t line)
{
    uint64_t columns[PROFILE_COLUMNS_MOST];

    if (!b->sums && builder_is_below(values, b->n_values))
        return builder_bad_below(b, line);
    if (b->n_values < b->p->n_columns || b->scaled || b->moved) {
        if (!place_values(b, values, columns))
            return overflow(b, line);
        values = columns;
    }
    const struct sample sample = {stack, labels};
    if (!profile_add_near(b->p, b->moment, &sample, values, &b->near))
        return overflow(b, line);
    b->r->tally.taken++;
    return builder_in_proportion(b, line) &&
           reading_within_limits(b->p, &b->r->ask->limits, b->r->name, line, b->f);
}

bool builder_add(struct builder *b, enum builder_order order, labels_id labels,
                 const uint64_t *values, uint64_t line)
{
    return builder_add_stack(b, builder_stack(b, order), labels, values, line);
}
