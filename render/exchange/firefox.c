/* {"meta": {"preprocessedProfileVersion": 48, ...}, "threads": [{"name": "spin", "pid": "4711",
 *   "samples": {"stack": [1], "time": [0.5], "weight": [3], "weightType": "samples", "length": 1},
 *   "stackTable": {"prefix": [null, 0], "frame": [0, 1], ...}, "frameTable": {...},
 *   "funcTable": {...}, "resourceTable": {...}, "stringArray": ["main", "libc.so.6"]}],
 *  "libs": [{"name": "libc.so.6", "path": "/lib/libc.so.6", ...}]}
 *
 * Version 48 of the processed format, which newer versions of profiler.firefox.com still read. The
 * format has room for one measure, the one that pictures draw; any unit but time and bytes is
 * written as samples. Samples without a time come last, a millisecond apart. A frame is a place in
 * a library; functions inlined there have the same address and a greater inline depth. A stack in
 * which the thread waited has a row of its own in the table, of the category Idle, and where time
 * of processors is known, samples tell how much passed since the one before.
 * https://github.com/firefox-devtools/profiler/blob/main/docs-developer/CHANGELOG-formats.md */
#include "base/mem.h"
#include "base/parse.h"
#include "render/common/text.h"
#include "render/exchange/firefox_samples.h"
#include "render/exchange/firefox_tracks.h"
#include "render/exchange/javascript.h"
#include "render/exchange/period.h"
#include "render/output.h"

enum { VERSION = 48, LIBRARY = 1, MS_SCALE = 6, MS_NS = 1000000, IDLE = KIND_COUNT };

/* The name of a sample without frames, as in other outputs. */
#define NO_STACK_NAME "[unknown]"

/* Where the profiler shows marks. */
#define MARKER_SCHEMA                                                                              \
    "[{\"name\":\"flame\",\"display\":[\"marker-chart\",\"marker-table\"],\"data\":[]}]"

/* The category of each kind; colours are names that the profiler knows. */
static const struct {
    const char *name, *colour;
} categories[KIND_COUNT + 1] = {
    [KIND_UNKNOWN] = {"Other", "grey"},   [KIND_USER] = {"User", "yellow"},
    [KIND_KERNEL] = {"Kernel", "orange"}, [KIND_INLINED] = {"Inlined", "lightblue"},
    [KIND_JIT] = {"JIT", "green"},        [KIND_WAKER] = {"Waker", "purple"},
    [KIND_GUEST] = {"Guest", "brown"},    [IDLE] = {"Idle", "transparent"},
};

struct firefox {
    const struct profile *p;
    const struct column *column;
    struct sink *s;
    struct thread_samples threads;
    struct firefox_lists lists;
    struct firefox_tracks tracks;
    uint32_t *main_of; /* by pid: 1 + the thread that is its first; 0: not known */
};

static frame_id frame_at(const struct firefox *out, uint32_t location)
{
    return out->lists.locations.rows[location].frame;
}

/* ---- columns --------------------------------------------------------------------------------- */

static void write_string(struct sink *s, const char *before, struct str text)
{
    sink_text(s, before);
    sink_byte(s, '"');
    text_json_whole(s, text);
    sink_byte(s, '"');
}

static void write_index(struct sink *s, uint32_t index)
{
    sink_u64(s, index);
}

/* Writes ,"NAME":[ and a cell for each id, then one for samples without frames. */
static void begin_column(struct firefox *out, const char *name, const struct firefox_list *l,
                         void (*cell)(struct firefox *, uint32_t), const char *unknown)
{
    sink_text(out->s, ",\"");
    sink_text(out->s, name);
    sink_text(out->s, "\":[");
    for (uint32_t i = 0; i < l->n; i++) {
        sink_text(out->s, i ? "," : "");
        cell(out, l->ids[i]);
    }
    if (out->lists.has_unknown && unknown) {
        sink_text(out->s, l->n ? "," : "");
        sink_text(out->s, unknown);
    }
}

static void write_column(struct firefox *out, const char *name, const struct firefox_list *l,
                         void (*cell)(struct firefox *, uint32_t), const char *unknown)
{
    begin_column(out, name, l, cell, unknown);
    sink_byte(out->s, ']');
}

