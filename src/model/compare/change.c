/* Transformations of a profile, each in one pass over its stacks, callers first. */
#include "model/compare/change.h"

#include <assert.h>

#include "base/buf.h"
#include "base/mem.h"
#include "model/compare/reversal.h"
#include "model/repeats.h"

/* Starts a profile with the names, label sets and columns of another, under the same ids. */
static void init_without_frames(struct profile *to, const struct profile *from)
{
    profile_init(to, from->n_columns, from->moments.kind);
    to->moments.has_states = from->moments.has_states;
    names_free(&to->names);
    names_copy(&to->names, &from->names);
    recording_info_merge(&to->info, &to->names, &from->info, &from->names);
    labels_free(&to->labels);
    labels_copy(&to->labels, &from->labels);
    tracks_copy(&to->tracks, &from->tracks);
    for (size_t c = 0; c < from->n_columns; c++) {
        to->columns[c].name = from->columns[c].name;
        to->columns[c].unit = from->columns[c].unit;
        column_describe(&to->columns[c], &from->columns[c]);
    }
}

static void init_like(struct profile *to, const struct profile *from)
{
    init_without_frames(to, from);
    for (frame_id i = 1; i < from->frames.n; i++)
        frames_add(&to->frames, &from->frames.rows[i]);
}

static stack_id waker_stack(const struct profile *p, uint32_t row)
{
    return moments_waker(&p->moments, row).stack;
}

/* A stack of the new profile and that of who ended the wait; 0: what it did is not kept. */
struct row_stacks {
    stack_id stack, waker;
};

/* Adds the values of one sample; they fit because they fitted in the old profile. */
static void add_row(struct profile *to, struct row_stacks stacks, const struct profile *from,
                    uint32_t row, uint64_t *values)
{
    for (size_t c = 0; c < from->n_columns; c++)
        values[c] = from->columns[c].values[row];
    bool fits = profile_add_at(to, moments_get(&from->moments, row), stacks.stack,
                               from->samples[row].labels, values);
    assert(fits);
    (void)fits;
    profile_take_waker(to, from, row, stacks.waker);
}

static struct frame plain_row(const struct frame *row)
{
    struct frame_seen seen = {row->module ? row->module : row->seen.module,
                              row->file ? row->file : row->seen.file};

    return (struct frame){.name = row->name, .kind = row->kind, .seen = seen};
}

bool change_rows_differ(const struct profile *from)
{
    for (frame_id i = 1; i < from->frames.n; i++) {
        const struct frame *row = &from->frames.rows[i];
        if (row->module || row->build_id || row->file || row->offset || row->line || row->symbol ||
            row->first || row->twin || row->offset_kind || row->line_file)
            return true;
    }
    return false;
}

void change_merge_rows(struct profile *to, const struct profile *from)
{
    frame_id *frames = mem_alloc(from->frames.n, sizeof *frames);
    stack_id *map = mem_alloc(from->stacks.n, sizeof *map);
    uint64_t *values = mem_alloc(from->n_columns, sizeof *values);

    init_without_frames(to, from);
    for (frame_id i = 1; i < from->frames.n; i++) {
        struct frame row = plain_row(&from->frames.rows[i]);
        frames[i] = frames_add(&to->frames, &row);
    }
    for (stack_id i = 1; i < from->stacks.n; i++) {
        struct stack row = from->stacks.rows[i];
        map[i] = stacks_add(&to->stacks, map[row.caller], frames[row.frame]);
    }
    for (uint32_t i = 0; i < from->n_samples; i++) {
        const struct row_stacks stacks = {map[from->samples[i].stack], map[waker_stack(from, i)]};
        add_row(to, stacks, from, i, values);
    }
    mem_free(frames, from->frames.n, sizeof *frames);
    mem_free(map, from->stacks.n, sizeof *map);
    mem_free(values, from->n_columns, sizeof *values);
}

static stack_id reverse(struct stacks *to, const struct stack *rows, stack_id stack, uint64_t most)
{
    stack_id at = 0;

    for (stack_id s = stack; s && to->n - 1 <= most; s = rows[s].caller)
        at = stacks_add(to, at, rows[s].frame);
    return at;
}

