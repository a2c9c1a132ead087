/* {"traceEvents": [{"name": "parse", "ph": "X", "ts": 17.25, "dur": 3, "pid": 1, "tid": 2}, ...]}
 * Chrome's trace event format, which many programs write: X is a span, B and E are its beginning
 * and end, M names a thread or process. The outer braces, and the last bracket, may be missing.
 * Times are in us, and kept in ns. Events may contain V8 profiles (profiles.h), and samples may
 * accompany them (frames.h): if so, these are drawn by default, and spans have a column of their
 * own. Work of GPUs is an event of its own (gpu.h). */
#include "base/mem.h"
#include "base/parse.h"
#include "input/chrome/category.h"
#include "input/chrome/clock.h"
#include "input/chrome/gpu.h"
#include "input/chrome/profiles.h"
#include "input/chrome/threads.h"
#include "input/chrome/tracks.h"
#include "input/common/spans.h"
#include "input/common/text.h"
#include "input/json/json.h"
#include "input/v8/time.h"

/* A time, with its line in the input. */
struct chrome_time {
    int64_t ns;
    bool known;
    bool wrong; /* it was there, but is no time */
};

/* The event that is read. */
struct trace_event {
    uint64_t line;
    char phase; /* 0: not found */
    struct chrome_time ts, dur, tdur;
    bool has_pid, has_tid;
    struct buf name;
    struct buf id;
    struct buf given; /* args.name */
    struct buf row;   /* of a sample: its frame in the table */
    uint64_t weight;
    bool is_average; /* args has the mean of others, as clang's totals do */
    enum trace_category category;
};

/* Where in the trace an item is. */
enum chrome_part { OUTSIDE, EVENTS, SAMPLES, FRAMES };

struct chrome {
    struct text text;
    struct json json;
    struct spans spans;
    struct chrome_profiles profiles;
    struct chrome_gpu gpu;
    struct chrome_threads threads;
    struct chrome_tracks tracks;
    struct chrome_clock clock;
    struct trace_event event;
    enum chrome_part part;
    size_t depth;  /* of what is in the part */
    bool in_event; /* or in a sample, which has the same members */
    bool in_args;
    bool has_data;       /* args.data, which may be that of a profile */
    struct buf pid, tid; /* of the event, and until they are found of the one before */
    bool known;          /* thread is the one of pid and tid */
    labels_id thread;
    uint64_t n_async;
    uint64_t n_own;      /* spans of the tracer about itself */
    struct buf own_name; /* of the first */
};

static void take_time(struct chrome_time *moment, const struct json_item *item)
{
    bool said = item->kind == JSON_NUMBER || item->kind == JSON_STRING;

    moment->known = said && chrome_time(item->text, CHROME_US, &moment->ns);
    moment->wrong = !moment->known;
}

static void set(struct buf *to, const struct json_item *item)
{
    buf_clear(to);
    if (item->kind == JSON_NUMBER || item->kind == JSON_STRING)
        buf_add(to, item->text);
}

/* Most events belong to the thread of the previous one. */
static void set_id(struct chrome *in, struct buf *id, bool *has, const struct json_item *item)
{
    bool said = item->kind == JSON_NUMBER || item->kind == JSON_STRING;

    *has = true;
    if (said && str_equal(item->text, buf_str(id)))
        return;
    in->known = false;
    set(id, item);
}

static void take_phase(char *phase, const struct json_item *item)
{
    *phase = '\0';
    if (item->kind == JSON_STRING && item->text.n == 1)
        *phase = item->text.p[0];
}

/* A number, or one as text. Without one a sample counts once; below 0 it counts nothing. */
static uint64_t weight_of(const struct json_item *item)
{
    struct decimal weight;
    bool rounded;

    if ((item->kind == JSON_NUMBER || item->kind == JSON_STRING) &&
        parse_float(item->text, 0, &weight, &rounded))
        return weight.value;
    return item->kind == JSON_NUMBER ? 0 : 1;
}

