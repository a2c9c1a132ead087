/* {"shared": {"frames": [{"name": "main"}, {"name": "parse"}]}, "profiles": [
 *  {"type": "sampled", "unit": "seconds", "samples": [[0, 1], [0]], "weights": [0.1, 0.2]},
 *  {"type": "evented", "unit": "none", "events": [{"type": "O", "frame": 0, "at": 0}, ...]}]}
 * https://www.speedscope.app/file-format-schema.json: samples refer to functions by index, root
 * first. Keys come in any order. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/source_line.h"
#include "input/json/json.h"
#include "input/speedscope/opened.h"

/* Where in the file an item is, unless it is skipped. */
enum speedscope_part {
    OUTSIDE,
    DOCUMENT,
    SHARED,
    FRAMES,
    FRAME,
    PROFILES,
    PROFILE,
    SAMPLES,
    SAMPLE,
    WEIGHTS,
    EVENTS,
    EVENT,
    PARTS,
};

static const struct {
    enum speedscope_part outer;
    enum json_kind kind;
    const char *key;
    size_t depth; /* of what is in it */
} parts[PARTS] = {
    [DOCUMENT] = {OUTSIDE, JSON_OBJECT, "", 1},
    [SHARED] = {DOCUMENT, JSON_OBJECT, "shared", 2},
    [FRAMES] = {SHARED, JSON_ARRAY, "frames", 3},
    [FRAME] = {FRAMES, JSON_OBJECT, "", 4},
    [PROFILES] = {DOCUMENT, JSON_ARRAY, "profiles", 2},
    [PROFILE] = {PROFILES, JSON_OBJECT, "", 3},
    [SAMPLES] = {PROFILE, JSON_ARRAY, "samples", 4},
    [SAMPLE] = {SAMPLES, JSON_ARRAY, "", 5},
    [WEIGHTS] = {PROFILE, JSON_ARRAY, "weights", 4},
    [EVENTS] = {PROFILE, JSON_ARRAY, "events", 4},
    [EVENT] = {EVENTS, JSON_OBJECT, "", 5},
};

static const struct gathered_unit units[] = {
    {"none", {"samples", "samples"}, QUANTITY_SAMPLES, 0},
    {"nanoseconds", {"time", "ns"}, QUANTITY_TIME, 0},
    {"microseconds", {"time", "us"}, QUANTITY_TIME, 3},
    {"milliseconds", {"time", "ms"}, QUANTITY_TIME, 6},
    {"seconds", {"time", "s"}, QUANTITY_TIME, 9},
    {"bytes", {"bytes", "bytes"}, QUANTITY_BYTES, 0},
};

/* The current profile. */
struct profile_read {
    struct gathered_profile gathered;
    uint64_t line;
    const char *wrong; /* what makes it one that cannot be read */
    bool has_samples, has_events;
    bool ends; /* end is known */
    struct amount end;
};

/* The current frame. */
struct frame_read {
    struct buf name, file;
    uint32_t line;
};

/* A frame of the last sample, and its stack. */
struct sample_frame {
    uint32_t index;
    stack_id stack;
};

struct weight {
    struct amount amount;
    bool wrong;
};

struct speedscope {
    struct text text;
    struct json json;
    enum speedscope_part part;
    struct gathered gathered;
    struct opened opened;
    struct profile_read profile;
    struct frame_read frame;
    struct opened_event event;
    const char *event_lacks; /* NULL: nothing */
    bool has_type, has_frame, has_at;
    struct sample_frame *path; /* of the sample; after it, what the previous one has more */
    size_t n, n_path, path_room;
    bool is_shared; /* the n frames so far are those of the sample before */
    struct weight *weights;
    size_t n_weights, weights_room;
    struct buf lined;
    bool cut;     /* the end is missing, and that is noted */
    bool is_read; /* all of the JSON */
};

static uint64_t line_of(const struct speedscope *in)
{
    return in->is_read ? in->text.r->tally.lines : json_line(&in->json);
}

static bool bad(struct speedscope *in, uint64_t line, const char *reason)
{
    return json_bad(&in->json, line, reason, STR(""));
}

/* Lines are kept as in the reader of profile.proto. */
static bool end_frame(struct speedscope *in)
{
    struct builder *b = &in->text.builder;
    struct tidier *tidier = &in->text.tidier;
    struct str name = in->frame.name.n ? buf_str(&in->frame.name) : STR("[unknown]");
    bool has_line = tidier->naming.sources && in->frame.line && in->frame.file.n;
    struct frame row = {0};
    frame_id frame;

    if (!tidier_name(tidier, name, &row.name))
        return false;
    row.kind = kind_of_mark(names_get(&b->p->names, row.name));
    if (has_line || tidier->naming.modules) {
        if (!builder_name(b, buf_str(&in->frame.file), &row.file))
            return false;
        row.line = in->frame.line;
    }
    if (tidier->naming.shown || (!has_line && !tidier->naming.modules))
        row.seen.file = builder_place(b, buf_str(&in->frame.file));
    if (has_line && !source_line_name(b, &in->lined, buf_str(&in->frame.file), &row))
        return false;
    if (!builder_row(b, &row, &frame))
        return false;
    gathered_add_frame(&in->gathered, frame);
    return true;
}

