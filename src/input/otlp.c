/* 12 04 08 01 20 01: a sample of stack 1 of the dictionary, with value 1.
 * The profiles signal of OTLP as protobuf, which profilers send to OpenTelemetry collectors, and
 * async-profiler writes. */
#include "base/mem.h"
#include "input/otlp/json.h"
#include "input/otlp/labels.h"
#include "input/otlp/layout.h"
#include "input/otlp/rows.h"
#include "input/otlp/types.h"

enum { SLICES = 1 << 12 };

/* A stack of earlier samples. */
struct known_stack {
    const char *wrong; /* a literal; NULL: nothing is */
    stack_id stack;
    bool is_read, is_unnamed;
};

struct known_slice {
    uint64_t start, length;
    uint64_t profile; /* counted from 1; 0: free */
    struct known_stack known;
};

struct otlp {
    struct text text;
    struct fault *f;
    struct buf bytes;      /* all of the input: indexes come before what they mean */
    struct otlp_json json; /* what was made of JSON */
    struct otlp_message message;
    struct otlp_types types;
    struct otlp_profile profile;
    struct otlp_labels labels;
    struct locations locations;
    struct location_files files;
    struct known_stack *stacks; /* by row of the table of stacks */
    struct known_slice *slices; /* recent ones, by hash; NULL: none */
    uint64_t n_profiles;
    uint32_t *slice; /* the locations of the profile; stacks are slices of them */
    size_t n_slice, slice_room;
    bool is_framed;     /* the length of each message is in front of it */
    bool is_open;       /* the tables */
    bool is_unnamed;    /* some function of the sample */
    uint64_t n_unnamed; /* samples */
    uint64_t n_samples;
    uint64_t counts[OTLP_TYPES]; /* samples, by column */
};

/* A sample without its labels. */
struct otlp_sample {
    struct protobuf entry;
    uint64_t stack, length;
    uint64_t n_values, n_times;
};

static void close_tables(struct otlp *in)
{
    if (!in->is_open)
        return;
    mem_free(in->stacks, in->message.tables[TABLE_STACKS].n, sizeof *in->stacks);
    locations_free(&in->locations);
    in->is_open = false;
}

static void open_tables(struct otlp *in)
{
    const struct location_tables tables = otlp_tables(&in->message);

    locations_init(&in->locations, &in->text, &in->files, &tables);
    in->stacks = mem_alloc(in->message.tables[TABLE_STACKS].n, sizeof *in->stacks);
    otlp_labels_open(&in->labels);
    in->is_open = true;
}

/* ---- stacks ------------------------------------------------------------------------ */

static bool push(struct otlp *in, uint64_t row, const char **wrong)
{
    size_t at = row < SIZE_MAX ? (size_t)row : ROW_NOT_LISTED;

    return locations_push(&in->locations, at, &in->is_unnamed, wrong);
}

static bool push_stack(struct otlp *in, uint64_t row, const char **wrong)
{
    struct protobuf stack = otlp_row(&in->message, TABLE_STACKS, (size_t)row);
    struct otlp_numbers numbers = otlp_numbers_of(stack, STACK_LOCATIONS, false);
    uint64_t location;

    while (!*wrong && otlp_numbers_next(&numbers, &location))
        if (!push(in, location, wrong))
            return false;
    *wrong = *wrong ? *wrong : otlp_numbers_wrong(&numbers);
    return true;
}

static bool push_slice(struct otlp *in, const struct otlp_sample *s, const char **wrong)
{
    if (s->stack > in->n_slice || s->length > in->n_slice - s->stack) {
        *wrong = "a slice of locations that are not listed";
        return true;
    }
    for (size_t i = 0; !*wrong && i < s->length; i++)
        if (!push(in, in->slice[s->stack + i], wrong))
            return false;
    return true;
}

/* The entry for a sample's stack; NULL: the stack is not in the table. */
static struct known_stack *known_of(struct otlp *in, const struct otlp_sample *s)
{
    if (!in->message.layout->sample.length)
        return s->stack < in->message.tables[TABLE_STACKS].n ? &in->stacks[s->stack] : NULL;
    uint64_t hash = (s->stack ^ s->length << 40) * UINT64_C(0x9e3779b97f4a7c15);
    if (!in->slices)
        in->slices = mem_alloc(SLICES, sizeof *in->slices);
    struct known_slice *slice = &in->slices[hash >> 32 & (SLICES - 1)];
    if (slice->start != s->stack || slice->length != s->length || slice->profile != in->n_profiles)
        *slice = (struct known_slice){s->stack, s->length, in->n_profiles, {.wrong = NULL}};
    return &slice->known;
}