/* A member of an event. */
static void take_member(struct chrome *in, const struct json_item *item)
{
    struct trace_event *e = &in->event;
    struct str key = item->key;

    switch (key.n) {
    case 1:
        if (key.p[0] == 's')
            take_phase(&in->tracks.scope, item);
        break;
    case 2:
        if (str_equal(key, STR("id")))
            set(&e->id, item);
        else if (str_equal(key, STR("ph")))
            take_phase(&e->phase, item);
        else if (str_equal(key, STR("ts")))
            take_time(&e->ts, item);
        else if (str_equal(key, STR("sf")))
            set(&e->row, item);
        break;
    case 3:
        if (str_equal(key, STR("dur")))
            take_time(&e->dur, item);
        else if (str_equal(key, STR("cat")))
            e->category = trace_category_of(item->text);
        else if (str_equal(key, STR("pid")))
            set_id(in, &in->pid, &e->has_pid, item);
        else if (str_equal(key, STR("tid")))
            set_id(in, &in->tid, &e->has_tid, item);
        break;
    case 4:
        if (str_equal(key, STR("name")))
            set(&e->name, item);
        else if (str_equal(key, STR("tdur")))
            take_time(&e->tdur, item);
        else if (str_equal(key, STR("args")))
            in->in_args = item->kind == JSON_OBJECT && in->part == EVENTS;
        break;
    case 6:
        if (str_equal(key, STR("weight")))
            e->weight = weight_of(item);
        break;
    }
}

/* What an event does not give is empty. */
static void forget_ids(struct chrome *in)
{
    const struct trace_event *e = &in->event;

    if ((e->has_pid || !in->pid.n) && (e->has_tid || !in->tid.n))
        return;
    if (!e->has_pid)
        buf_clear(&in->pid);
    if (!e->has_tid)
        buf_clear(&in->tid);
    in->known = false;
}

/* Finds or adds the thread of the event. */
static labels_id thread_of(struct chrome *in)
{
    forget_ids(in);
    if (!in->known)
        in->thread = chrome_threads_add(&in->threads, buf_str(&in->pid), buf_str(&in->tid));
    in->known = true;
    return in->thread;
}

/* "thread_name" and "process_name" come anywhere. */
static void take_name(struct chrome *in)
{
    struct trace_event *e = &in->event;
    struct str what = buf_str(&e->name);
    labels_id id;

    if (str_equal(what, STR("thread_name")))
        id = thread_of(in);
    else if (str_equal(what, STR("process_name")))
        id = chrome_threads_add(&in->threads, e->has_pid ? buf_str(&in->pid) : STR(""), STR(""));
    else
        return;
    chrome_threads_name(&in->threads, id, buf_str(&e->given));
}

static bool bad(struct chrome *in, const char *reason)
{
    return json_bad(&in->json, in->event.line, reason, buf_str(&in->event.name));
}

static bool take_span(struct chrome *in)
{
    struct trace_event *e = &in->event;
    struct chrome_time dur = e->dur.known || e->dur.wrong ? e->dur : e->tdur;
    struct span span = {.begin_ns = e->ts.ns, .end_ns = e->ts.ns};

    if (!e->ts.known)
        return bad(in, "an event without a time");
    if (e->phase == 'X' && (!dur.known || dur.ns < 0))
        return bad(in, "an event without a duration");
    if (e->phase == 'X')
        span.end_ns += dur.ns;
    else
        span.end_ns = e->phase == 'B' ? SPAN_BEGINS : SPAN_ENDS;
    span.line = e->line < UINT32_MAX ? (uint32_t)e->line : UINT32_MAX;
    struct str name = e->name.n ? buf_str(&e->name) : STR("[unknown]");
    if ((e->name.n || e->phase != 'E') &&
        !tidier_frame(&in->text.tidier, name, KIND_UNKNOWN, &span.frame))
        return false;
    uint32_t thread = thread_of(in);
    if (e->phase == 'X' && e->category == GPU_WORK && chrome_gpu_says_place(&in->gpu)) {
        spans_see(&in->spans, span.begin_ns);
        chrome_gpu_add(&in->gpu, thread, &span, buf_str(&in->pid), buf_str(&in->tid));
        return true;
    }
    if (e->phase != 'E')
        chrome_gpu_mark(&in->gpu, thread, &span);
    return spans_add(&in->spans, thread, &span);
}

/* Spans that a tracer adds about others, or about its own work: clang's "Total Source" on threads
 * of their own, the length of the recording of PyTorch's profiler, bazel's critical path. */
