/* Chooses the colours of frames: by the rules of the theme, and where one colour has most of the
 * area, by the part of the program. Weights of many stacks are summed as doubles, in the order of
 * the stacks, because the area is a sum of totals, which may not fit into 64 bits. */
#include "render/flame/legend.h"

#include <stdlib.h>

#include "base/mem.h"
#include "render/flame/program_part.h"

enum { NAME_CELLS = 32, NO_COLOUR = 255 };

/* What is known of the frames of a picture while its colours are chosen. */
struct weights {
    const struct theme *theme;
    const struct tree *t;
    const struct profile *p;
    double *area;   /* by frame: the sum of the totals of its stacks */
    uint64_t *self; /* by frame */
    bool reverse;
};

static void add_up(struct weights *w)
{
    const struct stack *rows = w->p->stacks.rows;

    /* Numbers with a sign become doubles in one operation. */
    for (stack_id i = 1; w->t->total[0] <= INT64_MAX && i < w->p->stacks.n; i++)
        w->area[rows[i].frame] += (double)(int64_t)w->t->total[i];
    for (stack_id i = 1; w->t->total[0] > INT64_MAX && i < w->p->stacks.n; i++)
        w->area[rows[i].frame] += (double)w->t->total[i];
    for (stack_id i = 1; w->reverse && i < w->p->stacks.n; i++)
        w->self[rows[i].frame] += rows[i].caller == 0 ? w->t->total[i] : 0;
    for (uint32_t i = 0; !w->reverse && i < w->p->n_samples; i++)
        w->self[rows[w->p->samples[i].stack].frame] += w->t->column->values[i];
}

static void match(struct legend *l, const struct weights *w)
{
    const struct frame *rows = w->p->frames.rows;

    for (frame_id i = 0; i < l->n_frames; i++)
        l->colours[i] = (unsigned char)theme_match(w->theme, names_get(&w->p->names, rows[i].name),
                                                   rows[i].kind);
}

/* What most of the weight of a frame speaks for (Boyer and Moore). */
struct vote {
    uint32_t value;
    double weight;
};

static void cast(struct vote *vote, uint32_t value, double weight)
{
    if (vote->weight > 0 && vote->value != value) {
        vote->weight -= weight;
        return;
    }
    vote->value = value;
    vote->weight += weight;
}

/* Gives inlined frames whose value is 0 that of the nearest caller that has one, or is not inlined.
 */
static void inherit(uint32_t *values, const struct weights *w)
{
    const struct frame *frames = w->p->frames.rows;
    const struct stack *rows = w->p->stacks.rows;
    stack_id n = w->p->stacks.n;
    struct vote *votes = mem_alloc(w->p->frames.n, sizeof *votes);
    uint32_t *base = mem_alloc(n, sizeof *base);

    for (stack_id k = 1; k < n; k++) {
        stack_id i = w->reverse ? n - k : k;
        /* Of reversed stacks the caller is what they call. */
        stack_id to = w->reverse ? rows[i].caller : i;
        stack_id from = w->reverse ? i : rows[i].caller;
        frame_id frame = rows[i].frame;
        if (values[frame] || frames[frame].kind != KIND_INLINED)
            base[i] = values[frame];
        frame = rows[to].frame;
        if (!to || values[frame] || frames[frame].kind != KIND_INLINED || !base[from])
            continue;
        base[to] = base[from];
        cast(&votes[frame], base[from], (double)w->t->total[i]);
    }
    for (frame_id i = 1; i < w->p->frames.n; i++)
        values[i] = votes[i].weight > 0 ? votes[i].value : values[i];
    mem_free(votes, w->p->frames.n, sizeof *votes);
    mem_free(base, n, sizeof *base);
}

/* Inlined frames take the colour of the nearest caller that is not inlined. */
static void match_inlined(struct legend *l, const struct weights *w)
{
    uint32_t *values = mem_alloc(l->n_frames, sizeof *values);

    for (frame_id i = 1; i < l->n_frames; i++)
        if (w->p->frames.rows[i].kind != KIND_INLINED)
            values[i] = l->colours[i] + 1U;
    inherit(values, w);
    for (frame_id i = 1; i < l->n_frames; i++)
        l->colours[i] = values[i] ? (unsigned char)(values[i] - 1) : l->colours[i];
    mem_free(values, l->n_frames, sizeof *values);
}

