/* {"version": 1.2, "mode": "wall", "interval": 1000, "samples": 3,
 *  "frames": {"7016": {"name": "Cart#total", "file": "/srv/app/cart.rb", "line": 4, ...}, ...},
 *  "raw": [2, 7016, 7024, 3, ...], "raw_timestamp_deltas": [1003, 998, 1001, ...]}
 * What stackprof --json prints of a profile that was recorded with raw: true: how deep a stack is,
 * its frames, root first, and how many samples in a row have it. Members come in any order. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/source_line.h"
#include "input/common/text.h"
#include "input/json/json.h"

enum { SAMPLES, TIME, VALUES };

enum part { NOTHING, FRAMES, RAW, DELTAS };

/* A frame in the order of ids. */
struct stackprof_frame {
    uint64_t id;
    frame_id frame;
};

/* Owned numbers. */
struct stackprof_numbers {
    uint64_t *all;
    size_t n, room;
};

struct stackprof {
    struct text text;
    struct json json;
    enum part part;
    bool in_frame;
    uint64_t id; /* of the frame that is read */
    bool has_id;
    struct buf name, file, room;
    uint64_t line;
    struct stackprof_frame *frames;
    size_t n_frames, frames_room;
    struct stackprof_numbers raw, deltas;
    bool has_raw, is_wrong; /* raw holds something else than numbers */
    bool has_frames;
    bool is_of_time;      /* the deltas are the measure of its mode */
    uint64_t stated, met; /* samples */
    bool is_stated;
    uint64_t at_line; /* where raw ended */
};

static void add_number(struct stackprof_numbers *to, uint64_t number)
{
    to->all = mem_grow(to->all, &to->room, to->n + 1, sizeof *to->all);
    to->all[to->n++] = number;
}

static bool read_number(const struct json_item *item, uint64_t *number)
{
    *number = item->whole;
    return item->is_whole || (item->kind == JSON_NUMBER && parse_u64(item->text, number));
}

/* ---- frames */

static int compare(const void *a, const void *b)
{
    const struct stackprof_frame *x = a;
    const struct stackprof_frame *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

static const struct stackprof_frame *find(const struct stackprof *in, uint64_t id)
{
    size_t from = 0;
    size_t to = in->n_frames;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (in->frames[middle].id < id)
            from = middle + 1;
        else
            to = middle;
    }
    return from < in->n_frames && in->frames[from].id == id ? &in->frames[from] : NULL;
}

static void begin_frame(struct stackprof *in, const struct json_item *item)
{
    in->in_frame = true;
    in->has_id = parse_u64(item->key, &in->id);
    in->line = 0;
    buf_clear(&in->name);
    buf_clear(&in->file);
}

static bool end_frame(struct stackprof *in)
{
    struct text *t = &in->text;
    struct frame row = {0};
    struct stackprof_frame frame = {.id = in->id};

    in->in_frame = false;
    if (!in->has_id)
        return json_bad(&in->json, json_line(&in->json), "a frame whose key is not a number",
                        buf_str(&in->name));
    if (!tidier_name(&t->tidier, buf_str(&in->name), &row.name) ||
        (in->file.n && !source_line(t, &in->room, buf_str(&in->file), in->line, &row)) ||
        !builder_row(&t->builder, &row, &frame.frame))
        return false;
    in->frames = mem_grow(in->frames, &in->frames_room, in->n_frames + 1, sizeof *in->frames);
    in->frames[in->n_frames++] = frame;
    return true;
}

static void take_of_frame(struct stackprof *in, const struct json_item *item)
{
    uint64_t line;

    if (item->kind == JSON_STRING && json_says(item, "name")) {
        buf_clear(&in->name);
        buf_add(&in->name, item->text);
    } else if (item->kind == JSON_STRING && json_says(item, "file")) {
        buf_clear(&in->file);
        buf_add(&in->file, item->text);
    } else if (json_says(item, "line") && read_number(item, &line)) {
        in->line = line;
    }
}

/* ---- samples */