bool change_reverse(struct profile *to, const struct profile *from, uint64_t most)
{
    uint64_t *values = mem_alloc(from->n_columns, sizeof *values);
    struct reversal reversal;
    const bool is_known = reversal_helps(from) && reversal_init(&reversal, &from->stacks);
    bool fits = true;

    init_like(to, from);
    for (uint32_t i = 0; fits && i < from->n_samples; i++) {
        const stack_id old[] = {from->samples[i].stack, waker_stack(from, i)};
        stack_id at[] = {0, 0};
        for (size_t k = 0; k < sizeof old / sizeof old[0]; k++)
            at[k] = is_known ? reversal_add(&reversal, &to->stacks, old[k], most)
                             : reverse(&to->stacks, from->stacks.rows, old[k], most);
        fits = to->stacks.n - 1 <= most;
        add_row(to, (struct row_stacks){at[0], at[1]}, from, i, values);
    }
    if (is_known)
        reversal_free(&reversal);
    mem_free(values, from->n_columns, sizeof *values);
    return fits;
}

/* The stacks on the path of one sample, from the root, in both profiles. */
struct chart {
    stack_id *path; /* of the sample before, in the new profile */
    size_t path_room;
    stack_id before;  /* its old stack; 0: all begins anew */
    stack_id base;    /* of the lane, in the new profile; 0: there are no lanes */
    name_id instead;  /* of an outermost frame that the lane stands for */
    frame_id *frames; /* of this sample, below what both share */
    size_t frames_room;
    uint32_t *depths; /* by old stack */
    uint64_t most;    /* stacks */
};

/* Returns how many frames, from the root, a stack shares with that of the sample before, and keeps
 * its others. Takes as many steps as frames differ. */
static size_t keep_others(struct chart *chart, const struct stack *rows, stack_id stack)
{
    const uint32_t *depths = chart->depths;
    stack_id before = chart->before;

    while (depths[before] > depths[stack])
        before = rows[before].caller;
    while (stack != before) {
        chart->frames[depths[stack] - 1] = rows[stack].frame;
        if (depths[stack] == depths[before])
            before = rows[before].caller;
        stack = rows[stack].caller;
    }
    return depths[stack];
}

static stack_id chart_stack(struct chart *chart, struct profile *to, const struct profile *from,
                            stack_id stack)
{
    const size_t depth = chart->depths[stack];

    chart->frames = mem_grow(chart->frames, &chart->frames_room, depth, sizeof *chart->frames);
    chart->path = mem_grow(chart->path, &chart->path_room, depth, sizeof *chart->path);
    size_t shared = keep_others(chart, from->stacks.rows, stack);
    for (; shared < depth && to->stacks.n - 1 <= chart->most; shared++) {
        stack_id caller = shared ? chart->path[shared - 1] : chart->base;
        frame_id frame = chart->frames[shared];
        bool again =
            chart->base && !shared && depth > 1 && to->frames.rows[frame].name == chart->instead;
        chart->path[shared] = again ? caller : stacks_append(&to->stacks, caller, frame);
    }
    chart->before = stack;
    /* No time is that of the lane itself. */
    if (chart->base && shared && chart->path[shared - 1] == chart->base)
        chart->path[shared - 1] =
            stacks_append(&to->stacks, chart->base, from->stacks.rows[stack].frame);
    return shared ? chart->path[shared - 1] : chart->base;
}

static void begin_lane(struct chart *chart, struct profile *to, const struct chart_lane *lane)
{
    const struct frame row = {.name = lane->name};

    chart->base = stacks_append(&to->stacks, 0, frames_add(&to->frames, &row));
    chart->instead = lane->instead;
    chart->before = 0;
}

bool change_to_chart(struct profile *to, const struct profile *from,
                     const struct chart_lanes *lanes, uint64_t most)
{
    uint64_t *values = mem_alloc(from->n_columns, sizeof *values);
    struct chart chart = {.most = most, .depths = mem_alloc(from->stacks.n, sizeof *chart.depths)};
    bool fits = true;
    size_t lane = 0;

    init_like(to, from);
    for (stack_id i = 1; i < from->stacks.n; i++)
        chart.depths[i] = chart.depths[from->stacks.rows[i].caller] + 1;
    for (uint32_t i = 0; fits && i < from->n_samples; i++) {
        if (i && from->moments.kind == TIME_SPANS &&
            from->moments.at_ns[i] != from->moments.at_ns[i - 1] + from->columns[0].values[i - 1])
            chart.before = 0; /* behind a gap all begins anew */
        if (lane < lanes->n && i == (lane ? lanes->rows[lane - 1].end : 0))
            begin_lane(&chart, to, &lanes->rows[lane++]);
        const stack_id stack = chart_stack(&chart, to, from, from->samples[i].stack);
        add_row(to, (struct row_stacks){stack, 0}, from, i,
                values); /* it has no place on the axis */
        fits = to->stacks.n - 1 <= most;
    }
    mem_free(chart.path, chart.path_room, sizeof *chart.path);
    mem_free(chart.frames, chart.frames_room, sizeof *chart.frames);
    mem_free(chart.depths, from->stacks.n, sizeof *chart.depths);
    mem_free(values, from->n_columns, sizeof *values);
    return fits;
}

