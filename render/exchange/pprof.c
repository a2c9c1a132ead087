/* pprof's profile.proto: all measures of the samples, with their labels, compressed by gzip if this
 * build can.
 *
 * A location is a called function with the functions inlined into it, the innermost first. Measures
 * have the order of the input; if it has none, the one that pictures draw comes last, where pprof
 * shows it first, and is the default sample type. Numbers are not multiplied by --factor, because
 * other programs go on with them. A label that looks like a number, with or without a unit, is
 * written as a number, unless the input says that it is text.
 * https://github.com/google/pprof/blob/main/proto/profile.proto */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/leb128.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "model/pprof_units.h"
#include "render/common/compress.h"
#include "render/exchange/pprof_locations.h"
#include "render/flame/picture.h"
#include "render/output.h"

enum { VARINT, BYTES = 2, UNITS = 4, LABEL_UNITS = 32 };

/* Fields by message, as profile.proto numbers them. */
enum { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING };
enum { DROP_FRAMES = 7, KEEP_FRAMES, DEFAULT_TYPE = 14, DOC_URL };
enum { TIME = 9, DURATION, PERIOD_TYPE, PERIOD, COMMENT };
enum { TYPE_TYPE = 1, TYPE_UNIT };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_TEXT, LABEL_NUMBER, LABEL_UNIT };
enum { ID = 1, MAPPING_START, MAPPING_LIMIT, MAPPING_OFFSET, MAPPING_FILE, MAPPING_BUILD_ID };
enum { MAPPING_HAS_FUNCTIONS = 7 };
enum { LOCATION_MAPPING = 2, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_LINE };
enum { FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME, FUNCTION_FILE, FUNCTION_START };

/* The factor that makes values of a column whole numbers of a unit. */
struct unit_factor {
    struct str unit;
    uint64_t factor;
};

struct pprof {
    const struct profile *p;
    struct buf out;
    struct buf part, inner; /* messages that are being written */
    struct buf text;
    uint64_t *texts; /* by name: its place in the table of texts; 0: not there yet */
    uint64_t n_texts;
    struct {
        struct str unit;
        uint64_t text;
    } units[LABEL_UNITS]; /* of labels; those that find no room are written again */
    size_t n_units;
    uint32_t *functions; /* by frame, from 1 */
    struct pprof_locations places;
    struct stacks locations; /* frames, each with the frame it is inlined into as its caller */
    uint32_t *location_of;   /* by stack: that of its last frame */
    struct unit_factor *measures;
    size_t order[PROFILE_COLUMNS_MOST]; /* of the columns, as they are written */
    size_t n_order;
};

/* ---- messages ------------------------------------------------------------------------- */

static void put_number(struct buf *to, unsigned field, uint64_t n)
{
    if (n == 0)
        return;
    leb128_add(to, field << 3 | VARINT);
    leb128_add(to, n);
}

static void put_bytes(struct buf *to, unsigned field, struct str bytes)
{
    leb128_add(to, field << 3 | BYTES);
    leb128_add_text(to, bytes);
}

/* ---- texts ------------------------------------------------------------------------------ */

/* Protobuf strings are UTF-8; readers reject others. */
static struct str valid_text(struct pprof *w, struct str text)
{
    if (utf8_plain(text))
        return text;
    buf_clear(&w->text);
    for (size_t at = 0; at < text.n;) {
        uint32_t point = utf8_next(text, &at);
        char *to = buf_reserve(&w->text, 4);
        w->text.n += utf8_put(to, point);
    }
    return buf_str(&w->text);
}

static uint64_t add_text(struct pprof *w, struct str text)
{
    if (text.n == 0)
        return 0;
    put_bytes(&w->out, STRING, valid_text(w, text));
    return w->n_texts++;
}

static uint64_t text_of(struct pprof *w, name_id name)
{
    if (name && !w->texts[name])
        w->texts[name] = add_text(w, names_get(&w->p->names, name));
    return w->texts[name];
}

/* ---- measures --------------------------------------------------------------------------- */

/* Each is a thousand of the next. */
static const char *const times[UNITS] = {"s", "ms", "us", "ns"};

static struct str measure_name(const struct pprof *w, const struct column *c)
{
    return c->name ? names_get(&w->p->names, c->name) : STR("samples");
}

/* Fractions of a time become whole numbers of a smaller unit. */
static bool measure_of(const struct pprof *w, const struct column *c, struct unit_factor *m)
{
    struct str unit = names_get(&w->p->names, c->unit);
    unsigned scale = c->scale;
    size_t at = 0;

    m->factor = 1;
    while (at < UNITS && !str_equal(unit, str_of(times[at])))
        at++;
    for (; scale && at + 1 < UNITS; at++) {
        unsigned digits = scale < 3 ? scale : 3;
        for (unsigned i = digits; i < 3; i++)
            m->factor *= 10;
        scale -= digits;
    }
    m->unit = pprof_unit_of(measure_name(w, c), at < UNITS ? str_of(times[at]) : unit);
    return scale == 0;
}

