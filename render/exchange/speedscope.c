/* {"$schema": "https://www.speedscope.app/file-format-schema.json", "shared": {"frames": [
 *  {"name": "main", "file": "/src/a.c", "line": 3}]}, "profiles": [{"type": "sampled",
 *  "name": "spin 4711/4713", "unit": "nanoseconds", "startValue": 0, "endValue": 7,
 *  "samples": [[0], [0, 1]], "weights": [3, 4]}], "exporter": "flame"}
 *
 * Each thread is a profile, the largest first; without labels there is one profile, named after the
 * measure. The format has room for one measure, the one that pictures draw. Numbers are not
 * multiplied by --factor, because other programs go on with them. A function without a source file
 * gets its module as file: speedscope colours by it. */
#include <stdlib.h>

#include "base/mem.h"
#include "render/common/text.h"
#include "render/exchange/period.h"
#include "render/exchange/thread_samples.h"
#include "render/flame/picture.h"
#include "render/output.h"

static const struct {
    const char *unit, *said;
} units[] = {{"ns", "nanoseconds"},
             {"us", "microseconds"},
             {"ms", "milliseconds"},
             {"s", "seconds"},
             {"bytes", "bytes"}};

#define NOT_LISTED UINT32_MAX

/* The name of a sample without frames, as in other outputs; speedscope would take it for idle time.
 */
#define NO_STACK_NAME "[unknown]"

struct speedscope {
    const struct profile *p;
    const struct column *column;
    struct sink *s;
    struct thread_samples threads;
    uint32_t *indexes; /* by frame: its place in the list; of frame 0 that of NO_STACK_NAME */
    uint32_t *path;    /* indexes of a stack, leaf first */
    size_t path_room;
    struct buf name;
};

/* Frames with equal name, file and line are one. */
struct speedscope_frame {
    name_id name, file;
    uint32_t line;
    frame_id frame;
};

static int compare_places(const void *a, const void *b)
{
    const struct speedscope_frame *x = a;
    const struct speedscope_frame *y = b;

    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

static struct speedscope_frame place_of_frame(const struct profile *p, frame_id frame)
{
    const struct frame *row = &p->frames.rows[frame];

    return (struct speedscope_frame){
        .name = row->name,
        .file = row->file ? row->file : row->module,
        .line = row->file ? row->line : 0,
        .frame = frame,
    };
}

static bool same_place(const struct speedscope_frame *a, const struct speedscope_frame *b)
{
    return a->name == b->name && a->file == b->file && a->line == b->line;
}

static void write_string(struct speedscope *out, const char *key, struct str text)
{
    sink_text(out->s, key);
    sink_byte(out->s, '"');
    text_json_whole(out->s, text);
    sink_byte(out->s, '"');
}

static void write_place(struct speedscope *out, const struct speedscope_frame *place)
{
    const struct names *names = &out->p->names;

    write_string(out, "{\"name\":", names_get(names, place->name));
    if (place->file)
        write_string(out, ",\"file\":", names_get(names, place->file));
    if (place->line) {
        sink_text(out->s, ",\"line\":");
        sink_u64(out->s, place->line);
    }
    sink_byte(out->s, '}');
}

/* Sets first_of[] by frame: the first frame of the same place. */
static void find_places(const struct profile *p, frame_id *first_of)
{
    size_t n = p->frames.n;
    struct speedscope_frame *places = mem_alloc(n, sizeof *places);
    frame_id first = 0;

    for (frame_id i = 0; i < n; i++)
        places[i] = place_of_frame(p, i);
    qsort(places, n, sizeof *places, compare_places);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || !same_place(&places[i], &places[i - 1]))
            first = places[i].frame;
        first_of[places[i].frame] = first;
    }
    mem_free(places, n, sizeof *places);
}

/* Writes the frames of a stack that are not written yet, the leaf first. */
static uint32_t write_frames_of(struct speedscope *out, stack_id stack, const frame_id *first_of,
                                bool *is_written, uint32_t n)
{
    const struct stack *rows = out->p->stacks.rows;

    for (stack_id at = stack; at && !is_written[at]; at = rows[at].caller) {
        uint32_t *index = &out->indexes[first_of[rows[at].frame]];
        is_written[at] = true;
        if (*index == NOT_LISTED) {
            struct speedscope_frame place = place_of_frame(out->p, rows[at].frame);
            sink_text(out->s, n ? ",\n" : "\n");
            write_place(out, &place);
            *index = n++;
        }
        out->indexes[rows[at].frame] = *index;
    }
    return n;
}

static bool is_no_stack_name(const struct speedscope *out, frame_id frame)
{
    struct speedscope_frame place = place_of_frame(out->p, frame);

    return out->indexes[frame] != NOT_LISTED && !place.file &&
           str_equal(names_get(&out->p->names, place.name), STR(NO_STACK_NAME));
}

/* Finds or lists a frame for samples without frames, if there are any. */
static void write_no_frame(struct speedscope *out, uint32_t n)
{
    uint32_t i = 0;

    while (i < out->threads.n_samples && out->threads.samples[i].stack)
        i++;
    if (i == out->threads.n_samples)
        return;
    for (frame_id frame = 1; frame < out->p->frames.n; frame++) {
        if (!is_no_stack_name(out, frame))
            continue;
        out->indexes[0] = out->indexes[frame];
        return;
    }
    write_string(out, n ? ",\n{\"name\":" : "\n{\"name\":", STR(NO_STACK_NAME));
    sink_byte(out->s, '}');
    out->indexes[0] = n;
}