static bool find_stack(struct otlp *in, const struct otlp_sample *s, stack_id *stack,
                       const char **wrong)
{
    bool is_slice = in->message.layout->sample.length;
    struct known_stack *known = known_of(in, s);

    if (!known) { /* row 0 is the empty stack even where there is no table */
        *wrong = s->stack ? "a stack that is not listed" : NULL;
        return true;
    }
    if (!known->is_read) {
        if (is_slice ? !push_slice(in, s, wrong) : !push_stack(in, s->stack, wrong))
            return false;
        known->is_read = true;
        known->wrong = *wrong;
        known->is_unnamed = in->is_unnamed;
        known->stack = *wrong ? 0 : builder_stack(&in->text.builder, LEAF_FIRST);
    }
    *wrong = known->wrong;
    *stack = known->stack;
    in->is_unnamed = known->is_unnamed;
    return true;
}

/* Lists the locations of a profile, if its layout has slices of them. */
static const char *read_slice(struct otlp *in, struct protobuf body)
{
    uint8_t field = in->message.layout->profile.indices;
    struct otlp_numbers numbers = otlp_numbers_of(body, field, false);
    uint64_t row;

    in->n_slice = 0;
    in->n_profiles++;
    while (field && otlp_numbers_next(&numbers, &row)) {
        in->slice = mem_grow(in->slice, &in->slice_room, in->n_slice + 1, sizeof *in->slice);
        in->slice[in->n_slice++] = row < UINT32_MAX ? (uint32_t)row : UINT32_MAX;
    }
    return otlp_numbers_wrong(&numbers);
}

/* ---- samples ----------------------------------------------------------------------- */

static struct otlp_numbers values_of(const struct otlp *in, const struct otlp_sample *s)
{
    return otlp_numbers_of(s->entry, in->message.layout->sample.values, false);
}

static struct otlp_numbers times_of(const struct otlp *in, const struct otlp_sample *s)
{
    const struct otlp_layout *layout = in->message.layout;

    return otlp_numbers_of(s->entry, layout->sample.times, layout->is_fixed);
}

/* Returns an error, or NULL. */
static const char *count(const struct otlp *in, struct otlp_sample *s)
{
    struct otlp_numbers values = values_of(in, s);
    struct otlp_numbers times = times_of(in, s);
    uint64_t value;

    for (; otlp_numbers_next(&values, &value); s->n_values++)
        if (value >> 63)
            return "a negative value";
    while (otlp_numbers_next(&times, &value))
        s->n_times++;
    return otlp_numbers_wrong(&values) ? otlp_numbers_wrong(&values) : otlp_numbers_wrong(&times);
}

/* With one type of values, there is a value for each time, or there are no times; without values
 * each time counts 1. With several types, the values belong to the whole sample; older writers did
 * that with one type as well. */
static const char *check(const struct otlp *in, const struct otlp_sample *s)
{
    size_t n_types = in->profile.n_types;
    bool is_whole = s->n_values == 1 && in->message.layout->sample.length;

    if (n_types > 1)
        return s->n_values == n_types ? NULL : "other values than there are types";
    if (s->n_values == 0 && s->n_times == 0)
        return "neither values nor times";
    if (s->n_values && s->n_times && s->n_values != s->n_times && !is_whole)
        return "not as many values as times";
    return NULL;
}

static const char *read_sample(const struct otlp *in, struct otlp_sample *s)
{
    const struct otlp_layout *layout = in->message.layout;
    struct protobuf entry = s->entry;
    struct protobuf_field field;

    while (protobuf_next(&entry, &field)) {
        bool is_stack = field.number == layout->sample.stack;
        if (!is_stack && (!layout->sample.length || field.number != layout->sample.length))
            continue;
        if (field.kind != PROTOBUF_VARINT)
            return "a field of another kind";
        *(is_stack ? &s->stack : &s->length) = field.value;
    }
    if (entry.wrong)
        return entry.wrong;
    const char *wrong = count(in, s);
    return wrong ? wrong : check(in, s);
}