static void begin_frame(struct speedscope *in)
{
    buf_clear(&in->frame.name);
    buf_clear(&in->frame.file);
    in->frame.line = 0;
}

static void take_of_frame(struct speedscope *in, const struct json_item *item)
{
    uint64_t line;

    if (item->kind == JSON_STRING && (json_says(item, "name") || json_says(item, "file"))) {
        struct buf *to = json_says(item, "name") ? &in->frame.name : &in->frame.file;
        buf_clear(to);
        buf_add(to, item->text);
    } else if (item->kind == JSON_NUMBER && json_says(item, "line")) {
        bool known = parse_u64(item->text, &line) && line <= UINT32_MAX;
        in->frame.line = known ? (uint32_t)line : 0;
    }
}

/* The index of a function; an invalid one refers to none. */
static uint32_t read_index(const struct json_item *item)
{
    uint64_t index;
    if (item->is_whole && item->whole < GATHERED_NO_FRAME)
        return (uint32_t)item->whole;
    bool known = item->kind == JSON_NUMBER && parse_u64(item->text, &index);
    return known && index < GATHERED_NO_FRAME ? (uint32_t)index : GATHERED_NO_FRAME;
}

static void begin_sample(struct speedscope *in)
{
    in->n = 0;
    in->is_shared = true;
}

static bool push(struct speedscope *in, uint32_t index)
{
    struct place place;
    const struct reading *r = in->text.r;
    stack_id stack;

    if (in->n >= r->ask->limits.depth)
        return limits_reached(in->text.f, place_of(&place, r->name, line_of(in)), "depth",
                              r->ask->limits.depth);
    if (in->is_shared && in->n < in->n_path && in->path[in->n].index == index) {
        in->n++;
        return true;
    }
    in->is_shared = false;
    if (!gathered_stack(&in->gathered, in->n ? in->path[in->n - 1].stack : 0, index, &stack))
        return gathered_full(&in->gathered, line_of(in));
    in->path = mem_grow(in->path, &in->path_room, in->n + 1, sizeof *in->path);
    in->path[in->n++] = (struct sample_frame){index, stack};
    in->n_path = in->n;
    return true;
}

/* Its weight comes later, or is waiting. */
static void end_sample(struct speedscope *in)
{
    const struct amount none = {0, 0};

    gathered_add_sample(&in->gathered, in->n ? in->path[in->n - 1].stack : 0, &none, NULL,
                        line_of(in));
}

static void take_weight(struct speedscope *in, const struct json_item *item)
{
    struct weight weight = {.wrong = true};

    if (item->kind == JSON_NUMBER)
        weight.wrong = !amount_read(item->text, &weight.amount);
    in->weights = mem_grow(in->weights, &in->weights_room, in->n_weights + 1, sizeof *in->weights);
    in->weights[in->n_weights++] = weight;
}

static void begin_event(struct speedscope *in)
{
    in->event = (struct opened_event){.frame = GATHERED_NO_FRAME, .line = line_of(in)};
    in->has_type = in->has_frame = in->has_at = false;
}

static void take_of_event(struct speedscope *in, const struct json_item *item)
{
    struct opened_event *e = &in->event;

    if (json_says(item, "type")) {
        e->opens = str_equal(item->text, STR("O"));
        in->has_type = item->kind == JSON_STRING && (e->opens || str_equal(item->text, STR("C")));
    } else if (json_says(item, "frame")) {
        e->frame = read_index(item);
        in->has_frame = true;
    } else if (json_says(item, "at")) {
        in->has_at = item->kind == JSON_NUMBER && amount_read_time(item->text, &e->at);
    }
}

static bool end_event(struct speedscope *in)
{
    uint64_t line = in->event.line;

    if (!in->has_type)
        return bad(in, line, "an event that is neither O nor C");
    if (!in->has_frame)
        return bad(in, line, "an event without a frame");
    if (!in->has_at)
        return bad(in, line, "an event without a time");
    return opened_take(&in->opened, &in->event);
}

static void begin_profile(struct speedscope *in)
{
    in->profile = (struct profile_read){
        .gathered.first = in->gathered.n_samples, .gathered.unit = &units[0], .line = line_of(in)};
    in->n_weights = 0;
}