/* Whether the picture has inlined frames. */
static bool has_inlined(const struct weights *w)
{
    const struct frames *frames = &w->p->frames;
    frame_id i = 1;

    while (i < frames->n && (frames->rows[i].kind != KIND_INLINED || w->area[i] <= 0))
        i++;
    return i < frames->n;
}

/* How much of the area and of all self values a colour has. */
struct colour_share {
    double area, self;
};

/* The colour to divide; NO_COLOUR: none has so much of either. */
static unsigned char find_divided(const struct legend *l, const struct weights *w)
{
    struct colour_share *parts = mem_alloc(w->theme->n_colours, sizeof *parts);
    struct colour_share whole = {0};
    unsigned char found = NO_COLOUR;

    for (frame_id i = 1; i < l->n_frames; i++) {
        if (w->theme->colours[l->colours[i]].is_undivided)
            continue;
        parts[l->colours[i]].area += w->area[i];
        parts[l->colours[i]].self += (double)w->self[i];
        whole.area += w->area[i];
        whole.self += (double)w->self[i];
    }
    for (size_t i = 0; w->theme->n_divided_into && i < w->theme->n_colours; i++)
        if (parts[i].area * 100 > whole.area * w->theme->divide_percent ||
            (found == NO_COLOUR && parts[i].self * 100 > whole.self * w->theme->divide_percent))
            found = (unsigned char)i;
    mem_free(parts, w->theme->n_colours, sizeof *parts);
    return found;
}

/* A part of the program, and its self value. */
struct group {
    name_id name;
    uint64_t self;
};

/* The parts of the program. */
struct groups {
    struct names names;
    name_id *of; /* by frame; 0: none */
    struct group *rows;
    size_t n, room;
};

static void add_to_group(struct groups *g, name_id id, uint64_t self)
{
    if (id >= g->n) {
        g->rows = mem_grow(g->rows, &g->room, (size_t)id + 1, sizeof *g->rows);
        for (; g->n <= id; g->n++)
            g->rows[g->n] = (struct group){.name = (name_id)g->n};
    }
    if (id)
        g->rows[id].self += self;
}