static bool add(struct otlp *in, const struct otlp_sample *s, stack_id stack, labels_id labels)
{
    uint64_t all[PROFILE_COLUMNS_MOST] = {0};
    struct builder *b = &in->text.builder;
    struct otlp_numbers values = values_of(in, s);
    struct otlp_numbers times = times_of(in, s);
    bool is_one = in->profile.n_types > 1 || s->n_values == 1;
    uint64_t n = is_one ? 1 : s->n_values > s->n_times ? s->n_values : s->n_times;

    for (uint64_t i = 0; i < n; i++) {
        b->moment.at_ns = NO_TIME;
        if (otlp_numbers_next(&times, &b->moment.at_ns) && b->moment.at_ns == NO_TIME)
            b->moment.at_ns--;
        for (size_t type = 0; type < in->profile.n_types; type++) {
            uint64_t value = 1;
            all[in->profile.columns[type]] = otlp_numbers_next(&values, &value) ? value : 1;
        }
        if (!builder_add_stack(b, stack, labels, all, 0))
            return false;
    }
    in->n_samples += n;
    for (size_t type = 0; type < in->profile.n_types; type++)
        in->counts[in->profile.columns[type]] += n;
    return true;
}

static bool take_sample(struct otlp *in, struct protobuf entry)
{
    struct otlp_sample s = {.entry = entry};
    const char *wrong = read_sample(in, &s);
    labels_id labels = 0;
    stack_id stack = 0;
    char where[40];

    builder_begin(&in->text.builder);
    in->is_unnamed = false;
    if (!wrong && !find_stack(in, &s, &stack, &wrong))
        return false;
    if (!wrong && !otlp_labels_of(&in->labels, entry, &labels, &wrong))
        return false;
    if (wrong) {
        uint64_t line = otlp_line_of(&in->message, entry.at);
        snprintf(where, sizeof where, "byte %llu", (unsigned long long)entry.at);
        return reading_bad(in->text.r, line, wrong, line ? STR("") : str_of(where), in->f);
    }
    uint64_t before = in->text.r->tally.taken;
    bool ok = add(in, &s, stack, labels);
    in->n_unnamed += in->is_unnamed ? in->text.r->tally.taken - before : 0;
    return ok;
}

/* ---- profiles ---------------------------------------------------------------------- */

static bool take_samples(struct otlp *in, struct protobuf body)
{
    struct protobuf_field field;
    uint64_t at = body.at;

    for (; protobuf_next(&body, &field); at = body.at) {
        if (field.number != PROFILE_SAMPLE)
            continue;
        if (field.kind != PROTOBUF_BYTES) {
            body = (struct protobuf){body.end, body.end, at, "a field of another kind"};
            break;
        }
        if (!take_sample(in, protobuf_in(&field)))
            return false;
    }
    return !body.wrong || otlp_damaged(&in->message, &body, in->text.r, in->f);
}

static bool read_profile(struct otlp *in, struct protobuf about, struct protobuf body)
{
    struct reading *r = in->text.r;

    if (in->message.layout->in_profiles) {
        close_tables(in);
        if (!otlp_open_tables(&in->message, body, r, in->f))
            return false;
        open_tables(in);
    }
    if (!otlp_types_read(&in->types, &in->message, body, &in->profile, r, in->f) ||
        !otlp_labels_begin(&in->labels, about, body))
        return false;
    const char *wrong = read_slice(in, body);
    if (wrong)
        return otlp_fault(&in->message, body.at, wrong, "indexes of locations", r, in->f);
    otlp_tell(&in->message, &in->profile, r);
    return take_samples(in, body);
}

/* The columns of all profiles must be known before the first sample. */
static bool find_types(struct otlp *in)
{
    struct otlp_walk walk = otlp_walk_of(&in->message);
    struct protobuf body;

    while (otlp_walk_next(&walk, &body)) {
        if (in->message.layout->in_profiles &&
            !otlp_open_tables(&in->message, body, in->text.r, in->f))
            return false;
        if (!otlp_types_read(&in->types, &in->message, body, &in->profile, in->text.r, in->f))
            return false;
    }
    return true;
}

static bool read_message(struct otlp *in)
{
    struct otlp_message *m = &in->message;
    struct protobuf body;

    reading_remark(&in->text.r->info->details, "OTLP with %s", m->layout->about);
    otlp_labels_init(&in->labels, &in->text, m);
    if (!m->layout->in_profiles)
        open_tables(in);
    struct otlp_walk walk = otlp_walk_of(m);
    bool ok = true;
    while (ok && otlp_walk_next(&walk, &body))
        ok = read_profile(in, walk.about, body);
    close_tables(in);
    otlp_labels_free(&in->labels);
    return ok;
}