enum {
    CUTS = CHANGE_BASE | CHANGE_CUT_CALLERS,
    SEEN = CHANGE_DROP_STACK | CHANGE_KEEP_STACK | CHANGE_BASE | CHANGE_FROM_HERE,
};

/* What is known of each old stack. */
struct pass {
    const struct profile *from;
    const struct change *change;
    unsigned char *seen; /* the marks of all its frames, added up */
    bool *below;         /* a separator is among its callers */
    stack_id *end;       /* what is left of the stack when callees are removed */
    stack_id *kept;      /* what is left of the stack without ends */
    bool *needed;        /* a sample that stays goes through it */
    stack_id *map;       /* its stack in the new profile */
};

static unsigned char mark_of(const struct pass *pass, stack_id stack)
{
    return pass->change->marks[pass->from->stacks.rows[stack].frame];
}

static void look(struct pass *pass)
{
    const struct stack *rows = pass->from->stacks.rows;
    const unsigned char *ends = pass->change->ends;

    for (stack_id i = 1; i < pass->from->stacks.n; i++) {
        stack_id caller = rows[i].caller;
        unsigned char mark = mark_of(pass, i);
        bool separates = caller && (mark_of(pass, caller) & CHANGE_SEPARATOR);
        pass->seen[i] = (unsigned char)(pass->seen[caller] | (mark & SEEN));
        pass->below[i] = pass->below[caller] || separates;
        pass->end[i] = mark & CHANGE_CUT_CALLEES ? i : pass->end[caller];
        bool outermost = !caller && pass->change->keeps_outermost;
        pass->kept[i] = ends && ends[rows[i].frame] && !outermost ? pass->kept[caller] : i;
    }
}

static stack_id end_of(const struct pass *pass, stack_id stack)
{
    return pass->kept[pass->end[stack] ? pass->end[stack] : stack];
}

static bool keeps_stack(const struct pass *pass, stack_id stack)
{
    const struct change *change = pass->change;
    unsigned char whole = pass->seen[stack];
    unsigned char left = pass->seen[end_of(pass, stack)];

    return !(whole & CHANGE_DROP_STACK) && (!change->need_keep || whole & CHANGE_KEEP_STACK) &&
           (!change->need_base || left & CHANGE_BASE) &&
           (!change->need_from || left & CHANGE_FROM_HERE);
}

static void find_needed(struct pass *pass)
{
    const struct profile *from = pass->from;

    for (uint32_t i = 0; i < from->n_samples; i++)
        if (keeps_stack(pass, from->samples[i].stack)) {
            pass->needed[end_of(pass, from->samples[i].stack)] = true;
            pass->needed[end_of(pass, waker_stack(from, i))] = true;
        }
    for (stack_id i = from->stacks.n - 1; i > 0; i--)
        if (pass->needed[i] && !(mark_of(pass, i) & CUTS))
            pass->needed[from->stacks.rows[i].caller] = true;
}

static frame_id waker_frame(struct profile *to, frame_id frame)
{
    struct frame row = to->frames.rows[frame];
    struct buf text = {0};

    if (row.kind == KIND_WAKER)
        return frame;
    buf_add(&text, names_get(&to->names, row.name));
    buf_add(&text, str_of(kind_mark(KIND_WAKER)));
    row.name = names_add(&to->names, buf_str(&text));
    row.kind = KIND_WAKER;
    buf_free(&text);
    return frames_add(&to->frames, &row);
}

static void map_stacks(struct pass *pass, struct profile *to)
{
    const struct change *change = pass->change;
    const struct stack *rows = pass->from->stacks.rows;

    for (stack_id i = 1; i < pass->from->stacks.n; i++) {
        struct stack row = rows[i];
        unsigned char mark = mark_of(pass, i);
        stack_id caller = mark & CUTS ? 0 : pass->map[row.caller];
        if (!pass->needed[i] || (change->need_from && !(pass->seen[i] & CHANGE_FROM_HERE)))
            continue;
        bool waker = pass->below[i] && !(mark & CHANGE_SEPARATOR);
        frame_id frame = waker ? waker_frame(to, row.frame) : row.frame;
        bool repeats = change->merge_recursive && caller && to->stacks.rows[caller].frame == frame;
        pass->map[i] =
            mark & CHANGE_DROP_FRAME || repeats ? caller : stacks_add(&to->stacks, caller, frame);
    }
}

