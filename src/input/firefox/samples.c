/* "samples": {"stack": [1, null], "timeDeltas": [0.5, 1], "weight": [2, 1], "weightType": "bytes"}
 * Adds the samples of all threads. */
#include "input/firefox/samples.h"

#include <inttypes.h>

#include "base/mem.h"
#include "input/common/label_builder.h"
#include "input/firefox/frames.h"
#include "input/firefox/tracks.h"

enum { LABEL_KEYS = 4 };

static const char *const label_keys[LABEL_KEYS] = {"comm", "pid", "thread", "tid"};

static const struct {
    const char *said;
    struct measure measure;
} weights[] = {
    [WEIGHT_SAMPLES] = {"samples", {"samples", "samples"}},
    [WEIGHT_MS] = {"tracing-ms", {"time", "ms"}},
    [WEIGHT_BYTES] = {"bytes", {"bytes", "bytes"}},
    [WEIGHT_NATIVE] = {NULL, {"native-allocations", "bytes"}},
    [WEIGHT_JS] = {NULL, {"js-allocations", "bytes"}},
};

/* The tables of allocations, which are samples of their own. */
static const struct allocations {
    enum firefox_weight weight;
    enum firefox_column stack, time, bytes;
    const char *name;
} allocations[] = {
    {WEIGHT_NATIVE, NATIVE_ALLOCATION_STACK, NATIVE_ALLOCATION_TIME, NATIVE_ALLOCATION_BYTES,
     "native allocation"},
    {WEIGHT_JS, JS_ALLOCATION_STACK, JS_ALLOCATION_TIME, JS_ALLOCATION_BYTES, "JS allocation"},
};

enum { ALLOCATIONS = sizeof allocations / sizeof allocations[0] };

struct adder {
    struct firefox_file *file;
    struct text *text;
    struct firefox_naming naming;
    struct firefox_frames frames;
    enum firefox_weight types[WEIGHT_UNKNOWN]; /* by column */
    size_t columns[WEIGHT_UNKNOWN];            /* by type */
    struct amount_rounding rounding[WEIGHT_UNKNOWN];
    uint64_t counts[WEIGHT_UNKNOWN]; /* samples, by column */
    size_t n_types;
    uint64_t n_empty, n_back, n_freed;
    bool lacks_callers; /* some table of stacks says nothing of callers */
};

enum firefox_weight firefox_weight_of(struct str type)
{
    enum firefox_weight weight = WEIGHT_SAMPLES;

    while (weight < WEIGHT_NATIVE && !str_equal(type, str_of(weights[weight].said)))
        weight++;
    return weight < WEIGHT_NATIVE ? weight : WEIGHT_UNKNOWN;
}

static struct firefox_view view_of(const struct adder *in, const struct firefox_thread *t)
{
    const struct firefox_process *process = &in->file->processes[t->process];

    return (struct firefox_view){
        .file = in->file,
        .own = &t->tables,
        .shared = &process->shared,
        .libs = t->libs.n ? t->libs : process->libs,
        .categories = process->categories,
    };
}

static bool is_right(const struct amount *weight)
{
    return weight->part != FIREFOX_WRONG_PART;
}

/* What the samples of a thread measure; WEIGHT_UNKNOWN: it has none that can be taken. */
static enum firefox_weight weight_of(const struct adder *in, const struct firefox_thread *t)
{
    struct firefox_view view = view_of(in, t);

    return firefox_rows(&view, SAMPLE_STACK) ? t->tables.weight : WEIGHT_UNKNOWN;
}

static bool has_allocations(const struct adder *in, const struct allocations *of)
{
    for (size_t i = 0; i < in->file->n_threads; i++)
        if (in->file->threads[i].tables.columns[of->stack].n)
            return true;
    return false;
}

/* The first type of weights has the first column, because it is drawn by default. The second is
 * that of counts, if there are others. Allocations come last. */