/* How many samples its stacks have; false when raw ends amid one. */
static bool count_samples(const struct stackprof *in, uint64_t *count)
{
    const struct stackprof_numbers *raw = &in->raw;
    size_t at = 0;

    *count = 0;
    while (at < raw->n) {
        if (raw->n - at < 2 || raw->all[at] > raw->n - at - 2)
            return false;
        at += (size_t)raw->all[at] + 2;
        if (raw->all[at - 1] > UINT64_MAX - *count)
            return false;
        *count += raw->all[at - 1];
    }
    return true;
}

/* Returns the time of the next n samples. */
static uint64_t take_time(struct stackprof *in, size_t *at, uint64_t n)
{
    uint64_t us = 0;

    for (; n && *at < in->deltas.n; n--) {
        uint64_t delta = in->deltas.all[(*at)++];
        us = delta <= UINT64_MAX - us ? us + delta : UINT64_MAX;
    }
    return us;
}

static bool add_stack(struct stackprof *in, const uint64_t *ids, size_t n, const uint64_t *values)
{
    struct builder *b = &in->text.builder;

    builder_begin(b);
    for (size_t i = 0; i < n; i++) {
        const struct stackprof_frame *frame = find(in, ids[i]);
        if (!frame)
            return reading_bad(in->text.r, in->at_line, "a stack with a frame that is not listed",
                               STR(""), in->text.f);
        if (!builder_push(b, frame->frame))
            return false;
    }
    return builder_add(b, ROOT_FIRST, 0, values, in->at_line);
}

static bool add_stacks(struct stackprof *in)
{
    const struct stackprof_numbers *raw = &in->raw;
    size_t delta = 0;

    for (size_t at = 0; at < raw->n;) {
        uint64_t values[PROFILE_COLUMNS_MOST] = {0};
        if (raw->n - at < 2 || raw->all[at] > raw->n - at - 2)
            return reading_bad(in->text.r, in->at_line, "a stack that is cut off", STR(""),
                               in->text.f);
        size_t n = (size_t)raw->all[at];
        values[SAMPLES] = raw->all[at + n + 1];
        values[TIME] = take_time(in, &delta, values[SAMPLES]);
        in->met = values[SAMPLES] > UINT64_MAX - in->met ? UINT64_MAX : in->met + values[SAMPLES];
        if (!add_stack(in, raw->all + at + 1, n, values))
            return false;
        at += n + 2;
    }
    return true;
}

static bool set_measures(struct stackprof *in)
{
    static const struct measure measures[VALUES] = {{"samples", "samples"}, {"time", "us"}};
    uint64_t count;
    bool timed = count_samples(in, &count) && in->is_of_time && in->deltas.n == count;

    in->text.builder.n_values = timed ? VALUES : 1;
    return text_measures(&in->text, TEXT_FULL_NAMES, measures, timed ? VALUES : 1);
}

/* The value is complete: adds the samples. */
static bool end_document(struct stackprof *in)
{
    struct place place;

    if (!in->has_raw && in->has_frames)
        return fault_set(in->text.f, FAULT_INPUT,
                         "%s: is a profile of stackprof without stacks, wanted one recorded with "
                         "raw: true",
                         place_of(&place, in->text.r->name, 0));
    if (in->is_wrong)
        return fault_set(in->text.f, FAULT_INPUT,
                         "%s: raw holds something else than numbers from 0 to 2^64-1",
                         place_of(&place, in->text.r->name, in->at_line));
    if (in->n_frames)
        qsort(in->frames, in->n_frames, sizeof *in->frames, compare);
    if (!in->has_raw)
        return true;
    if (!set_measures(in) || !add_stacks(in))
        return false;
    if (in->is_stated && in->met < in->stated)
        reading_remark(&in->text.r->info->remarks,
                       "its stacks hold %" PRIu64 " of the %" PRIu64 " samples that it states",
                       in->met, in->stated);
    in->n_frames = in->raw.n = in->deltas.n = 0;
    in->has_raw = in->has_frames = in->is_of_time = in->is_stated = false;
    in->met = 0;
    return true;
}

/* ---- JSON */