/* Moves to the next message that was made of JSON; false at the end. */
static bool next_made(const struct otlp *in, struct otlp_message *m)
{
    if (m->number == in->json.n_made)
        return false;
    const struct otlp_made *made = &in->json.made[m->number];
    *m = (struct otlp_message){.bytes = buf_str(&in->bytes),
                               .at = m->end,
                               .end = made->end,
                               .frame_end = made->end,
                               .number = m->number + 1,
                               .lines = in->json.lines,
                               .n_lines = in->json.n_lines,
                               .layout = made->layout};
    return true;
}

/* Moves to the next message of the input; false at the end. Between them the file exporter of the
 * collector writes how long the next one is. */
static bool next_message(const struct otlp *in, struct otlp_message *m)
{
    struct str bytes = buf_str(&in->bytes);
    uint64_t at = m->end;
    uint64_t end = m->frame_end;

    if (in->json.n_made)
        return next_made(in, m);
    while (in->is_framed && at >= end && at < bytes.n)
        end = otlp_frame(bytes, &at);
    if (!in->is_framed)
        end = bytes.n;
    if (at >= end)
        return false;
    struct str frame = str_from_to(bytes, 0, (size_t)end);
    *m = (struct otlp_message){
        .bytes = bytes, .at = at, .end = otlp_end(frame, at), .frame_end = end};
    return true;
}

/* Reads the types of all messages, and counts the messages. The first one stays open if it is the
 * only one. */
static bool look_at_messages(struct otlp *in, uint64_t *n)
{
    struct otlp_message next = {.end = 0};

    for (*n = 0; next_message(in, &next); (*n)++) {
        otlp_close(&in->message);
        in->message = next;
        if (!otlp_open(&in->message, in->text.r, in->f) || !find_types(in))
            return false;
    }
    return text_measures(&in->text, TEXT_FULL_NAMES, in->types.measures, in->types.n);
}

static bool read_messages(struct otlp *in)
{
    struct otlp_message next = {.end = 0};
    uint64_t n;

    in->is_framed = !in->json.n_made && otlp_is_framed(buf_str(&in->bytes));
    bool ok = look_at_messages(in, &n);
    if (ok && n == 1)
        ok = read_message(in);
    while (ok && n > 1 && next_message(in, &next)) {
        otlp_close(&in->message);
        in->message = next;
        ok = otlp_open(&in->message, in->text.r, in->f) && read_message(in);
    }
    otlp_close(&in->message);
    measure_tell(in->types.measures, in->counts, in->types.n, in->n_samples, in->text.r);
    return ok;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct str prefix;

    if (!reading_prefix(r, blocks, &prefix, f))
        return false;
    bool is_json = json_first(prefix) == '{';
    struct otlp *in = mem_alloc(1, sizeof *in);

    in->f = f;
    r->info->has_clock = true; /* times of samples are since 1970 */
    text_init(&in->text, r, blocks, p, f);
    location_files_init(&in->files, r);
    bool ok = is_json ? otlp_json_read(&in->json, r, blocks, &in->bytes, f)
                      : reading_whole(r, blocks, &in->bytes, f);
    ok = ok && read_messages(in);
    if (ok)
        location_files_tell(&in->files, in->n_unnamed, r->tally.taken, "");
    ok = ok && location_files_check(&in->files, f);
    location_files_free(&in->files);
    if (!is_json)
        r->tally.lines = r->tally.taken + r->tally.bad; /* there are none: one a sample */
    otlp_json_free(&in->json);
    if (in->slices)
        mem_free(in->slices, SLICES, sizeof *in->slices);
    mem_free(in->slice, in->slice_room, sizeof *in->slice);
    buf_free(&in->bytes);
    text_free(&in->text);
    mem_free(in, 1, sizeof *in);
    return ok;
}

/* The first byte of JSON is not that of protobuf. */
static unsigned recognise(struct str prefix)
{
    return json_first(prefix) == '{' ? otlp_json_recognise(prefix) : otlp_recognise(prefix);
}

static const char *const endings[] = {"otlp", NULL};

const struct input_format input_otlp = {
    .name = "otlp",
    .about = "profiles of OpenTelemetry (OTLP) as protobuf or JSON",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .binary = true,
    .cut = CUT_NOWHERE,
};