static bool is_own(const struct chrome *in)
{
    const struct trace_event *e = &in->event;

    return (e->is_average && str_starts(buf_str(&e->name), STR("Total "))) ||
           e->category == OF_CRITICAL_PATH ||
           (e->category == OF_TRACE && str_equal(buf_str(&in->pid), STR("Spans")));
}

/* Of Kineto: what a stream did for a part of the program, its waits, and the profiler's overhead.
 */
static bool is_no_work(const struct chrome *in)
{
    return in->event.category == GPU_SUMS ||
           (in->event.category == OF_OVERHEAD && str_equal(buf_str(&in->pid), STR("-1")));
}

static void leave_out(struct chrome *in)
{
    if (in->n_own++ == 0)
        buf_add(&in->own_name, buf_str(&in->event.name));
}

static bool is_span(char phase)
{
    return phase == 'X' || phase == 'B' || phase == 'E';
}

/* Profile data belongs to the thread that reports it. */
static bool take_profile(struct chrome *in)
{
    const struct trace_event *e = &in->event;
    uint32_t thread = thread_of(in);
    const struct chrome_piece piece = {
        .name = buf_str(&e->name),
        .pid = buf_str(&in->pid),
        .id = buf_str(&e->id),
        .thread = thread,
        .line = e->line,
    };

    return chrome_profiles_take(&in->profiles, &piece);
}

static bool end_sample(struct chrome *in)
{
    const struct trace_event *e = &in->event;
    struct framed_sample sample = {
        .ns = e->ts.ns,
        .weight = e->weight,
        .sample.at = e->line < UINT32_MAX ? (uint32_t)e->line : UINT32_MAX,
    };

    in->in_event = false;
    if (!e->ts.known)
        return json_bad(&in->json, e->line, "a sample without a time", buf_str(&e->row));
    sample.thread = thread_of(in);
    in->profiles.frames.n_weighted += e->weight != 1;
    chrome_frames_sample(&in->profiles.frames, &sample, buf_str(&e->name), buf_str(&e->row));
    return true;
}

static void take_track(struct chrome *in)
{
    struct trace_event *e = &in->event;

    in->n_async += e->phase == 'b' || e->phase == 'S';
    const uint32_t thread = thread_of(in);
    const struct chrome_track_event event = {
        .phase = e->phase,
        .name = buf_str(&e->name),
        .id = buf_str(&e->id),
        .at_ns = e->ts.ns,
        .thread = thread,
        .process = chrome_threads_add(&in->threads, buf_str(&in->pid), STR("")),
    };
    chrome_tracks_take(&in->tracks, &event);
}

static bool end_event(struct chrome *in)
{
    if (in->part == SAMPLES)
        return end_sample(in);
    in->in_event = in->in_args = false;
    if (in->has_data && !is_span(in->event.phase) &&
        chrome_profiles_is_event(buf_str(&in->event.name)))
        return take_profile(in);
    if (in->has_data)
        chrome_profiles_forget(&in->profiles);
    switch (in->event.phase) {
    case 'X':
    case 'B':
    case 'E':
        if (is_no_work(in))
            in->gpu.n_left_out++;
        else if (!is_own(in))
            return take_span(in);
        else
            leave_out(in);
        return true;
    case 'M':
        take_name(in);
        return true;
    case '\0':
        return in->event.name.n == 0 || bad(in, "an event without a phase");
    default: /* flows, objects, samples: none of these */
        if (in->event.ts.known && chrome_tracks_has(in->event.phase))
            take_track(in);
        return true;
    }
}

static void begin_event(struct chrome *in)
{
    struct trace_event *e = &in->event;

    in->in_event = true;
    in->in_args = in->has_data = false;
    e->line = json_line(&in->json);
    e->phase = '\0';
    e->ts = e->dur = e->tdur = (struct chrome_time){0, false, false};
    e->has_pid = e->has_tid = false;
    buf_clear(&e->name);
    buf_clear(&e->id);
    buf_clear(&e->given);
    buf_clear(&e->row);
    e->weight = 1;
    e->is_average = false;
    e->category = OTHER;
    chrome_gpu_begin(&in->gpu);
    chrome_tracks_begin(&in->tracks);
}