static void find_columns(struct adder *in)
{
    bool seen[WEIGHT_UNKNOWN + 1] = {false};

    for (size_t i = 0; i < in->file->n_threads; i++) {
        enum firefox_weight weight = weight_of(in, &in->file->threads[i]);
        if (weight == WEIGHT_UNKNOWN || seen[weight])
            continue;
        seen[weight] = true;
        in->types[in->n_types++] = weight;
        if (weight != WEIGHT_SAMPLES && !seen[WEIGHT_SAMPLES])
            in->types[in->n_types++] = WEIGHT_SAMPLES;
        seen[WEIGHT_SAMPLES] = true;
    }
    for (size_t i = 0; i < ALLOCATIONS; i++)
        if (has_allocations(in, &allocations[i]))
            in->types[in->n_types++] = allocations[i].weight;
    for (size_t i = 0; i < in->n_types; i++)
        in->columns[in->types[i]] = i;
}

/* As many digits after the point as some weight of the type needs, but no more than the sum allows.
 */
static unsigned find_scale(const struct firefox_file *file, enum firefox_weight type)
{
    struct amount_digits digits = {.scale = 0};

    for (size_t i = 0; i < file->n_threads; i++) {
        const struct firefox_tables *t = &file->threads[i].tables;
        size_t n_stacks = t->columns[SAMPLE_STACK].n;
        size_t n = t->n_weights < n_stacks ? t->n_weights : n_stacks;
        for (size_t k = 0; k < n && t->weight == type; k++)
            if (is_right(&t->weights[k]))
                amount_digits_add(&digits, &t->weights[k], PROFILE_SCALE_MAX);
    }
    return amount_digits_scale(&digits);
}

/* The state of adding a thread's samples. */
struct adding {
    struct firefox_thread *thread;
    struct firefox_view view;     /* of the thread */
    struct firefox_tables *owner; /* of the stacks, */
    struct firefox_view stacks;   /* and their view */
    labels_id labels;
    uint64_t time; /* of the sample, with FIREFOX_ZERO_TIME */
};

static bool bad_sample(struct adder *in, const struct adding *a, size_t i, const char *reason)
{
    struct str name = names_get(&in->file->texts, a->thread->name);
    struct excerpt e;
    char near[200];

    snprintf(near, sizeof near, "sample %zu of %.100s", i, excerpt_of(&e, name));
    return reading_bad(in->text->r, a->thread->line, reason, str_of(near), in->text->f);
}

/* Times relative to the start of the file; in raw profiles, of each process. */
static uint64_t next_time(struct adder *in, struct adding *a, size_t i)
{
    uint64_t start = (uint64_t)in->file->processes[a->thread->process].start_ns;
    uint64_t delta = firefox_cell(&a->view, SAMPLE_DELTA, i);
    uint64_t time = firefox_cell(&a->view, SAMPLE_TIME, i);

    if (time == FIREFOX_NONE && delta < FIREFOX_WRONG)
        time = a->time + (delta - FIREFOX_ZERO_TIME);
    if (time >= FIREFOX_WRONG)
        return NO_TIME;
    in->n_back += time < a->time && i > 0;
    a->time = time;
    return time + start;
}

static bool add_sample(struct adder *in, struct adding *a, size_t i)
{
    const struct firefox_tables *t = &a->thread->tables;
    uint64_t cell = firefox_cell(&a->view, SAMPLE_STACK, i);
    struct amount weight = {1, 0};
    uint64_t values[WEIGHT_UNKNOWN] = {0};
    size_t column = in->columns[t->weight];
    const char *wrong;
    stack_id stack;

    in->text->builder.moment.at_ns = next_time(in, a, i);
    if (t->weighs && i >= t->n_weights)
        return bad_sample(in, a, i, "a sample without a weight");
    weight = t->weighs ? t->weights[i] : weight;
    if (!is_right(&weight))
        return bad_sample(in, a, i, "a weight that is not a number from 0 to 2^64-1");
    in->n_empty += cell == FIREFOX_NONE;
    if (cell == FIREFOX_NONE)
        return true;
    if (!firefox_stack(&in->frames, a->owner, &a->stacks, cell, &stack, &wrong))
        return false;
    if (wrong)
        return bad_sample(in, a, i, wrong);
    if (t->weight != WEIGHT_SAMPLES)
        values[in->columns[WEIGHT_SAMPLES]] = amount_samples(&weight, in->file->period);
    values[column] = amount_round(&in->rounding[column], &weight);
    in->counts[column]++;
    return builder_add_stack(&in->text->builder, stack, a->labels, values, a->thread->line);
}