/* The same for stacks, and behind these for those in which the thread waited. */
static void write_stacks(struct firefox *out, const char *name,
                         void (*cell)(struct firefox *, uint32_t), const char *unknown,
                         void (*wait)(struct firefox *, uint32_t))
{
    begin_column(out, name, &out->lists.stacks, cell, unknown);
    for (uint32_t i = 0; i < out->lists.waits.n; i++) {
        sink_byte(out->s, ','); /* it is among the stacks, too */
        wait(out, out->lists.waits.ids[i]);
    }
    sink_byte(out->s, ']');
}

static void begin_table(struct firefox *out, const char *name, uint32_t n)
{
    sink_text(out->s, ",\n\"");
    sink_text(out->s, name);
    sink_text(out->s, "\":{\"length\":");
    sink_u64(out->s, n);
}

static void cell_null(struct firefox *out, uint32_t id)
{
    (void)id;
    sink_text(out->s, "null");
}

static void cell_zero(struct firefox *out, uint32_t id)
{
    (void)id;
    sink_byte(out->s, '0');
}

static void cell_false(struct firefox *out, uint32_t id)
{
    (void)id;
    sink_text(out->s, "false");
}

static void cell_prefix(struct firefox *out, uint32_t stack)
{
    stack_id caller = out->p->stacks.rows[stack].caller;

    if (caller)
        write_index(out->s, out->lists.stacks.place[caller]);
    else
        sink_text(out->s, "null");
}

static void cell_frame(struct firefox *out, uint32_t stack)
{
    write_index(out->s, out->lists.places.place[out->lists.location_of[stack]]);
}

static void cell_stack_category(struct firefox *out, uint32_t stack)
{
    write_index(out->s, out->p->frames.rows[out->p->stacks.rows[stack].frame].kind);
}

static void cell_idle(struct firefox *out, uint32_t stack)
{
    (void)stack;
    write_index(out->s, IDLE);
}

static void cell_category(struct firefox *out, uint32_t location)
{
    write_index(out->s, out->p->frames.rows[frame_at(out, location)].kind);
}

/* The address of the function that everything else is inlined into. */
static void cell_address(struct firefox *out, uint32_t location)
{
    while (out->lists.locations.rows[location].caller)
        location = out->lists.locations.rows[location].caller;
    uint64_t offset = out->p->frames.rows[frame_at(out, location)].offset;
    if (offset)
        sink_u64(out->s, offset);
    else
        sink_text(out->s, "-1");
}

static void cell_depth(struct firefox *out, uint32_t location)
{
    uint32_t depth = 0;

    for (; out->lists.locations.rows[location].caller;
         location = out->lists.locations.rows[location].caller)
        depth++;
    write_index(out->s, depth);
}

static void cell_function(struct firefox *out, uint32_t location)
{
    write_index(out->s,
                out->lists.functions.place[out->lists.function_of[frame_at(out, location)]]);
}

static void cell_line(struct firefox *out, uint32_t location)
{
    uint32_t line = out->p->frames.rows[frame_at(out, location)].line;

    if (line)
        sink_u64(out->s, line);
    else
        sink_text(out->s, "null");
}

static bool is_js(const struct firefox *out, uint32_t function)
{
    return exchange_is_javascript(&out->p->names, &out->p->frames.rows[function]);
}

static void cell_is_js(struct firefox *out, uint32_t function)
{
    sink_text(out->s, is_js(out, function) ? "true" : "false");
}

/* Of other languages the profiler would take it for the line of each frame that has none. */
static void cell_first(struct firefox *out, uint32_t function)
{
    uint32_t line = out->p->frames.rows[function].first;

    if (line && is_js(out, function))
        sink_u64(out->s, line);
    else
        sink_text(out->s, "null");
}

static void cell_name(struct firefox *out, uint32_t function)
{
    write_index(out->s, out->lists.names.place[out->p->frames.rows[function].name]);
}