/* Lists the frames in the order in which samples reach them. Their ids would not do: they depend on
 * the number of workers that read the input. */
static void write_frames(struct speedscope *out)
{
    const struct profile *p = out->p;
    frame_id *first_of = mem_alloc(p->frames.n, sizeof *first_of);
    bool *is_written = mem_alloc(p->stacks.n, sizeof *is_written);
    uint32_t n = 0;

    find_places(p, first_of);
    for (frame_id i = 0; i < p->frames.n; i++)
        out->indexes[i] = NOT_LISTED;
    for (uint32_t i = 0; i < out->threads.n_samples; i++)
        n = write_frames_of(out, out->threads.samples[i].stack, first_of, is_written, n);
    write_no_frame(out, n);
    mem_free(is_written, p->stacks.n, sizeof *is_written);
    mem_free(first_of, p->frames.n, sizeof *first_of);
}

static void write_stack(struct speedscope *out, stack_id stack)
{
    const struct stack *rows = out->p->stacks.rows;
    size_t depth = 0;

    for (stack_id at = stack; at; at = rows[at].caller) {
        out->path = mem_grow(out->path, &out->path_room, depth + 1, sizeof *out->path);
        out->path[depth++] = out->indexes[rows[at].frame];
    }
    sink_byte(out->s, '[');
    if (stack == 0)
        sink_u64(out->s, out->indexes[0]);
    while (depth) {
        sink_u64(out->s, out->path[--depth]);
        if (depth)
            sink_byte(out->s, ',');
    }
    sink_byte(out->s, ']');
}

static const char *unit_said(const struct speedscope *out)
{
    struct str unit = names_get(&out->p->names, out->column->unit);

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (str_equal(unit, str_of(units[i].unit)))
            return units[i].said;
    return "none";
}

static void name_profile(struct speedscope *out, uint32_t thread)
{
    const struct names *names = &out->p->names;

    buf_clear(&out->name);
    thread_samples_name(&out->threads, thread, names, &out->name);
    if (out->name.n == 0 && out->threads.n == 1)
        buf_add(&out->name,
                out->column->name ? names_get(names, out->column->name) : STR("samples"));
}

static void write_profile(struct speedscope *out, uint32_t thread)
{
    const struct sampled_thread *t = &out->threads.list[thread];
    const struct thread_sample *samples = &out->threads.samples[t->first];
    struct sink *s = out->s;

    name_profile(out, thread);
    write_string(out, "{\"type\":\"sampled\",\"name\":", buf_str(&out->name));
    sink_text(s, ",\"unit\":\"");
    sink_text(s, unit_said(out));
    sink_text(s, "\",\"startValue\":0,\"endValue\":");
    sink_decimal(s, t->total, out->column->scale);
    sink_text(s, ",\n\"samples\":[");
    for (uint32_t i = 0; i < t->n; i++) {
        sink_text(s, i ? ",\n" : "\n");
        write_stack(out, samples[i].stack);
    }
    sink_text(s, "],\n\"weights\":[");
    for (uint32_t i = 0; i < t->n; i++) {
        sink_text(s, i ? "," : "");
        sink_decimal(s, samples[i].value, out->column->scale);
    }
    sink_text(s, "]}");
}

/* What a sample weighs, and in what, where the format has no word for it: for this program. */
static void write_period(struct speedscope *out)
{
    if (!exchange_has_period(out->p))
        return;
    sink_text(out->s, "\"period\":");
    exchange_write_period(out->s, out->p, 0);
    if (strcmp(unit_said(out), "none") == 0)
        write_string(out, ",\"unit\":", names_get(&out->p->names, out->column->unit));
    sink_text(out->s, ",\n");
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    const struct profile *p = picture->profile;
    struct speedscope out = {
        .p = p,
        .column = &p->columns[0],
        .s = sink,
        .indexes = mem_alloc(p->frames.n, sizeof *out.indexes),
    };

    (void)f;
    thread_samples_init(&out.threads, picture, false);
    sink_text(sink, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\"");
    if (picture->style->subtitle.n)
        write_string(&out, ",\n\"name\":", picture->style->subtitle);
    sink_text(sink, ",\n\"exporter\":\"flame\",\n");
    write_period(&out);
    sink_text(sink, "\"shared\":{\"frames\":[");
    write_frames(&out);
    sink_text(sink, "]},\n\"profiles\":[");
    for (uint32_t i = 0; i < out.threads.n; i++) {
        sink_text(sink, i ? ",\n" : "\n");
        write_profile(&out, i);
    }
    sink_text(sink, "]}\n");
    thread_samples_free(&out.threads);
    mem_free(out.indexes, p->frames.n, sizeof *out.indexes);
    mem_free(out.path, out.path_room, sizeof *out.path);
    buf_free(&out.name);
    return true;
}

static const char *const endings[] = {"speedscope.json", "speedscope", NULL};

const struct output_format output_speedscope = {
    .name = "speedscope",
    .about = "JSON of speedscope: the samples of each thread, in time order where it is known",
    .endings = endings,
    .write = write,
    .lists_stacks = true,
    .whole = true,
    .timed = true,
};
