/* Samples with stacks of indexes, kept until "frames": [{"name": "main"}, ...] is read. */
#include "input/speedscope/gathered.h"

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/label_builder.h"

#define NO_STACK UINT32_MAX

enum { PROFILE, THREAD, COMM, PID, TID, LABEL_KEYS };

static const char *const label_keys[LABEL_KEYS] = {"profile", "thread", "comm", "pid", "tid"};

void gathered_init(struct gathered *g, struct text *text)
{
    *g = (struct gathered){.text = text};
    stacks_init(&g->stacks);
}

void gathered_free(struct gathered *g)
{
    mem_free(g->frames, g->frames_room, sizeof *g->frames);
    mem_free(g->samples, g->samples_room, sizeof *g->samples);
    mem_free(g->starts, g->starts_room, sizeof *g->starts);
    mem_free(g->profiles, g->profiles_room, sizeof *g->profiles);
    stacks_free(&g->stacks);
    *g = (struct gathered){.text = NULL};
}

void gathered_add_frame(struct gathered *g, frame_id frame)
{
    g->frames = mem_grow(g->frames, &g->frames_room, g->n_frames + 1, sizeof *g->frames);
    g->frames[g->n_frames++] = frame;
}

bool gathered_add_stack(struct gathered *g, stack_id caller, uint32_t index, stack_id *stack)
{
    *stack = stacks_add(&g->stacks, caller, index + 1);
    return g->stacks.n - 1 <= g->text->r->ask->limits.nodes;
}

bool gathered_full(const struct gathered *g, uint64_t line)
{
    const struct reading *r = g->text->r;
    struct place place;

    return limits_reached(g->text->f, place_of(&place, r->name, line), "nodes",
                          r->ask->limits.nodes);
}

void gathered_add_sample(struct gathered *g, stack_id stack, const struct amount *weight,
                         const struct amount *start, uint64_t line)
{
    if (g->text->p->moments.kind == TIME_POINTS) {
        g->starts = mem_grow(g->starts, &g->starts_room, g->n_samples + 1, sizeof *g->starts);
        g->starts[g->n_samples] = start ? *start : (struct amount){0, 0};
    }
    g->samples = mem_grow(g->samples, &g->samples_room, g->n_samples + 1, sizeof *g->samples);
    g->samples[g->n_samples++] =
        (struct gathered_sample){*weight, stack, line < UINT32_MAX ? (uint32_t)line : UINT32_MAX};
}

void gathered_add_profile(struct gathered *g, const struct gathered_profile *profile)
{
    g->profiles = mem_grow(g->profiles, &g->profiles_room, g->n_profiles + 1, sizeof *g->profiles);
    g->profiles[g->n_profiles++] = *profile;
}

/* Finds or adds the stacks of functions; NO_STACK if an index has no function. */
static void map_stacks(struct gathered *g, stack_id *map)
{
    struct stacks *stacks = &g->text->p->stacks;

    for (stack_id i = 1; i < g->stacks.n; i++) {
        const struct stack *row = &g->stacks.rows[i];
        frame_id index = row->frame - 1;
        frame_id frame = index < g->n_frames ? g->frames[index] : 0;
        stack_id caller = map[row->caller];
        map[i] = caller == NO_STACK || !frame ? NO_STACK : stacks_add(stacks, caller, frame);
    }
}

/* A column of the document. */
struct gathered_column {
    const struct gathered_unit *unit; /* the finest one of its profiles; NULL: counts alone */
    size_t at;                        /* of the column */
    bool is_used;
    uint64_t n; /* samples */
    struct amount_rounding rounding;
};

/* The state of adding samples to the profile. */
struct adding {
    const stack_id *map;
    struct label_builder label_builder;
    struct gathered_column columns[QUANTITIES]; /* by quantity */
    struct measure measures[QUANTITIES];        /* by column */
    size_t n_columns;
    uint64_t n_empty;
    int64_t first_ns; /* when the first sample began that has a time; INT64_MAX: none has */
};

static size_t end_of(const struct gathered *g, size_t profile)
{
    return profile + 1 < g->n_profiles ? g->profiles[profile + 1].first : g->n_samples;
}

static void use_column(struct adding *adding, enum gathered_quantity quantity)
{
    struct gathered_column *column = &adding->columns[quantity];

    if (!column->is_used)
        column->at = adding->n_columns++;
    column->is_used = true;
}

/* The quantity of the first profile has the first column, because it is drawn by default. The
 * second is that of counts, if any samples are counted. */