static void cell_file(struct firefox *out, uint32_t function)
{
    name_id file = out->p->frames.rows[function].file;

    if (file)
        write_index(out->s, out->lists.names.place[file]);
    else
        sink_text(out->s, "null");
}

static void cell_resource(struct firefox *out, uint32_t function)
{
    frame_id lib = out->lists.lib_of[function];

    if (lib)
        write_index(out->s, out->lists.libs.place[lib]);
    else
        sink_text(out->s, "-1");
}

static void cell_lib(struct firefox *out, uint32_t lib)
{
    write_index(out->s, out->lists.all_libs.place[lib]);
}

/* Names of libraries follow the other names. */
static void cell_lib_name(struct firefox *out, uint32_t lib)
{
    write_index(out->s, out->lists.names.n + out->lists.libs.place[lib]);
}

static void cell_library(struct firefox *out, uint32_t lib)
{
    (void)lib;
    write_index(out->s, LIBRARY);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static struct str lib_name(const struct firefox *out, uint32_t lib)
{
    struct str path = names_get(&out->p->names, out->p->frames.rows[lib].module);
    struct str base = path_base_name(path);

    return base.n ? base : path;
}

/* Samples without frames have a row of their own at the end of each table. */
static void write_frames(struct firefox *out)
{
    char unknown[16];

    snprintf(unknown, sizeof unknown, "%lu", (unsigned long)out->lists.places.n);
    begin_table(out, "stackTable",
                out->lists.stacks.n + out->lists.has_unknown + out->lists.waits.n);
    write_stacks(out, "prefix", cell_prefix, "null", cell_prefix);
    write_stacks(out, "frame", cell_frame, unknown, cell_frame);
    write_stacks(out, "category", cell_stack_category, "0", cell_idle);
    write_stacks(out, "subcategory", cell_zero, "0", cell_zero);
    snprintf(unknown, sizeof unknown, "%lu", (unsigned long)out->lists.functions.n);
    sink_byte(out->s, '}');
    begin_table(out, "frameTable", out->lists.places.n + out->lists.has_unknown);
    write_column(out, "address", &out->lists.places, cell_address, "-1");
    write_column(out, "inlineDepth", &out->lists.places, cell_depth, "0");
    write_column(out, "category", &out->lists.places, cell_category, "0");
    write_column(out, "subcategory", &out->lists.places, cell_zero, "0");
    write_column(out, "func", &out->lists.places, cell_function, unknown);
    write_column(out, "nativeSymbol", &out->lists.places, cell_null, "null");
    write_column(out, "innerWindowID", &out->lists.places, cell_zero, "0");
    write_column(out, "implementation", &out->lists.places, cell_null, "null");
    write_column(out, "line", &out->lists.places, cell_line, "null");
    write_column(out, "column", &out->lists.places, cell_null, "null");
    sink_byte(out->s, '}');
}

static void write_functions(struct firefox *out)
{
    char unknown[16];

    snprintf(unknown, sizeof unknown, "%lu", (unsigned long)out->lists.names.n + out->lists.libs.n);
    begin_table(out, "funcTable", out->lists.functions.n + out->lists.has_unknown);
    write_column(out, "name", &out->lists.functions, cell_name, unknown);
    write_column(out, "isJS", &out->lists.functions, cell_is_js, "false");
    write_column(out, "relevantForJS", &out->lists.functions, cell_false, "false");
    write_column(out, "resource", &out->lists.functions, cell_resource, "-1");
    write_column(out, "fileName", &out->lists.functions, cell_file, "null");
    write_column(out, "lineNumber", &out->lists.functions, cell_first, "null");
    write_column(out, "columnNumber", &out->lists.functions, cell_null, "null");
    sink_byte(out->s, '}');
    begin_table(out, "resourceTable", out->lists.libs.n);
    write_column(out, "lib", &out->lists.libs, cell_lib, NULL);
    write_column(out, "name", &out->lists.libs, cell_lib_name, NULL);
    write_column(out, "host", &out->lists.libs, cell_null, NULL);
    write_column(out, "type", &out->lists.libs, cell_library, NULL);
    sink_text(out->s, "},\n\"nativeSymbols\":{\"length\":0,\"address\":[],\"functionSize\":[],"
                      "\"libIndex\":[],\"name\":[]}");
}

static void write_strings(struct firefox *out)
{
    const char *before = "\n";

    sink_text(out->s, ",\n\"stringArray\":[");
    for (uint32_t i = 0; i < out->lists.names.n; i++, before = ",\n")
        write_string(out->s, before, names_get(&out->p->names, out->lists.names.ids[i]));
    for (uint32_t i = 0; i < out->lists.libs.n; i++, before = ",\n")
        write_string(out->s, before, lib_name(out, out->lists.libs.ids[i]));
    if (out->lists.has_unknown)
        write_string(out->s, before, STR(NO_STACK_NAME));
    sink_byte(out->s, ']');
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* A process is represented by one thread: its main thread, or else the heaviest. */
static void find_mains(struct firefox *out)
{
    for (uint32_t i = 0; i < out->threads.n; i++) {
        const struct sampled_thread *t = &out->threads.list[i];
        if (t->pid && t->pid == t->tid && !out->main_of[t->pid])
            out->main_of[t->pid] = i + 1;
    }
    for (uint32_t i = 0; i < out->threads.n; i++)
        if (!out->main_of[out->threads.list[i].pid])
            out->main_of[out->threads.list[i].pid] = i + 1;
}

static void write_thread(struct firefox *out, uint32_t i)
{
    const struct names *names = &out->p->names;
    const struct sampled_thread *t = &out->threads.list[i];
    struct sink *s = out->s;

    firefox_lists_fill(&out->lists, &out->threads, i);
    firefox_tracks_list(&out->tracks, i, &out->lists);
    write_string(s, "{\"name\":", names_get(names, t->name));
    sink_text(s,
              out->main_of[t->pid] == i + 1 ? ",\"isMainThread\":true" : ",\"isMainThread\":false");
    if (t->process)
        write_string(s, ",\"processName\":", names_get(names, t->process));
    write_string(s, ",\"pid\":", names_get(names, t->pid));
    write_string(s, ",\"tid\":", names_get(names, t->tid));
    sink_text(s, ",\"processType\":\"default\",\"processStartupTime\":0,"
                 "\"processShutdownTime\":null,\"registerTime\":0,\"unregisterTime\":null,"
                 "\"pausedRanges\":[]");
    begin_table(out, "samples", t->n);
    firefox_samples_write(s, &out->lists, &out->threads.samples[t->first], t->n);
    sink_text(s, ",\n\"markers\":");
    firefox_tracks_write_markers(s, &out->tracks, i, &out->lists);
    write_frames(out);
    write_functions(out);
    write_strings(out);
    sink_byte(s, '}');
}

/* The average time between samples, in nanoseconds, in the thread with most of those that have
 * times. */
static uint64_t find_interval(const struct firefox *out)
{
    uint64_t interval = MS_NS;
    uint32_t most = 1;

    for (uint32_t i = 0; i < out->threads.n; i++) {
        const struct sampled_thread *t = &out->threads.list[i];
        const struct thread_sample *samples = &out->threads.samples[t->first];
        uint32_t n = t->n;
        while (n && samples[n - 1].time_ns == NO_TIME)
            n--;
        if (n <= most || samples[n - 1].time_ns == samples[0].time_ns)
            continue;
        most = n;
        interval = (samples[n - 1].time_ns - samples[0].time_ns) / (n - 1);
    }
    return interval ? interval : 1;
}

/* What a sample weighs, and in what, where the format has no word for it: for this program. */
static void write_period(struct firefox *out)
{
    int digits;
    bool is_time = firefox_find_shift(out->p, &digits);

    if (!exchange_has_period(out->p))
        return;
    sink_text(out->s, ",\"samplePeriod\":");
    exchange_write_period(out->s, out->p, digits);
    if (!is_time && str_equal(str_of(firefox_weight_type(out->p, false)), STR("samples")))
        write_string(out->s, ",\"sampleUnit\":", names_get(&out->p->names, out->column->unit));
}

static void write_meta(struct firefox *out, const struct style *style)
{
    struct sink *s = out->s;

    sink_text(s, "{\"meta\":{\"preprocessedProfileVersion\":");
    sink_u64(s, VERSION);
    write_string(
        s, ",\"version\":24,\"product\":", style->subtitle.n ? style->subtitle : STR("flame"));
    sink_text(s, ",\"interval\":");
    sink_decimal(s, find_interval(out), MS_SCALE);
    write_period(out);
    sink_text(s, ",\"startTime\":");
    sink_decimal(s, out->p->info.zero_ns, MS_SCALE);
    sink_text(s, ",\"processType\":0,\"stackwalk\":1,\"debug\":false,"
                 "\"symbolicated\":true,\n\"categories\":[");
    for (size_t i = 0; i <= KIND_COUNT; i++) {
        write_string(s, i ? ",{\"name\":" : "{\"name\":", str_of(categories[i].name));
        write_string(s, ",\"color\":", str_of(categories[i].colour));
        sink_text(s, ",\"subcategories\":[\"Other\"]}");
    }
    sink_text(s, "],\n\"markerSchema\":");
    sink_text(s, out->p->tracks.marks.n ? MARKER_SCHEMA : "[]");
    sink_text(s, ",\"extensions\":{\"length\":0,\"baseURL\":[],\"id\":[],"
                 "\"name\":[]},\n\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\","
                 "\"threadCPUDelta\":\"ns\"},\"usesOnlyOneStackType\":true,"
                 "\"doesNotUseFrameImplementation\":true,\"sourceCodeIsNotOnSearchfox\":true}");
}

static void write_libs(struct firefox *out)
{
    const struct names *names = &out->p->names;
    struct sink *s = out->s;

    sink_text(s, ",\n\"libs\":[");
    for (uint32_t i = 0; i < out->lists.all_libs.n; i++) {
        const struct frame *row = &out->p->frames.rows[out->lists.all_libs.ids[i]];
        struct str name = lib_name(out, out->lists.all_libs.ids[i]);
        struct str path = names_get(names, row->module);
        write_string(s, i ? ",\n{\"name\":" : "\n{\"name\":", name);
        write_string(s, ",\"path\":", path);
        write_string(s, ",\"debugName\":", name);
        write_string(s, ",\"debugPath\":", path);
        sink_text(s, ",\"breakpadId\":\"\",\"arch\":\"\"");
        if (row->build_id)
            write_string(s, ",\"codeId\":", names_get(names, row->build_id));
        sink_text(s, row->build_id ? "}" : ",\"codeId\":null}");
    }
    sink_byte(s, ']');
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    const struct profile *p = picture->profile;
    struct firefox out = {
        .p = p,
        .column = &p->columns[0],
        .s = sink,
        .main_of = mem_alloc(p->names.n, sizeof *out.main_of),
    };

    (void)f;
    thread_samples_init(&out.threads, picture, true);
    firefox_lists_init(&out.lists, p);
    find_mains(&out);
    firefox_tracks_init(&out.tracks, p, &out.threads, out.main_of);
    write_meta(&out, picture->style);
    sink_text(sink, ",\n\"threads\":[");
    for (uint32_t i = 0; i < out.threads.n; i++) {
        sink_text(sink, i ? ",\n" : "\n");
        write_thread(&out, i);
    }
    sink_byte(sink, ']');
    write_libs(&out);
    sink_text(sink, ",\n\"pages\":[],\"counters\":");
    firefox_tracks_write_counters(sink, &out.tracks, out.main_of);
    sink_text(sink, ",\"profilerOverhead\":[]}\n");
    firefox_tracks_free(&out.tracks);
    firefox_lists_free(&out.lists);
    thread_samples_free(&out.threads);
    mem_free(out.main_of, p->names.n, sizeof *out.main_of);
    return true;
}

static const char *const endings[] = {"firefox.json", "firefox", "profile.json", NULL};

const struct output_format output_firefox = {
    .name = "firefox",
    .about = "JSON of the Firefox Profiler: the samples of each thread in time, for "
             "profiler.firefox.com",
    .endings = endings,
    .write = write,
    .whole = true,
    .timed = true,
};