static void take_of_document(struct stackprof *in, const struct json_item *item)
{
    in->part = NOTHING;
    in->in_frame = false;
    if (item->kind == JSON_OBJECT && json_says(item, "frames"))
        in->part = FRAMES;
    else if (item->kind == JSON_ARRAY && json_says(item, "raw"))
        in->part = RAW;
    else if (item->kind == JSON_ARRAY && json_says(item, "raw_timestamp_deltas"))
        in->part = DELTAS;
    else if (json_says(item, "mode"))
        in->is_of_time = str_equal(item->text, STR("wall")) || str_equal(item->text, STR("cpu"));
    else if (json_says(item, "samples"))
        in->is_stated = read_number(item, &in->stated);
    in->has_raw = in->has_raw || in->part == RAW;
    in->has_frames = in->has_frames || in->part == FRAMES;
}

static void take_of_array(struct stackprof *in, const struct json_item *item)
{
    uint64_t number = 0;
    bool ok = read_number(item, &number);

    if (in->part == RAW) {
        in->is_wrong = in->is_wrong || !ok;
        in->at_line = json_line(&in->json);
        add_number(&in->raw, number);
    } else if (in->part == DELTAS) { /* a clock that was set back gives one below 0 */
        add_number(&in->deltas, ok ? number : 0);
    }
}

/* Stacks refer to frames by number, so after damage nothing can be used. What is cut off lacks
 * samples, in a number that nobody knows. */
static bool take_damage(struct stackprof *in, const struct json_item *item)
{
    const bool is_cut = item->text.n == 0;
    struct place place;

    if (!is_cut)
        return json_invalid(&in->json, item, "a profile of stackprof");
    return ask_goes_on(in->text.r->ask) ||
           fault_set(in->text.f, FAULT_INPUT,
                     "%s: the end is missing, wanted a whole profile of stackprof, or --max-bad "
                     "for what there is",
                     place_of(&place, in->text.r->name, json_line(&in->json)));
}

static bool take(void *context, const struct json_item *item)
{
    struct stackprof *in = context;

    if (item->kind == JSON_DAMAGE)
        return take_damage(in, item);
    if (item->depth == 0)
        return item->kind != JSON_OBJECT_END || end_document(in);
    if (item->depth == 1) {
        take_of_document(in, item);
        return true;
    }
    if (item->depth == 2 && in->part == FRAMES) {
        if (item->kind == JSON_OBJECT)
            begin_frame(in, item);
        return item->kind != JSON_OBJECT_END || !in->in_frame || end_frame(in);
    }
    if (item->depth == 2)
        take_of_array(in, item);
    else if (item->depth == 3 && in->in_frame)
        take_of_frame(in, item);
    return true;
}

static void free_all(struct stackprof *in)
{
    mem_free(in->frames, in->frames_room, sizeof *in->frames);
    mem_free(in->raw.all, in->raw.room, sizeof *in->raw.all);
    mem_free(in->deltas.all, in->deltas.room, sizeof *in->deltas.all);
    buf_free(&in->name);
    buf_free(&in->file);
    buf_free(&in->room);
    text_free(&in->text);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct stackprof in = {.part = NOTHING};

    text_init(&in.text, r, blocks, p, f);
    in.text.tidier.printed = true;
    in.json = (struct json){
        .r = r, .blocks = blocks, .f = f, .take = take, .context = &in, .numbers = true};
    bool ok = json_read(&in.json) && end_document(&in);
    free_all(&in);
    return ok;
}

/* Names of members that no other format has. */
static unsigned recognise(struct str prefix)
{
    if (json_first(prefix) != '{' || json_mentions(prefix, "traceEvents"))
        return 0;
    if (json_mentions(prefix, "gc_samples") || json_mentions(prefix, "raw_timestamp_deltas") ||
        json_mentions(prefix, "missed_samples"))
        return 80;
    return json_mentions(prefix, "frames") && json_mentions(prefix, "total_samples") ? 60 : 0;
}

static const char *const endings[] = {"stackprof", NULL};

const struct input_format input_stackprof = {
    .name = "stackprof",
    .about = "profiles of stackprof for Ruby, as JSON, recorded with raw: true",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\"gc_samples\"", "\"raw_timestamp_deltas\"", "\"missed_samples\"",
                     "\"total_samples\"")},
    .read = read,
    .cut = CUT_NOWHERE,
};