static void find_columns(const struct gathered *g, struct adding *adding)
{
    static const struct measure counts = {"samples", "samples"};
    bool counted = false;

    for (size_t i = 0; i < g->n_profiles; i++)
        counted = counted || g->profiles[i].counts;
    for (size_t i = 0; i < g->n_profiles; i++) {
        const struct gathered_unit *unit = g->profiles[i].unit;
        if (g->profiles[i].first == end_of(g, i))
            continue;
        struct gathered_column *column = &adding->columns[unit->quantity];
        use_column(adding, unit->quantity);
        if (counted)
            use_column(adding, QUANTITY_SAMPLES);
        if (!column->unit || unit->power < column->unit->power)
            column->unit = unit;
    }
    for (size_t i = 0; i < QUANTITIES; i++)
        if (adding->columns[i].is_used)
            adding->measures[adding->columns[i].at] =
                adding->columns[i].unit ? adding->columns[i].unit->measure : counts;
    if (g->unit[0] && !counted && adding->columns[QUANTITY_SAMPLES].is_used)
        adding->measures[adding->columns[QUANTITY_SAMPLES].at] = (struct measure){g->unit, g->unit};
}

/* Converts weights to the finest unit of their quantity; drops those that do not fit. */
static bool convert(struct gathered *g, struct adding *adding)
{
    size_t to = 0;
    size_t from = 0;

    for (size_t n = 0; n < g->n_profiles; n++) {
        struct gathered_profile *profile = &g->profiles[n];
        size_t end = end_of(g, n);
        const struct gathered_unit *finest = adding->columns[profile->unit->quantity].unit;
        unsigned digits = finest ? profile->unit->power - finest->power : 0; /* NULL: no samples */
        profile->first = to;
        for (; from < end; from++) {
            struct gathered_sample sample = g->samples[from];
            if (g->text->p->moments.kind == TIME_POINTS)
                g->starts[to] = g->starts[from];
            if (amount_shift(&sample.weight, digits))
                g->samples[to++] = sample;
            else if (!reading_bad(g->text->r, sample.line, "a weight beyond 2^64-1", STR(""),
                                  g->text->f))
                return false;
        }
    }
    g->n_samples = to;
    return true;
}

static bool set_measures(const struct gathered *g, struct adding *adding)
{
    struct amount_digits digits[QUANTITIES] = {{0}};
    struct text *text = g->text;

    if (adding->n_columns == 0)
        return true;
    if (!text_measures(text, TEXT_FULL_NAMES, adding->measures, adding->n_columns))
        return false;
    for (size_t n = 0; n < g->n_profiles; n++)
        for (size_t i = g->profiles[n].first; i < end_of(g, n); i++)
            amount_digits_add(&digits[g->profiles[n].unit->quantity], &g->samples[i].weight,
                              PROFILE_SCALE_MAX);
    for (size_t i = 0; i < QUANTITIES; i++) {
        struct gathered_column *column = &adding->columns[i];
        column->rounding = amount_rounding_of(amount_digits_scale(&digits[i]));
        if (column->is_used && !builder_scale(&text->builder, column->at, column->rounding.scale))
            return false;
    }
    return true;
}

static size_t find_last(struct str text, char c)
{
    size_t at = text.n;

    while (at && text.p[at - 1] != c)
        at--;
    return at ? at - 1 : text.n;
}

static bool are_digits(struct str text)
{
    size_t i = 0;

    while (i < text.n && is_digit(text.p[i]))
        i++;
    return i == text.n;
}

/* Takes a name apart that this program wrote: "THREAD (COMM) PID/TID", "COMM PID/TID". */
static bool take_apart(struct str name, struct str values[LABEL_KEYS])
{
    size_t space = find_last(name, ' ');
    struct str ids = str_from_to(name, space < name.n ? space + 1 : 0, name.n);
    size_t slash = find_last(ids, '/');

    if (slash == ids.n || slash + 1 == ids.n || !are_digits(str_from_to(ids, 0, slash)) ||
        !are_digits(str_from_to(ids, slash + 1, ids.n)))
        return false;
    name = str_from_to(name, 0, space < name.n ? space : 0);
    values[PID] = str_from_to(ids, 0, slash);
    values[TID] = str_from_to(ids, slash + 1, ids.n);
    values[COMM] = name;
    size_t open = str_ends(name, STR(")")) ? find_last(name, '(') : name.n;
    if (open < name.n && open > 1 && name.p[open - 1] == ' ') {
        values[THREAD] = str_from_to(name, 0, open - 1);
        values[COMM] = str_from_to(name, open + 1, name.n - 1);
    }
    return true;
}

/* A single profile is usually named after its file, which is not a thread. */
static labels_id label(const struct gathered *g, struct label_builder *label_builder, name_id name)
{
    struct buf copy = {0}; /* names move when there are more of them */
    struct str values[LABEL_KEYS] = {STR(""), STR(""), STR(""), STR(""), STR("")};

    if (!name)
        return 0;
    buf_add(&copy, names_get(&g->text->p->names, name));
    if (!g->is_ours || !take_apart(buf_str(&copy), values)) {
        values[PROFILE] = buf_str(&copy);
        values[THREAD] = g->n_profiles > 1 ? buf_str(&copy) : STR("");
    }
    labels_id labels = label_builder_of(label_builder, values);
    buf_free(&copy);
    return labels;
}