void change_apply(struct profile *to, const struct profile *from, const struct change *change)
{
    size_t n = from->stacks.n;
    uint64_t *values = mem_alloc(from->n_columns, sizeof *values);
    struct pass pass = {
        .from = from,
        .change = change,
        .seen = mem_alloc(n, sizeof *pass.seen),
        .below = mem_alloc(n, sizeof *pass.below),
        .end = mem_alloc(n, sizeof *pass.end),
        .kept = mem_alloc(n, sizeof *pass.kept),
        .needed = mem_alloc(n, sizeof *pass.needed),
        .map = mem_alloc(n, sizeof *pass.map),
    };

    init_like(to, from);
    look(&pass);
    find_needed(&pass);
    map_stacks(&pass, to);
    for (uint32_t i = 0; i < from->n_samples; i++) {
        stack_id stack = from->samples[i].stack;
        stack_id mapped = keeps_stack(&pass, stack) ? pass.map[end_of(&pass, stack)] : 0;
        const stack_id waker = pass.map[end_of(&pass, waker_stack(from, i))];
        if (mapped)
            add_row(to, (struct row_stacks){mapped, waker}, from, i, values);
        else if (change->dropped)
            ++*change->dropped;
    }
    mem_free(values, from->n_columns, sizeof *values);
    mem_free(pass.seen, n, sizeof *pass.seen);
    mem_free(pass.below, n, sizeof *pass.below);
    mem_free(pass.end, n, sizeof *pass.end);
    mem_free(pass.kept, n, sizeof *pass.kept);
    mem_free(pass.needed, n, sizeof *pass.needed);
    mem_free(pass.map, n, sizeof *pass.map);
}

/* Where a frame that repeats goes. By stack of the old profile: */
struct fold {
    const struct profile *from;
    unsigned char *back; /* as repeats_find has it */
    stack_id *map;       /* the stack of the new profile */
    stack_id *head;      /* that of the first of its repeats, in the old profile, */
    uint32_t *level;     /* and how many up to this one */
};

/* A whole round above a frame is what it repeats. In the second round all frames but the last stay:
 * in f;g;f those who are only below f are not below g. */
static void fold_stack(struct fold *f, struct profile *to, stack_id i)
{
    const struct stack *rows = f->from->stacks.rows;
    const unsigned char round = f->back[i];
    stack_id above = i;
    bool folds = round > 0;

    for (unsigned up = 0; up < round; up++) {
        folds = folds && f->back[above] == round;
        above = rows[above].caller;
    }
    f->map[i] =
        folds ? f->map[above] : stacks_add(&to->stacks, f->map[rows[i].caller], rows[i].frame);
    f->head[i] = round ? f->head[above] : i;
    f->level[i] = round ? f->level[above] + 1 : 1;
}

static void fold_all(struct fold *f, struct profile *to, uint32_t **repeats)
{
    const struct profile *from = f->from;
    uint64_t *values = mem_alloc(from->n_columns, sizeof *values);

    init_like(to, from);
    for (stack_id i = 1; i < from->stacks.n; i++)
        fold_stack(f, to, i);
    for (uint32_t i = 0; i < from->n_samples; i++)
        add_row(to,
                (struct row_stacks){f->map[from->samples[i].stack], f->map[waker_stack(from, i)]},
                from, i, values);
    mem_free(values, from->n_columns, sizeof *values);
    *repeats = mem_alloc(to->stacks.n, sizeof **repeats);
    for (stack_id i = 1; i < from->stacks.n; i++) {
        uint32_t *most = &(*repeats)[f->map[f->head[i]]];
        *most = f->level[i] > *most ? f->level[i] : *most;
    }
}

bool change_fold(struct profile *to, const struct profile *from, uint32_t **repeats)
{
    const size_t n = from->stacks.n;
    struct fold f = {.from = from, .back = mem_alloc(n, sizeof *f.back)};
    const bool any = repeats_find(from, f.back);

    if (any) {
        f.map = mem_alloc(n, sizeof *f.map);
        f.head = mem_alloc(n, sizeof *f.head);
        f.level = mem_alloc(n, sizeof *f.level);
        fold_all(&f, to, repeats);
        mem_free(f.map, n, sizeof *f.map);
        mem_free(f.head, n, sizeof *f.head);
        mem_free(f.level, n, sizeof *f.level);
    }
    mem_free(f.back, n, sizeof *f.back);
    return any;
}