/* The part that an item begins, or OUTSIDE. */
static enum chrome_part part_of(const struct json_item *item)
{
    static const struct {
        const char *key;
        enum json_kind kind;
        enum chrome_part part;
    } parts[] = {{"traceEvents", JSON_ARRAY, EVENTS},
                 {"samples", JSON_ARRAY, SAMPLES},
                 {"stackFrames", JSON_OBJECT, FRAMES}};

    if (item->depth == 0 && item->kind == JSON_ARRAY)
        return EVENTS;
    for (size_t i = 0; item->depth == 1 && i < sizeof parts / sizeof parts[0]; i++)
        if (item->kind == parts[i].kind && json_says(item, parts[i].key))
            return parts[i].part;
    return OUTSIDE;
}

/* Finds the beginnings and ends of parts. */
static void take_outer(struct chrome *in, const struct json_item *item)
{
    bool ends = item->kind == JSON_ARRAY_END || item->kind == JSON_OBJECT_END;

    if (in->part == OUTSIDE) {
        chrome_clock_take(&in->clock, item);
        in->part = part_of(item);
        in->depth = item->depth + 1;
        in->json.records = in->part == OUTSIDE || in->part == FRAMES ? 0 : in->depth;
    } else if (ends && item->depth + 1 == in->depth) {
        in->part = OUTSIDE;
        in->json.records = 0;
    }
}

/* The contents of args. */
static void take_argument(struct chrome *in, const struct json_item *item)
{
    if (!in->event.phase || chrome_tracks_has(in->event.phase))
        chrome_tracks_argument(&in->tracks, item);
    if (json_says(item, "name")) {
        set(&in->event.given, item);
    } else if (json_says(item, "avg ms")) {
        in->event.is_average = true;
    } else if (item->kind == JSON_OBJECT && json_says(item, "data")) {
        in->has_data = true;
        v8_document_begin(&in->profiles.document, item);
    } else {
        chrome_gpu_take(&in->gpu, item);
    }
}

static bool take(void *context, const struct json_item *item)
{
    struct chrome *in = context;
    size_t depth = in->depth;

    if (item->kind == JSON_DAMAGE) {
        in->in_event = in->in_args = false;
        chrome_frames_forget(&in->profiles.frames);
        if (in->part == FRAMES)
            in->part = OUTSIDE;
        chrome_profiles_forget(&in->profiles);
        return true;
    }
    if (in->profiles.document.part != V8_OUTSIDE)
        return v8_document_take(&in->profiles.document, item);
    if (in->in_event && item->depth == depth + 1) {
        if (item->kind == JSON_OBJECT_END)
            in->in_args = false;
        else
            take_member(in, item);
        return true;
    }
    if (in->part == OUTSIDE || item->depth < depth) {
        take_outer(in, item);
        return true;
    }
    if (in->part == FRAMES)
        return chrome_frames_take(&in->profiles.frames, item, depth);
    if (item->depth == depth) {
        if (item->kind == JSON_OBJECT)
            begin_event(in);
        return item->kind != JSON_OBJECT_END || !in->in_event || end_event(in);
    }
    if (in->in_args && item->depth == depth + 2)
        take_argument(in, item);
    return true;
}

/* The measure in which streams of GPUs have idle time, if it is asked for. */
static size_t add_wall(struct chrome *in, struct measure *measures, size_t n)
{
    const char *asked = in->text.r->ask->value;

    if (!asked || !chrome_gpu_works(&in->gpu) || !str_equal(str_of(asked), STR("wall")))
        return n;
    in->gpu.wall_column = n;
    measures[n] = (struct measure){"wall", "ns"};
    return n + 1;
}

/* Samples, if any, are drawn by default, because whoever recorded them wants to see them. */
static bool set_measures(struct chrome *in)
{
    struct measure measures[V8_MEASURES + 2];
    size_t n;

    if (!chrome_profiles_link(&in->profiles, measures, &n))
        return false;
    in->spans.column = n;
    if (n == 0) {
        measures[0] = (struct measure){"time", "ns"};
        return text_measures(&in->text, TEXT_FULL_NAMES, measures, add_wall(in, measures, 1));
    }
    measures[n] = (struct measure){"spans", "ns"};
    bool has_spans = spans_last(&in->spans) || chrome_gpu_works(&in->gpu);
    if (has_spans)
        reading_remark(&in->text.r->info->remarks,
                       "holds samples, which are drawn, and spans: --value spans draws them");
    return text_measures(&in->text, TEXT_FULL_NAMES, measures,
                         add_wall(in, measures, n + has_spans));
}