static bool bad_allocation(struct adder *in, const struct adding *a, const struct allocations *of,
                           size_t i, const char *reason)
{
    char near[60];

    snprintf(near, sizeof near, "%s %zu", of->name, i);
    return reading_bad(in->text->r, a->thread->line, reason, str_of(near), in->text->f);
}

static bool add_allocation(struct adder *in, struct adding *a, const struct allocations *of,
                           size_t i)
{
    uint64_t values[WEIGHT_UNKNOWN] = {0};
    uint64_t cell = firefox_cell(&a->view, of->stack, i);
    uint64_t bytes = firefox_cell(&a->view, of->bytes, i);
    uint64_t time = firefox_cell(&a->view, of->time, i);
    size_t column = in->columns[of->weight];
    const char *wrong;
    stack_id stack = 0;

    in->n_freed += bytes == FIREFOX_FREED;
    if (bytes == FIREFOX_FREED)
        return true;
    if (bytes > FIREFOX_FREED)
        return bad_allocation(in, a, of, i, "an allocation without its bytes");
    in->text->builder.moment.at_ns =
        time < FIREFOX_WRONG ? time + (uint64_t)in->file->processes[a->thread->process].start_ns
                             : NO_TIME;
    if (cell != FIREFOX_NONE) {
        if (!firefox_stack(&in->frames, a->owner, &a->stacks, cell, &stack, &wrong))
            return false;
        if (wrong)
            return bad_allocation(in, a, of, i, wrong);
    }
    values[column] = bytes;
    in->counts[column]++;
    return builder_add_stack(&in->text->builder, stack, a->labels, values, a->thread->line);
}

static bool add_allocations(struct adder *in, struct adding *a)
{
    for (size_t k = 0; k < ALLOCATIONS; k++) {
        size_t n = a->thread->tables.columns[allocations[k].stack].n;
        for (size_t i = 0; i < n; i++)
            if (!add_allocation(in, a, &allocations[k], i))
                return false;
    }
    return true;
}

static void list_measures(const struct adder *in, struct measure measures[WEIGHT_UNKNOWN])
{
    for (size_t i = 0; i < in->n_types; i++)
        measures[i] = weights[in->types[i]].measure;
    if (in->n_types == 1 && in->types[0] == WEIGHT_SAMPLES && in->file->unit[0]) {
        measures[0] = (struct measure){in->file->unit, in->file->unit};
        in->text->r->tally.period = in->file->period;
    }
}

static bool set_measures(struct adder *in)
{
    struct measure measures[WEIGHT_UNKNOWN];

    find_columns(in);
    list_measures(in, measures);
    if (in->n_types == 0)
        return true;
    bool ok = text_measures(in->text, TEXT_FULL_NAMES, measures, in->n_types);
    for (size_t i = 0; ok && i < in->n_types; i++) {
        in->rounding[i] = amount_rounding_of(find_scale(in->file, in->types[i]));
        ok = builder_scale(&in->text->builder, i, in->rounding[i].scale);
    }
    return ok;
}