static bool take_of_profile(struct speedscope *in, const struct json_item *item)
{
    struct profile_read *p = &in->profile;
    bool is_text = item->kind == JSON_STRING;

    if (json_says(item, "name") && is_text) {
        return builder_name(&in->text.builder, item->text, &p->gathered.name);
    } else if (json_says(item, "type")) {
        bool known = is_text && (str_equal(item->text, STR("sampled")) ||
                                 str_equal(item->text, STR("evented")));
        p->wrong = known ? p->wrong : "a profile that is neither sampled nor evented";
    } else if (json_says(item, "unit")) {
        p->gathered.unit = NULL;
        for (size_t i = 0; is_text && i < sizeof units / sizeof units[0]; i++)
            if (str_equal(item->text, str_of(units[i].said)))
                p->gathered.unit = &units[i];
    } else if (json_says(item, "endValue")) {
        p->ends = item->kind == JSON_NUMBER && amount_read_time(item->text, &p->end);
    }
    return true;
}

/* Gives samples their weights; drops those without one. */
static bool weigh(struct speedscope *in)
{
    struct gathered *g = &in->gathered;
    size_t first = in->profile.gathered.first;
    size_t n = g->n_samples - first;
    size_t to = first;

    for (size_t i = 0; i < n; i++) {
        struct gathered_sample sample = g->samples[first + i];
        bool has = i < in->n_weights;
        if (has && !in->weights[i].wrong) {
            sample.weight = in->weights[i].amount;
            g->samples[to++] = sample;
        } else if (!bad(in, sample.line,
                        has ? "a weight that is not a number from 0 to 2^64-1"
                            : "a sample without a weight")) {
            return false;
        }
    }
    g->n_samples = to;
    uint64_t more = in->n_weights > n ? in->n_weights - n : 0;
    return more == 0 || reading_bad_many(in->text.r, more, line_of(in), "a weight without a sample",
                                         STR(""), in->text.f);
}

/* The contents decide the type, because the type may come after them. */
static bool end_profile(struct speedscope *in)
{
    struct profile_read *p = &in->profile;
    struct gathered *g = &in->gathered;

    if (!opened_finish(&in->opened, p->ends ? &p->end : NULL, line_of(in)))
        return false;
    if (p->has_samples && p->has_events)
        p->wrong = "a profile of samples and of events";
    if (!p->gathered.unit)
        p->wrong = "a profile in a unit that is not known";
    if (p->wrong) {
        g->n_samples = p->gathered.first;
        return bad(in, p->line, p->wrong);
    }
    if (!p->has_events && !weigh(in))
        return false;
    p->gathered.counts = p->has_samples && p->gathered.unit->quantity != QUANTITY_SAMPLES;
    p->gathered.timed = p->has_events;
    gathered_add_profile(g, &p->gathered);
    return true;
}

static void begin(struct speedscope *in, enum speedscope_part part)
{
    if (part == FRAME)
        begin_frame(in);
    else if (part == PROFILE)
        begin_profile(in);
    else if (part == SAMPLE)
        begin_sample(in);
    else if (part == EVENT)
        begin_event(in);
    in->profile.has_samples |= part == SAMPLES;
    in->profile.has_events |= part == EVENTS;
    if (part == FRAMES || part == EVENTS)
        in->json.records = parts[part].depth;
    in->part = part;
}

static bool end(struct speedscope *in, enum speedscope_part part)
{
    in->part = parts[part].outer;
    if (part == FRAMES || part == EVENTS)
        in->json.records = 0;
    if (part == SAMPLE)
        end_sample(in);
    if (part == EVENT)
        return end_event(in);
    if (part == FRAME)
        return end_frame(in);
    if (part == PROFILE)
        return end_profile(in);
    if (part != DOCUMENT)
        return true;
    in->n_path = 0; /* its stacks are gone */
    return gathered_finish(&in->gathered);
}

/* What this program says of its own: what a sample weighs, and in what. */
static void take_of_document(struct gathered *g, const struct json_item *item)
{
    bool is_text = item->kind == JSON_STRING;

    if (json_says(item, "exporter"))
        g->is_ours = is_text && str_equal(item->text, STR("flame"));
    else if (json_says(item, "period") && g->is_ours && item->kind == JSON_NUMBER)
        g->period = amount_read_period(item->text);
    else if (json_says(item, "unit") && g->is_ours && is_text)
        amount_read_unit(item->text, g->unit);
}