static bool find_measures(struct pprof *w, struct fault *f)
{
    const struct profile *p = w->p;
    struct excerpt e;

    for (size_t i = 0; i < p->n_columns; i++) {
        const struct column *c = &p->columns[i];
        excerpt_of(&e, measure_name(w, c));
        if (!measure_of(w, c, &w->measures[i]))
            return fault_set(f, FAULT_INPUT,
                             "-f pprof: %s has fractions, wanted whole numbers: the format has no "
                             "others",
                             e.text);
        if (c->total > INT64_MAX / w->measures[i].factor)
            return fault_set(f, FAULT_INPUT,
                             "-f pprof: the total of %s grows beyond 2^63-1, wanted one that fits",
                             e.text);
    }
    return true;
}

/* Columns of several inputs may have equal places. */
static void order_columns(struct pprof *w)
{
    const struct column *columns = w->p->columns;
    size_t n = 0;
    bool said = true;

    for (size_t i = 1; i <= w->p->n_columns; i++) {
        size_t column = i < w->p->n_columns ? i : 0;
        if (columns[column].subtracted)
            continue;
        w->order[n++] = column;
        said = said && columns[column].place;
    }
    w->n_order = n;
    for (size_t i = 1; said && i < n; i++) {
        size_t column = w->order[i];
        size_t at = i;
        for (; at && columns[w->order[at - 1]].place > columns[column].place; at--)
            w->order[at] = w->order[at - 1];
        w->order[at] = column;
    }
}

static void put_types(struct pprof *w)
{
    const struct profile *p = w->p;

    order_columns(w);
    for (size_t place = 0; place < w->n_order; place++) {
        size_t i = w->order[place];
        const struct column *c = &p->columns[i];
        uint64_t type = c->name ? text_of(w, c->name) : add_text(w, measure_name(w, c));
        buf_clear(&w->part);
        put_number(&w->part, TYPE_TYPE, type);
        put_number(&w->part, TYPE_UNIT, add_text(w, w->measures[i].unit));
        put_bytes(&w->out, SAMPLE_TYPE, buf_str(&w->part));
        if (i == 0)
            put_number(&w->out, DEFAULT_TYPE, type);
    }
}

/* What a sample weighs, where no column counts them. */
static void put_period(struct pprof *w)
{
    const double most = 4503599627370496.0; /* 2^52 */
    const size_t column = w->order[0];
    const struct column *c = &w->p->columns[column];
    double period = c->period * pow(10, c->scale) * (double)w->measures[column].factor;

    if (!(period >= 1 && period < most))
        return;
    buf_clear(&w->part);
    put_number(&w->part, TYPE_TYPE, add_text(w, measure_name(w, c)));
    put_number(&w->part, TYPE_UNIT, add_text(w, w->measures[column].unit));
    put_bytes(&w->out, PERIOD_TYPE, buf_str(&w->part));
    put_number(&w->out, PERIOD, (uint64_t)(period + 0.5));
}

/* The recording, as in the subtitle of a picture. */
static void put_origin(struct pprof *w, struct str about)
{
    const struct recording_info *info = &w->p->info;

    put_number(&w->out, TIME, info->time_ns);
    put_number(&w->out, DURATION, info->duration_ns);
    put_number(&w->out, DROP_FRAMES, text_of(w, info->drop));
    put_number(&w->out, KEEP_FRAMES, text_of(w, info->keep));
    put_number(&w->out, DOC_URL, text_of(w, info->more));
    if (!info->period_name && w->n_order == 1)
        put_period(w);
    if (info->period_name) {
        buf_clear(&w->part);
        put_number(&w->part, TYPE_TYPE, text_of(w, info->period_name));
        put_number(&w->part, TYPE_UNIT, text_of(w, info->period_unit));
        put_bytes(&w->out, PERIOD_TYPE, buf_str(&w->part));
        put_number(&w->out, PERIOD, info->period);
    }
    for (size_t i = 0; i < info->n_comments; i++)
        put_number(&w->out, COMMENT, text_of(w, info->comments[i]));
    if (about.n)
        put_number(&w->out, COMMENT, add_text(w, about));
}

/* ---- functions and modules ---------------------------------------------------------------- */

/* Frames that agree in everything else are one. */
struct pprof_location {
    uint32_t by[4];
    frame_id frame;
};