static int compare_groups(const void *a, const void *b)
{
    const struct group *x = a;
    const struct group *y = b;

    if (x->self != y->self)
        return x->self > y->self ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

/* Whether modules say enough: most has one, and no one has most. Finds the heaviest. */
static bool modules_suit(const struct groups *g, uint64_t whole, name_id *heaviest)
{
    uint64_t known = 0;
    uint64_t most = 0;

    for (size_t i = 1; i < g->n; i++) {
        known += g->rows[i].self;
        if (g->rows[i].self <= most)
            continue;
        most = g->rows[i].self;
        *heaviest = g->rows[i].name;
    }
    return known >= whole - whole / 2 && most <= whole / 5 * 3;
}

enum grouping { BY_MODULE, BY_PART, BY_FUNCTION };

static struct str group_name(const struct weights *w, frame_id i, enum grouping by,
                             struct str program)
{
    if (by == BY_FUNCTION)
        return name_without_mark(names_get(&w->p->names, w->p->frames.rows[i].name));
    return by == BY_PART ? program_part(w->p, i, program) : program_module(w->p, i);
}

/* Groups the frames of a colour. */
static void group_all(struct groups *g, const struct legend *l, const struct weights *w,
                      unsigned char colour, enum grouping by, struct str program)
{
    names_free(&g->names);
    names_init(&g->names);
    memset(g->of, 0, l->n_frames * sizeof *g->of);
    g->n = 0;
    for (frame_id i = 1; i < l->n_frames; i++)
        if (l->colours[i] == colour)
            g->of[i] = names_add(&g->names, group_name(w, i, by, program));
    if (l->marks_inlined)
        inherit(g->of, w);
    for (frame_id i = 1; i < l->n_frames; i++)
        if (l->colours[i] == colour)
            add_to_group(g, g->of[i], w->self[i]);
}

/* What a divided colour and its parts are called. */
struct divided {
    unsigned char colour; /* NO_COLOUR: none is */
    enum grouping by;
    size_t n;
    name_id parts[THEME_DIVIDED_MOST];
    uint64_t self; /* of the parts */
    const struct names *names;
};

/* Finds the heaviest parts; less than one of 50 parts of the whole is none. */
static void find_parts(struct divided *d, struct groups *g, const struct legend *l,
                       const struct weights *w, struct str program, uint64_t whole)
{
    group_all(g, l, w, d->colour, d->by, program);
    if (g->n > 1)
        qsort(g->rows + 1, g->n - 1, sizeof *g->rows, compare_groups);
    d->n = 0;
    d->self = 0;
    while (d->n < w->theme->n_divided_into && d->n + 1 < g->n &&
           g->rows[d->n + 1].self > whole / 50) {
        d->self += g->rows[d->n + 1].self;
        d->parts[d->n] = g->rows[d->n + 1].name;
        d->n++;
    }
}

/* Whether functions that hold so much say more than the parts. */
static bool say_more(uint64_t self, const struct divided *parts, uint64_t whole)
{
    return self >= parts->self / 2 && self >= whole / 4;
}

/* Whether the heaviest functions may tell more than the parts, by their names as they are: most
 * profiles have no such functions, and need not be grouped by them. */
static bool functions_may_suit(const struct divided *parts, const struct legend *l,
                               const struct weights *w, uint64_t whole)
{
    const size_t n_names = (size_t)w->p->names.n + 1;
    uint64_t *self = mem_alloc(n_names, sizeof *self);
    uint64_t heaviest[THEME_DIVIDED_MOST + 1] = {0}; /* the first ones, the heaviest first */
    uint64_t sum = 0;
    size_t n = 0;

    for (frame_id i = 1; i < l->n_frames; i++)
        if (l->colours[i] == parts->colour)
            self[w->p->frames.rows[i].name] += w->self[i];
    for (size_t i = 0; i < n_names; i++) {
        size_t at = n;
        if (self[i] <= whole / 50)
            continue;
        for (; at && heaviest[at - 1] < self[i]; at--)
            heaviest[at] = heaviest[at - 1];
        heaviest[at] = self[i];
        n += n < w->theme->n_divided_into;
    }
    for (size_t i = 0; i < n; i++)
        sum += heaviest[i];
    mem_free(self, n_names, sizeof *self);
    return l->marks_inlined || (n > 1 && say_more(sum, parts, whole));
}

/* Divides the frames of a colour among modules or the parts of the program; where names tell of
 * none, or but of one, each of the heaviest functions is a part. */
static void divide(struct divided *d, struct legend *l, const struct weights *w, struct groups *g)
{
    struct buf program = {0};
    name_id heaviest = 0;
    uint64_t whole = 0;

    g->of = mem_alloc(l->n_frames, sizeof *g->of);
    for (frame_id i = 1; i < l->n_frames; i++)
        whole += l->colours[i] == d->colour ? w->self[i] : 0;
    group_all(g, l, w, d->colour, BY_MODULE, STR(""));
    if (!modules_suit(g, whole, &heaviest)) {
        buf_add(&program, names_get(&g->names, heaviest));
        d->by = BY_PART;
    }
    find_parts(d, g, l, w, buf_str(&program), whole);
    if ((d->n < 2 || d->self < whole - whole / 2) && functions_may_suit(d, l, w, whole)) {
        struct divided parts = *d;
        d->by = BY_FUNCTION;
        find_parts(d, g, l, w, STR(""), whole);
        if (d->n < 2 || !say_more(d->self, &parts, whole)) {
            d->by = parts.by;
            find_parts(d, g, l, w, buf_str(&program), whole);
        }
    }
    buf_free(&program);
    for (frame_id i = 1; i < l->n_frames; i++)
        for (size_t k = 0; k < d->n && g->of[i]; k++)
            if (l->colours[i] == d->colour && g->of[i] == d->parts[k])
                l->colours[i] = (unsigned char)w->theme->divided_into[k];
}

static void groups_free(struct groups *g, size_t n_frames)
{
    names_free(&g->names);
    mem_free(g->of, n_frames, sizeof *g->of);
    mem_free(g->rows, g->room, sizeof *g->rows);
}

/* The colour of an entry and its weight. */
struct used {
    unsigned char colour;
    bool seen; /* and worth an entry */
    uint64_t self;
    double area;
};

static int compare_used(const void *a, const void *b)
{
    const struct used *x = a;
    const struct used *y = b;

    if (x->seen != y->seen)
        return x->seen ? -1 : 1;
    if (x->self != y->self)
        return x->self > y->self ? -1 : 1;
    return x->colour < y->colour ? -1 : 1;
}

/* Of what is less than half a percent of all self values only what has its own name and is seen
 * has an entry. */
static void leave_out_specks(struct used *used, const struct weights *w)
{
    double whole = 0;
    double self = 0;

    for (size_t i = 0; i < w->theme->n_colours; i++) {
        whole += used[i].area;
        self += (double)used[i].self;
    }
    for (size_t i = 0; i < w->theme->n_colours; i++) {
        bool is_rest = str_equal(w->theme->colours[used[i].colour].name, STR("other"));
        used[i].seen = used[i].area > 0 && ((double)used[i].self * 200 >= self ||
                                            (!is_rest && used[i].area * 100 >= whole));
    }
}

static struct used *list_used(const struct legend *l, const struct weights *w, size_t *n)
{
    struct used *used = mem_alloc(w->theme->n_colours, sizeof *used);

    for (size_t i = 0; i < w->theme->n_colours; i++)
        used[i].colour = (unsigned char)i;
    for (frame_id i = 1; i < l->n_frames; i++) {
        used[l->colours[i]].self += w->self[i];
        used[l->colours[i]].area += w->area[i];
    }
    used[l->colours[0]].self += w->self[0];
    leave_out_specks(used, w);
    qsort(used, w->theme->n_colours, sizeof *used, compare_used);
    while (*n < w->theme->n_colours && used[*n].seen)
        ++*n;
    return used;
}

void legend_clear(struct legend *l)
{
    l->n = 0;
    memset(l->entries, 0, l->n_frames);
}

/* Whole percents of the entries that add up to 100: the largest remainders are rounded up. */
static void share_out(struct legend *l)
{
    uint64_t rest[LEGEND_MOST];
    uint64_t whole = 0;
    unsigned left = 100;
    unsigned shift = 0;

    for (size_t i = 0; i < l->n; i++)
        whole += l->rows[i].self; /* not more than the profile's total */
    while (whole >> shift > UINT64_MAX / 200)
        shift++;
    whole = 0;
    for (size_t i = 0; i < l->n; i++)
        whole += l->rows[i].self >> shift;
    for (size_t i = 0; i < l->n && whole; i++) {
        uint64_t part = (l->rows[i].self >> shift) * 100;
        l->rows[i].percent = (unsigned)(part / whole);
        rest[i] = part % whole;
        left -= l->rows[i].percent;
    }
    for (; whole && left; left--) {
        size_t most = 0;
        for (size_t i = 1; i < l->n; i++)
            if (rest[i] > rest[most])
                most = i;
        l->rows[most].percent++;
        rest[most] = 0;
    }
    if (!whole)
        legend_clear(l);
}

static void name_entry(struct legend *l, struct legend_entry *entry, struct str before,
                       struct str raw, enum text_cut cut)
{
    struct buf clean = {0};

    entry->name = l->text.n;
    buf_add(&clean, before);
    text_clean(raw, &clean);
    text_fit(buf_str(&clean), NAME_CELLS, cut, &l->text);
    entry->name_end = l->text.n;
    buf_free(&clean);
}

static struct colour middle_of(const struct theme *theme, size_t colour)
{
    const double middle[3] = {0.5, 0.5, 0.5};

    return theme_colour_at(theme, colour, middle);
}

static void name_colour(struct legend *l, const struct theme *theme, const struct divided *d,
                        unsigned char colour, struct legend_entry *entry)
{
    struct str own = theme->colours[colour].name;

    for (size_t i = 0; i < d->n; i++) {
        if (theme->divided_into[i] == colour) {
            name_entry(l, entry, STR(""), names_get(d->names, d->parts[i]),
                       d->by == BY_FUNCTION ? TEXT_CUT_SMART : TEXT_CUT_RIGHT);
            return;
        }
    }
    bool rest = d->n && d->colour == colour && !str_equal(own, STR("other"));
    name_entry(l, entry, rest ? STR("other ") : STR(""), own, TEXT_CUT_RIGHT);
}

/* The place by weight of the entry that takes all for which there is no room; n: there is none. */
static size_t place_of_rest(const struct used *used, size_t n)
{
    size_t at = n > LEGEND_MOST ? LEGEND_MOST - 1 : n;
    uint64_t self = 0;

    for (size_t i = at; i < n; i++)
        self += used[i].self;
    while (at < n && at && used[at - 1].self < self)
        at--;
    return at;
}

/* An entry for each colour, the heaviest first. */
static void list_entries(struct legend *l, const struct weights *w, const struct divided *d)
{
    size_t n = 0;
    struct used *used = list_used(l, w, &n);
    const size_t rest = place_of_rest(used, n);
    unsigned char *entry_of = mem_alloc(w->theme->n_colours, 1);

    l->n = n < LEGEND_MOST ? n : LEGEND_MOST;
    memset(entry_of, (int)(rest < LEGEND_MOST ? rest : LEGEND_MOST - 1), w->theme->n_colours);
    for (size_t i = 0; i < n; i++) {
        size_t at = i < rest ? i : i < LEGEND_MOST - 1 ? i + 1 : rest;
        struct legend_entry *entry = &l->rows[at];
        entry_of[used[i].colour] = (unsigned char)at;
        entry->self += used[i].self;
        if (i >= LEGEND_MOST)
            continue;
        entry->swatch = middle_of(w->theme, used[i].colour);
        if (at == rest)
            name_entry(l, entry, STR(""), STR("other"), TEXT_CUT_RIGHT);
        else
            name_colour(l, w->theme, d, used[i].colour, entry);
    }
    for (frame_id i = 0; i < l->n_frames; i++)
        l->entries[i] = entry_of[l->colours[i]];
    mem_free(entry_of, w->theme->n_colours, 1);
    mem_free(used, w->theme->n_colours, sizeof *used);
    share_out(l);
}

void legend_build(struct legend *l, const struct theme *theme, const struct tree *t, bool reverse)
{
    const struct profile *p = t->profile;
    struct weights w = {.theme = theme, .t = t, .p = p, .reverse = reverse};
    struct groups groups = {0};
    struct divided d = {.colour = NO_COLOUR, .names = &groups.names};

    *l = (struct legend){.n_frames = p->frames.n};
    l->colours = mem_alloc(l->n_frames, 1);
    l->entries = mem_alloc(l->n_frames, 1);
    if (theme->n_rules == 1) {
        memset(l->colours, (int)theme_match(theme, STR(""), KIND_UNKNOWN), l->n_frames);
        return;
    }
    w.area = mem_alloc(l->n_frames, sizeof *w.area);
    w.self = mem_alloc(l->n_frames, sizeof *w.self);
    add_up(&w);
    match(l, &w);
    l->marks_inlined = theme->inlined_as_caller && has_inlined(&w);
    if (l->marks_inlined)
        match_inlined(l, &w);
    d.colour = find_divided(l, &w);
    names_init(&groups.names);
    if (d.colour != NO_COLOUR)
        divide(&d, l, &w, &groups);
    list_entries(l, &w, &d);
    l->rows[l->n].swatch = l->rows[0].swatch;
    groups_free(&groups, groups.of ? l->n_frames : 0);
    mem_free(w.area, l->n_frames, sizeof *w.area);
    mem_free(w.self, l->n_frames, sizeof *w.self);
}

void legend_free(struct legend *l)
{
    mem_free(l->colours, l->n_frames, 1);
    mem_free(l->entries, l->n_frames, 1);
    buf_free(&l->text);
    *l = (struct legend){0};
}