static bool add_thread(struct adder *in, size_t at, struct label_builder *label_builder)
{
    struct firefox_thread *t = &in->file->threads[at];
    const struct names *texts = &in->file->texts;
    const struct str labels[LABEL_KEYS] = {names_get(texts, t->process_name),
                                           names_get(texts, t->pid), names_get(texts, t->name),
                                           names_get(texts, t->tid)};
    struct adding a = {.thread = t, .view = view_of(in, t), .time = FIREFOX_ZERO_TIME};
    size_t n = firefox_rows(&a.view, SAMPLE_STACK);

    a.stacks = a.view;
    a.owner = &t->tables;
    if (t->tables.columns[STACK_FRAME].n == 0) {
        a.owner = &in->file->processes[t->process].shared;
        a.stacks.own = a.owner;
    }
    a.labels = label_builder_of(label_builder, labels);
    firefox_add_markers(&a.view, t, in->text->p->labels.thread[a.labels], in->text);
    if (n == 0)
        return add_allocations(in, &a);
    in->lacks_callers = in->lacks_callers ||
                        (firefox_rows(&a.stacks, STACK_FRAME) && !firefox_has_callers(&a.stacks));
    if (t->tables.weight == WEIGHT_UNKNOWN)
        return reading_bad_many(in->text->r, n, t->line, "weights of a type that is not known",
                                STR(""), in->text->f);
    for (size_t i = 0; i < n; i++)
        if (!add_sample(in, &a, i))
            return false;
    return add_allocations(in, &a);
}

static void tell(const struct adder *in)
{
    struct reading *r = in->text->r;
    struct measure measures[WEIGHT_UNKNOWN];
    uint64_t all = 0;
    char count[24];

    list_measures(in, measures);
    for (size_t i = 0; i < in->n_types; i++)
        all += in->counts[i];
    if (in->n_freed)
        reading_remark(&r->info->details,
                       "allocations are counted when they are made: %" PRIu64 " times some were "
                       "freed, which is left out",
                       in->n_freed);
    measure_tell(measures, in->counts, in->n_types, all, r);
    if (in->file->version > FIREFOX_NEWEST)
        reading_remark(&r->info->remarks,
                       "is of version %" PRIu64 " of this format; those up to %d are known, and "
                       "what later ones changed may be missing",
                       in->file->version, FIREFOX_NEWEST);
    if (in->lacks_callers)
        reading_remark(&r->info->remarks,
                       "its table of stacks has neither prefix nor prefixOffset: no "
                       "function has callers");
    if (in->n_back)
        reading_remark(&r->info->remarks, "times earlier than that of the sample before: %" PRIu64,
                       in->n_back);
    if (in->n_empty == 0)
        return;
    snprintf(count, sizeof count, "%" PRIu64, in->n_empty);
    notes_add(&r->notes, r->name, 0, "samples without frames, where nothing ran", str_of(count));
}

/* The start of the file is a time since 1970; 0 in files of programs that do not know it. */
static void tell_clock(const struct firefox_file *file, struct recording_info *info)
{
    info->has_clock = file->n_processes && file->processes[0].start_ns > 0;
    info->clock_ns = 0 - FIREFOX_ZERO_TIME;
}

bool firefox_add_samples(struct firefox_file *file, struct text *text)
{
    struct adder in = {.file = file, .text = text};
    struct label_builder label_builder;

    tell_clock(file, text->r->info);
    firefox_naming_init(&in.naming, text->r, file);
    in.frames = (struct firefox_frames){.text = text, .naming = &in.naming};
    label_builder_init(&label_builder, text->p, label_keys, LABEL_KEYS);
    bool ok = set_measures(&in);
    for (size_t i = 0; ok && i < file->n_threads; i++)
        ok = add_thread(&in, i, &label_builder);
    firefox_add_counters(file, text);
    tell(&in);
    ok = firefox_naming_finish(&in.naming, in.frames.n_frames, text->f) && ok;
    label_builder_free(&label_builder);
    firefox_frames_free(&in.frames);
    firefox_naming_free(&in.naming);
    return ok;
}