static int compare_named(const void *a, const void *b)
{
    const struct pprof_location *x = a;
    const struct pprof_location *y = b;

    for (size_t i = 0; i < sizeof x->by / sizeof x->by[0]; i++)
        if (x->by[i] != y->by[i])
            return x->by[i] < y->by[i] ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

static bool is_new(const struct pprof_location *pairs, size_t i)
{
    return i == 0 || memcmp(pairs[i].by, pairs[i - 1].by, sizeof pairs[i].by) != 0;
}

/* Marks stay part of the name: without _[i], a function would become one with those that are not
 * inlined, and what is read back another. */
static name_id file_of(const struct frame *row)
{
    return row->file ? row->file : frame_line_file(row);
}

static void put_function(struct pprof *w, uint32_t id, const struct frame *row)
{
    uint64_t text = text_of(w, row->name);

    buf_clear(&w->part);
    put_number(&w->part, ID, id);
    put_number(&w->part, FUNCTION_NAME, text);
    put_number(&w->part, FUNCTION_SYSTEM_NAME, row->symbol ? text_of(w, row->symbol) : text);
    put_number(&w->part, FUNCTION_FILE, text_of(w, file_of(row)));
    put_number(&w->part, FUNCTION_START, row->first);
    put_bytes(&w->out, FUNCTION, buf_str(&w->part));
}

static void put_functions(struct pprof *w, struct pprof_location *pairs)
{
    const struct frame *rows = w->p->frames.rows;
    size_t n = w->p->frames.n - 1;
    uint32_t id = 0;

    for (size_t i = 0; i < n; i++) {
        const struct frame *row = &rows[i + 1];
        pairs[i] = (struct pprof_location){{row->name, file_of(row), row->symbol, row->first},
                                           (frame_id)(i + 1)};
    }
    qsort(pairs, n, sizeof *pairs, compare_named);
    for (size_t i = 0; i < n; i++) {
        if (is_new(pairs, i))
            put_function(w, ++id, &rows[pairs[i].frame]);
        w->functions[pairs[i].frame] = id;
    }
}

static void put_mappings(struct pprof *w)
{
    for (size_t i = 0; i < w->places.n; i++) {
        const struct recording_info_mapping *m = &w->places.mappings[i];
        buf_clear(&w->part);
        put_number(&w->part, ID, i + 1);
        put_number(&w->part, MAPPING_START, m->start);
        put_number(&w->part, MAPPING_LIMIT, m->limit);
        put_number(&w->part, MAPPING_OFFSET, m->offset);
        put_number(&w->part, MAPPING_FILE, text_of(w, m->file));
        put_number(&w->part, MAPPING_BUILD_ID, text_of(w, m->build_id));
        for (unsigned part = 0; part < RECORDING_INFO_NAMED_PARTS; part++)
            put_number(&w->part, MAPPING_HAS_FUNCTIONS + part, m->named >> part & 1);
        put_bytes(&w->out, MAPPING, buf_str(&w->part));
    }
}

/* ---- locations ------------------------------------------------------------------------------ */

static bool is_inlined(const struct profile *p, stack_id stack)
{
    const struct stack *s = &p->stacks.rows[stack];

    return s->caller && p->frames.rows[s->frame].kind == KIND_INLINED;
}

static void find_locations(struct pprof *w)
{
    const struct profile *p = w->p;

    for (stack_id s = 1; s < p->stacks.n; s++) {
        const struct stack *row = &p->stacks.rows[s];
        uint32_t outer = is_inlined(p, s) ? w->location_of[row->caller] : 0;
        w->location_of[s] = stacks_add(&w->locations, outer, row->frame);
    }
}

static void put_location(struct pprof *w, uint32_t id)
{
    const struct stack *rows = w->locations.rows;
    const struct frame *frames = w->p->frames.rows;
    uint32_t outermost = id;

    buf_clear(&w->part);
    put_number(&w->part, ID, id);
    for (uint32_t at = id; at; at = rows[at].caller) {
        buf_clear(&w->inner);
        put_number(&w->inner, LINE_FUNCTION, w->functions[rows[at].frame]);
        put_number(&w->inner, LINE_LINE, frames[rows[at].frame].line);
        put_bytes(&w->part, LOCATION_LINE, buf_str(&w->inner));
        outermost = at;
    }
    frame_id frame = rows[outermost].frame;
    put_number(&w->part, LOCATION_MAPPING, w->places.mapping[frame]);
    put_number(&w->part, LOCATION_ADDRESS, w->places.address[frame]);
    put_bytes(&w->out, LOCATION, buf_str(&w->part));
}

/* ---- samples -------------------------------------------------------------------------------- */

static uint64_t unit_text(struct pprof *w, struct str unit)
{
    for (size_t i = 0; i < w->n_units; i++)
        if (str_equal(w->units[i].unit, unit))
            return w->units[i].text;
    uint64_t text = add_text(w, unit);
    if (w->n_units < LABEL_UNITS) {
        w->units[w->n_units].unit = unit;
        w->units[w->n_units++].text = text;
    }
    return text;
}

static void put_label(struct pprof *w, const struct label *label)
{
    int64_t number;
    struct str unit;

    buf_clear(&w->inner);
    put_number(&w->inner, LABEL_KEY, text_of(w, label->key));
    if (!recording_info_has_text_key(&w->p->info, label->key) &&
        pprof_number(names_get(&w->p->names, label->value), &number, &unit)) {
        put_number(&w->inner, LABEL_NUMBER, (uint64_t)number);
        put_number(&w->inner, LABEL_UNIT, unit_text(w, unit));
    } else {
        put_number(&w->inner, LABEL_TEXT, text_of(w, label->value));
    }
    put_bytes(&w->part, SAMPLE_LABEL, buf_str(&w->inner));
}

static void put_sample(struct pprof *w, uint32_t i)
{
    const struct profile *p = w->p;
    size_t n;
    const struct label *labels = labels_get(&p->labels, p->samples[i].labels, &n);

    buf_clear(&w->part);
    buf_clear(&w->inner);
    for (stack_id s = p->samples[i].stack; s; s = p->stacks.rows[s].caller) {
        leb128_add(&w->inner, w->location_of[s]);
        while (is_inlined(p, s))
            s = p->stacks.rows[s].caller;
    }
    put_bytes(&w->part, SAMPLE_LOCATIONS, buf_str(&w->inner));
    buf_clear(&w->inner);
    for (size_t place = 0; place < w->n_order; place++) {
        size_t c = w->order[place];
        size_t less = profile_subtracted(p, c);
        uint64_t value = p->columns[c].values[i];
        value -= less < p->n_columns ? p->columns[less].values[i] : 0;
        leb128_add(&w->inner, value * w->measures[c].factor);
    }
    put_bytes(&w->part, SAMPLE_VALUES, buf_str(&w->inner));
    for (size_t k = 0; k < n; k++)
        put_label(w, &labels[k]);
    put_bytes(&w->out, SAMPLE, buf_str(&w->part));
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* Packs what was written, and gives it to the sink. A gzip file may have several members. */
static void flush(struct pprof *w, struct sink *sink)
{
    struct compressor packer = {0};

    compress_begin();
    sink_str(sink, compressor_gzip(&packer, buf_str(&w->out)));
    compressor_free(&packer);
    buf_clear(&w->out);
}

static void put_all(struct pprof *w, const struct style *style, struct sink *sink)
{
    enum { MEMBER = 1 << 24 }; /* bytes, before they are packed: what is held at most */
    const struct profile *p = w->p;
    struct pprof_location *pairs = mem_alloc(p->frames.n, sizeof *pairs);

    put_bytes(&w->out, STRING, STR(""));
    w->n_texts = 1;
    put_types(w);
    put_origin(w, style->subtitle);
    put_mappings(w);
    put_functions(w, pairs);
    mem_free(pairs, p->frames.n, sizeof *pairs);
    find_locations(w);
    for (uint32_t id = 1; id < w->locations.n; id++)
        put_location(w, id);
    for (uint32_t i = 0; i < p->n_samples; i++) {
        put_sample(w, i);
        if (w->out.n > MEMBER && i + 1 < p->n_samples)
            flush(w, sink);
    }
    flush(w, sink);
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    const struct profile *p = picture->profile;
    struct pprof w = {
        .p = p,
        .texts = mem_alloc(p->names.n, sizeof *w.texts),
        .functions = mem_alloc(p->frames.n, sizeof *w.functions),
        .location_of = mem_alloc(p->stacks.n, sizeof *w.location_of),
        .measures = mem_alloc(p->n_columns, sizeof *w.measures),
    };

    stacks_init(&w.locations);
    pprof_locations_find(&w.places, p);
    bool ok = find_measures(&w, f);
    if (ok)
        put_all(&w, picture->style, sink);
    stacks_free(&w.locations);
    mem_free(w.texts, p->names.n, sizeof *w.texts);
    mem_free(w.functions, p->frames.n, sizeof *w.functions);
    pprof_locations_free(&w.places);
    mem_free(w.location_of, p->stacks.n, sizeof *w.location_of);
    mem_free(w.measures, p->n_columns, sizeof *w.measures);
    buf_free(&w.out);
    buf_free(&w.part);
    buf_free(&w.inner);
    buf_free(&w.text);
    return ok;
}

static const char *const endings[] = {"pb.gz", "pb", "pprof", NULL};

const struct output_format output_pprof = {
    .name = "pprof",
    .about =
        "profile.proto, as pprof and many services read it: samples with labels, inlined functions",
    .endings = endings,
    .write = write,
    .lists_stacks = true,
    .whole = true,
    .places = true,
    .all_measures = true,
};