/* When a sample began. False when that is not known, or absurd. */
static bool start_of(const struct gathered *g, const struct gathered_profile *profile,
                     size_t sample, int64_t *ns)
{
    const int64_t most = INT64_MAX / 4;
    int64_t scale = 1;

    if (g->text->p->moments.kind != TIME_POINTS || !profile->timed ||
        profile->unit->quantity != QUANTITY_TIME)
        return false;
    const struct amount *at = &g->starts[sample];
    uint64_t part = at->part;
    for (unsigned i = 0; i < 18; i++)
        if (i < profile->unit->power)
            scale *= 10;
        else
            part /= 10;
    int64_t whole = (int64_t)(at->whole - (UINT64_C(1) << 63));
    if (whole < -most / scale || whole > most / scale)
        return false;
    *ns = whole * scale + (int64_t)part;
    return true;
}

static void find_first(const struct gathered *g, struct adding *adding)
{
    int64_t ns;

    adding->first_ns = INT64_MAX;
    for (size_t n = 0; n < g->n_profiles; n++)
        for (size_t i = g->profiles[n].first; i < end_of(g, n); i++)
            if (start_of(g, &g->profiles[n], i, &ns) && ns < adding->first_ns)
                adding->first_ns = ns;
}

static bool add_sample(struct gathered *g, struct adding *adding, labels_id labels,
                       const struct gathered_sample *sample, const struct gathered_profile *profile)
{
    const struct text *text = g->text;
    struct gathered_column *column = &adding->columns[profile->unit->quantity];
    uint64_t values[QUANTITIES] = {0};

    adding->n_empty += sample->stack == 0;
    if (sample->stack == 0)
        return true;
    stack_id stack = adding->map[sample->stack];
    if (stack == NO_STACK)
        return reading_bad(text->r, sample->line, "a sample of a frame that is not listed", STR(""),
                           text->f);
    if (profile->counts)
        values[adding->columns[QUANTITY_SAMPLES].at] = amount_samples(&sample->weight, g->period);
    values[column->at] = amount_round(&column->rounding, &sample->weight);
    column->n++;
    return builder_add_stack(&g->text->builder, stack, labels, values, sample->line);
}

static bool add_samples(struct gathered *g, struct adding *adding)
{
    size_t i = 0;

    find_first(g, adding);
    for (size_t n = 0; n < g->n_profiles; n++) {
        const struct gathered_profile *profile = &g->profiles[n];
        size_t end = end_of(g, n);
        labels_id labels = label(g, &adding->label_builder, profile->name);
        for (; i < end; i++) {
            int64_t ns;
            g->text->builder.moment =
                start_of(g, profile, i, &ns)
                    ? (struct moment){(uint64_t)(ns - adding->first_ns), STATE_LASTS}
                    : MOMENT_UNKNOWN;
            if (!add_sample(g, adding, labels, &g->samples[i], profile))
                return false;
        }
    }
    return true;
}

static void tell_columns(const struct gathered *g, const struct adding *adding)
{
    uint64_t counts[QUANTITIES] = {0};
    uint64_t all = 0;

    for (size_t i = 0; i < QUANTITIES; i++) {
        const struct gathered_column *column = &adding->columns[i];
        all += column->n;
        if (column->is_used)
            counts[column->at] = column->n;
    }
    measure_tell(adding->measures, counts, adding->n_columns, all, g->text->r);
}

static void tell_empty(const struct gathered *g, uint64_t n)
{
    struct reading *r = g->text->r;
    char count[24];

    if (n == 0)
        return;
    snprintf(count, sizeof count, "%llu", (unsigned long long)n);
    notes_add(&r->notes, r->name, 0, "samples without frames, where nothing ran", str_of(count));
}

bool gathered_finish(struct gathered *g)
{
    struct text *text = g->text;
    struct reading *r = text->r;
    uint32_t n = g->stacks.n;
    stack_id *map = mem_alloc(n, sizeof *map);
    struct adding adding = {.map = map};

    label_builder_init(&adding.label_builder, text->p, label_keys, LABEL_KEYS);
    map_stacks(g, map);
    find_columns(g, &adding);
    bool ok = reading_within_limits(text->p, &r->ask->limits, r->name, 0, text->f) &&
              convert(g, &adding) && set_measures(g, &adding) && add_samples(g, &adding);
    if (g->unit[0])
        r->tally.period = g->period;
    tell_columns(g, &adding);
    tell_empty(g, adding.n_empty);
    label_builder_free(&adding.label_builder);
    mem_free(map, n, sizeof *map);
    gathered_free(g);
    gathered_init(g, text);
    return ok;
}
