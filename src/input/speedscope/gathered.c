/* Samples with stacks of indexes, kept until "frames": [{"name": "main"}, ...] is read. */
#include "input/speedscope/gathered.h"

#include "base/mem.h"
#include "input/common/label_builder.h"

#define NO_STACK UINT32_MAX

enum { LABEL_KEYS = 2 };

static const char *const label_keys[LABEL_KEYS] = {"profile", "thread"};

void gathered_init(struct gathered *g, struct text *text)
{
    *g = (struct gathered){.text = text};
    stacks_init(&g->stacks);
}

void gathered_free(struct gathered *g)
{
    mem_free(g->frames, g->frames_room, sizeof *g->frames);
    mem_free(g->samples, g->samples_room, sizeof *g->samples);
    mem_free(g->profiles, g->profiles_room, sizeof *g->profiles);
    stacks_free(&g->stacks);
    *g = (struct gathered){.text = NULL};
}

void gathered_add_frame(struct gathered *g, frame_id frame)
{
    g->frames = mem_grow(g->frames, &g->frames_room, g->n_frames + 1, sizeof *g->frames);
    g->frames[g->n_frames++] = frame;
}

bool gathered_stack_else(struct gathered *g, stack_id caller, uint32_t index, stack_id *stack)
{
    *stack = stacks_add(&g->stacks, caller, index + 1);
    return g->stacks.n - 1 <= g->text->r->limits->nodes;
}

bool gathered_full(const struct gathered *g, uint64_t line)
{
    const struct reading *r = g->text->r;
    struct place place;

    return limits_reached(g->text->f, place_of(&place, r->name, line), "nodes", r->limits->nodes);
}

void gathered_add_sample(struct gathered *g, stack_id stack, const struct amount *weight,
                         uint64_t line)
{
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

/* As many digits after the point as some weight needs, but no more than the sum allows. */
static unsigned find_scale(const struct gathered *g)
{
    unsigned scale = 0;
    uint64_t most = UINT64_MAX;
    uint64_t sum = 0;

    for (size_t i = 0; i < g->n_samples; i++) {
        const struct amount *weight = &g->samples[i].weight;
        scale = amount_scale(weight, scale, PROFILE_SCALE_MAX);
        sum = weight->whole < UINT64_MAX - sum ? sum + weight->whole + 1 : UINT64_MAX;
    }
    for (unsigned i = 0; i < scale; i++)
        most /= 10;
    for (; scale && sum > most; scale--)
        most = scale > 1 ? most * 10 : UINT64_MAX;
    return scale;
}

/* A single profile is usually named after its file, which is not a thread. */
static labels_id label(const struct gathered *g, struct label_builder *label_builder, name_id name)
{
    const struct names *names = &g->text->p->names;
    const struct str values[LABEL_KEYS] = {names_get(names, name),
                                           g->n_profiles > 1 ? names_get(names, name) : STR("")};

    return name ? label_builder_of(label_builder, values) : 0;
}

/* The state of adding samples to the profile. */
struct adding {
    const stack_id *map;
    struct label_builder label_builder;
    struct amount_rounding rounding;
    uint64_t n_empty;
};

static bool add_sample(struct gathered *g, struct adding *adding, labels_id labels,
                       const struct gathered_sample *sample, bool counts)
{
    const struct text *text = g->text;
    uint64_t values[INPUT_COLUMNS] = {0, counts};

    adding->n_empty += sample->stack == 0;
    if (sample->stack == 0)
        return true;
    stack_id stack = adding->map[sample->stack];
    if (stack == NO_STACK)
        return reading_bad(text->r, sample->line, "a sample of a frame that is not listed", STR(""),
                           text->f);
    values[COLUMN_WEIGHT] = amount_round(&adding->rounding, &sample->weight);
    return builder_add_stack(&g->text->builder, stack, labels, values, sample->line);
}

static bool add_samples(struct gathered *g, struct adding *adding)
{
    size_t i = 0;

    if (!builder_scale(&g->text->builder, COLUMN_WEIGHT, adding->rounding.scale))
        return false;
    for (size_t n = 0; n < g->n_profiles; n++) {
        const struct gathered_profile *profile = &g->profiles[n];
        size_t end = n + 1 < g->n_profiles ? g->profiles[n + 1].first : g->n_samples;
        labels_id labels = label(g, &adding->label_builder, profile->name);
        for (; i < end; i++)
            if (!add_sample(g, adding, labels, &g->samples[i], profile->counts))
                return false;
    }
    return true;
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
    struct adding adding = {.map = map, .rounding = amount_rounding_of(find_scale(g))};

    label_builder_init(&adding.label_builder, text->p, label_keys, LABEL_KEYS);
    map_stacks(g, map);
    bool ok =
        reading_within_limits(text->p, r->limits, r->name, 0, text->f) && add_samples(g, &adding);
    tell_empty(g, adding.n_empty);
    label_builder_free(&adding.label_builder);
    mem_free(map, n, sizeof *map);
    gathered_free(g);
    gathered_init(g, text);
    return ok;
}