static void tell_own(const struct chrome *in)
{
    struct excerpt e;

    if (in->n_own)
        reading_remark(
            &in->text.r->info->remarks,
            "%llu spans in which the tracer sums up others, such as \"%s\", are left out",
            (unsigned long long)in->n_own, excerpt_of(&e, buf_str(&in->own_name)));
}

static bool finish(struct chrome *in)
{
    size_t n = in->threads.room;
    labels_id *labels = mem_alloc(n, sizeof *labels);
    labels_id *spans_labels = mem_alloc(n, sizeof *spans_labels);

    for (size_t i = 0; i < n; i++)
        labels[i] = spans_labels[i] = chrome_threads_labels(&in->threads, (labels_id)i);
    if (chrome_gpu_works(&in->gpu))
        chrome_gpu_label_others(&in->gpu, spans_labels, n);
    if (in->n_async)
        reading_remark(&in->text.r->info->remarks,
                       "asynchronous spans, which belong to no stack, are kept as marks: %llu",
                       (unsigned long long)in->n_async);
    tell_own(in);
    bool ok = set_measures(in);
    if (in->spans.began && in->text.p->moments.kind == TIME_POINTS)
        chrome_profiles_begin(&in->profiles, &in->spans);
    chrome_clock_tell(&in->clock, &in->spans, in->text.r->info);
    chrome_tracks_finish(&in->tracks, labels, in->spans.began ? in->spans.first_ns : 0);
    ok = ok && spans_finish(&in->spans, spans_labels) &&
         chrome_gpu_finish(&in->gpu, &in->spans, labels) &&
         chrome_profiles_finish(&in->profiles, labels);
    mem_free(labels, n, sizeof *labels);
    mem_free(spans_labels, n, sizeof *spans_labels);
    return ok;
}

static void free_all(struct chrome *in)
{
    struct buf *bufs[] = {&in->event.name, &in->event.id, &in->event.given, &in->event.row,
                          &in->pid,        &in->tid,      &in->own_name};

    for (size_t i = 0; i < sizeof bufs / sizeof bufs[0]; i++)
        buf_free(bufs[i]);
    spans_free(&in->spans);
    chrome_profiles_free(&in->profiles);
    chrome_gpu_free(&in->gpu);
    chrome_threads_free(&in->threads);
    chrome_tracks_free(&in->tracks);
    text_free(&in->text);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct chrome in = {0};

    text_init(&in.text, r, blocks, p, f);
    chrome_threads_init(&in.threads, p);
    chrome_tracks_init(&in.tracks, &in.text);
    in.spans.b = &in.text.builder;
    in.json = (struct json){
        .r = r, .blocks = blocks, .f = f, .take = take, .context = &in, .alike = true};
    in.text.tidier.printed = true;
    chrome_profiles_init(&in.profiles, &in.text, &in.json);
    chrome_gpu_init(&in.gpu, &in.text);
    bool ok = json_read(&in.json) && finish(&in);
    free_all(&in);
    return ok;
}

/* The key of the events at the start of an object counts 60 bits; an array of objects with a phase
 * and a thread, a process or a name 40. */
static unsigned recognise(struct str prefix)
{
    char first = json_first(prefix);

    if (first == '{' && json_mentions(prefix, "traceEvents"))
        return 60;
    if (first == '{') /* what comes before the events may fill the prefix */
        return json_mentions(prefix, "stackFrames") || json_mentions(prefix, "otherData") ? 30 : 0;
    if (first != '[' || !json_mentions(prefix, "ph"))
        return 0;
    return json_mentions(prefix, "tid") || json_mentions(prefix, "pid") ||
                   json_mentions(prefix, "name")
               ? 40
               : 0;
}

static const char *const endings[] = {"chrome", NULL};

const struct input_format input_chrome = {
    .name = "chrome",
    .about = "trace events of Chrome and others: JSON with spans on threads or samples",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\"traceEvents\"", "\"stackFrames\"", "\"otherData\"", "\"ph\"")},
    .read = read,
    .event_unit = chrome_gpu_unit,
    .event_is_sampling = chrome_gpu_is_gpu,
};