/* Neither a part nor its end. An invalid value in a list keeps its index. */
static bool take_value(struct speedscope *in, const struct json_item *item)
{
    switch (in->part) {
    case FRAMES:
        gathered_add_frame(&in->gathered, 0);
        return bad(in, line_of(in), "a frame that is not an object");
    case FRAME:
        take_of_frame(in, item);
        return true;
    case PROFILES:
        return bad(in, line_of(in), "a profile that is not an object");
    case PROFILE:
        return take_of_profile(in, item);
    case SAMPLES:
        begin_sample(in);
        if (!push(in, GATHERED_NO_FRAME))
            return false;
        end_sample(in);
        return true;
    case SAMPLE:
        return push(in, read_index(item));
    case WEIGHTS:
        take_weight(in, item);
        return true;
    case EVENTS:
        return bad(in, line_of(in), "an event that is not an object");
    case EVENT:
        take_of_event(in, item);
        return true;
    case DOCUMENT:
        take_of_document(&in->gathered, item);
        return true;
    case OUTSIDE:
    case SHARED:
    case PARTS:
        return true;
    }
    return true;
}

/* Returns the part that an item begins; OUTSIDE: none. */
static enum speedscope_part find_part(const struct speedscope *in, const struct json_item *item)
{
    for (enum speedscope_part i = DOCUMENT; i < PARTS; i++)
        if (parts[i].outer == in->part && parts[i].kind == item->kind &&
            (!*parts[i].key || json_says(item, parts[i].key)))
            return i;
    return OUTSIDE;
}

/* Frames are referred to by index, so after damage nothing in the document can be used. */
static bool take_damage(struct speedscope *in, const struct json_item *item)
{
    in->cut = item->text.n == 0;
    return in->cut || in->part == OUTSIDE || json_invalid(&in->json, item, "a file of speedscope");
}

static bool take(void *context, const struct json_item *item)
{
    struct speedscope *in = context;

    if (item->is_whole && in->part == SAMPLE && item->depth == parts[SAMPLE].depth)
        return push(in, read_index(item));
    bool begins = item->kind == JSON_OBJECT || item->kind == JSON_ARRAY;
    bool ends = item->kind == JSON_OBJECT_END || item->kind == JSON_ARRAY_END;

    if (item->kind == JSON_DAMAGE)
        return take_damage(in, item);
    if (ends)
        return item->depth + 1 != parts[in->part].depth || end(in, in->part);
    if (item->depth != parts[in->part].depth)
        return true;
    enum speedscope_part part = begins ? find_part(in, item) : OUTSIDE;
    if (part == OUTSIDE)
        return take_value(in, item);
    begin(in, part);
    return true;
}

/* At a missing end, uses what there is. */
static bool finish(struct speedscope *in)
{
    in->is_read = true;
    if (in->part == OUTSIDE)
        return true;
    if (!in->cut && !bad(in, line_of(in), "the end is missing"))
        return false;
    if (in->part >= PROFILE && !end_profile(in))
        return false;
    return gathered_finish(&in->gathered);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct speedscope in = {.part = OUTSIDE};

    text_init(&in.text, r, blocks, p, f);
    in.text.builder.sums = true; /* weights are exact up to 2^64-1 */
    in.text.tidier.printed = in.text.tidier.keeps_versions = true;
    gathered_init(&in.gathered, &in.text);
    in.opened.gathered = &in.gathered;
    in.json = (struct json){.r = r,
                            .blocks = blocks,
                            .f = f,
                            .take = take,
                            .context = &in,
                            .alike = true,
                            .numbers = true};
    bool ok = json_read(&in.json) && finish(&in);
    buf_free(&in.frame.name);
    buf_free(&in.frame.file);
    buf_free(&in.lined);
    mem_free(in.path, in.path_room, sizeof *in.path);
    mem_free(in.weights, in.weights_room, sizeof *in.weights);
    opened_free(&in.opened);
    gathered_free(&in.gathered);
    text_free(&in.text);
    return ok;
}

/* The schema's URL is certain; the profiles, or what they begin with, count 50 bits. */
static unsigned recognise(struct str prefix)
{
    if (json_first(prefix) != '{')
        return 0;
    bool said = str_find(prefix, 0, STR("speedscope.app/file-format-schema")) < prefix.n;
    if (said && json_mentions(prefix, "$schema"))
        return 64;
    if (json_mentions(prefix, "shared") && json_mentions(prefix, "frames"))
        return 50; /* the list of frames may fill the prefix */
    bool typed = json_mentions(prefix, "type") && json_mentions(prefix, "unit");
    return typed && json_mentions(prefix, "profiles") ? 50 : 0;
}

static const char *const endings[] = {"speedscope", "speedscope.json", NULL};

const struct input_format input_speedscope = {
    .name = "speedscope",
    .about = "JSON of speedscope: samples, or frames that open and close",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("speedscope.app/file-format-schema", "\"shared\"", "\"profiles\"")},
    .read = read,
};
