/* <row><thread ref="2"/><weight ref="9"/><backtrace id="10"><frame id="11" name="start" ...
 * The rows of a table that xctrace exports. A repeated element is a reference to an id. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/text.h"
#include "input/common/xml.h"
#include "input/xctrace/refs.h"

enum xctrace_element {
    OTHER,
    BACKTRACE,
    BINARY,
    FRAME,
    ROW,
    SAMPLE_TIME,
    SCHEMA,
    TAGGED,
    THREAD,
    TID,
    WEIGHT,
    CYCLE_WEIGHT,
};

/* A backtrace: frames, leaf first. */
struct span {
    size_t from, n;
};

struct xctrace {
    struct text text;
    struct label_builder label_builder;
    struct refs refs;
    frame_id *frames; /* of all backtraces that can come again, and the one that is read */
    size_t n_frames, frames_room;
    size_t kept; /* as many of them can come again */
    struct span *spans;
    size_t n_spans, spans_room;
    enum xctrace_element measured; /* WEIGHT, CYCLE_WEIGHT; OTHER: not known yet */
    struct buf schema;             /* of the table that is read */
    struct buf sampled;            /* of the first table with samples */
    bool inside;                   /* of a row */
    /* The row that is read. */
    uint64_t line;
    const char *wrong; /* NULL: nothing */
    uint64_t weight, time_ns;
    bool has_weight, has_stack;
    struct span stack;
    labels_id labels;
    /* The element that is read, where its end matters. */
    uint64_t backtrace_id, frame_id, tagged_id, thread_id, text_id;
    size_t backtrace_from;
    bool in_frame;
    name_id name;
    enum frame_kind kind;
    struct buf thread, tid;
};

static enum xctrace_element element_of(const char *name)
{
    static const struct {
        const char *name;
        enum xctrace_element element;
    } known[] = {
        {"backtrace", BACKTRACE},
        {"binary", BINARY},
        {"cycle-weight", CYCLE_WEIGHT},
        {"frame", FRAME},
        {"row", ROW},
        {"sample-time", SAMPLE_TIME},
        {"schema", SCHEMA},
        {"tagged-backtrace", TAGGED},
        {"thread", THREAD},
        {"tid", TID},
        {"weight", WEIGHT},
    };

    if (name[0] == 'f' && strcmp(name, "frame") == 0)
        return FRAME;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (name[0] == known[i].name[0] && strcmp(name, known[i].name) == 0)
            return known[i].element;
    return OTHER;
}

/* The attributes that we use. */
struct attributes {
    uint64_t id, ref; /* 0: not there */
    const char *name, *addr, *fmt, *path;
    bool inlined;
};

static uint64_t id_of(const char *text)
{
    uint64_t id;

    return parse_u64(str_of(text), &id) ? id : 0;
}

static struct attributes attributes_of(const char *const *pairs)
{
    struct attributes a = {0};

    for (; pairs[0]; pairs += 2) {
        const char *key = pairs[0];
        if (strcmp(key, "ref") == 0)
            a.ref = id_of(pairs[1]);
        else if (strcmp(key, "id") == 0)
            a.id = id_of(pairs[1]);
        else if (strcmp(key, "name") == 0)
            a.name = pairs[1];
        else if (strcmp(key, "addr") == 0)
            a.addr = pairs[1];
        else if (strcmp(key, "fmt") == 0)
            a.fmt = pairs[1];
        else if (strcmp(key, "path") == 0)
            a.path = pairs[1];
        else if (strcmp(key, "inlined") == 0)
            a.inlined = strcmp(pairs[1], "true") == 0;
    }
    return a;
}

static void set_ref(struct xctrace *in, uint64_t id, enum ref_kind kind, uint64_t value)
{
    if (id)
        refs_set(&in->refs, id, kind, value, in->text.r->tally.bytes);
}

static bool get_ref(struct xctrace *in, uint64_t id, enum ref_kind kind, uint64_t *value)
{
    if (refs_get(&in->refs, id, kind, value))
        return true;
    in->wrong = "a reference to an element that did not come before";
    return false;
}

/* ---- frames and backtraces */

static void add_frame(struct xctrace *in, uint64_t frame)
{
    in->frames = mem_grow(in->frames, &in->frames_room, in->n_frames + 1, sizeof *in->frames);
    in->frames[in->n_frames++] = (frame_id)frame;
}

static bool begin_frame(struct xctrace *in, struct xml *x, const struct attributes *a)
{
    struct tidier *tidier = &in->text.tidier;
    uint64_t frame;

    if (a->ref) {
        if (get_ref(in, a->ref, REF_FRAME, &frame))
            add_frame(in, frame);
        return true;
    }
    const char *name = a->name && a->name[0] ? a->name : a->addr ? a->addr : "[unknown]";
    xml_line(x);
    in->in_frame = true;
    in->frame_id = a->id;
    in->kind = a->inlined ? KIND_INLINED : KIND_UNKNOWN;
    return tidier_name(tidier, str_of(name), &in->name);
}

static bool end_frame(struct xctrace *in)
{
    struct frame row = {.name = in->name, .kind = in->kind};
    frame_id frame = 0;

    if (!in->in_frame)
        return true;
    in->in_frame = false;
    if (!builder_row(&in->text.builder, &row, &frame))
        return false;
    set_ref(in, in->frame_id, REF_FRAME, frame);
    add_frame(in, frame);
    return true;
}

/* The address says whether a frame is the kernel's. */
static enum frame_kind kind_of(const struct attributes *a)
{
    static const char *const kernel[] = {"/System/Library/Kernels/", "/System/Library/Extensions/",
                                         "/Library/Extensions/"};

    for (size_t i = 0; a->path && i < sizeof kernel / sizeof kernel[0]; i++)
        if (str_starts(str_of(a->path), str_of(kernel[i])))
            return KIND_KERNEL;
    return a->path && a->path[0] ? KIND_USER : KIND_UNKNOWN;
}

static void take_binary(struct xctrace *in, const struct attributes *a)
{
    uint64_t kind = kind_of(a);

    if (a->ref && !get_ref(in, a->ref, REF_BINARY, &kind))
        return;
    set_ref(in, a->id, REF_BINARY, kind);
    if (in->kind == KIND_UNKNOWN)
        in->kind = (enum frame_kind)kind;
}

static void take_stack(struct xctrace *in, uint64_t ref)
{
    uint64_t span;

    if (get_ref(in, ref, REF_STACK, &span)) {
        in->stack = in->spans[span];
        in->has_stack = true;
    }
}

static void remember_stack(struct xctrace *in, uint64_t id)
{
    if (!id || in->wrong)
        return;
    in->spans = mem_grow(in->spans, &in->spans_room, in->n_spans + 1, sizeof *in->spans);
    in->spans[in->n_spans] = in->stack;
    set_ref(in, id, REF_STACK, in->n_spans++);
    in->kept = in->n_frames;
}

static void begin_stack(struct xctrace *in, uint64_t *id, const struct attributes *a)
{
    *id = a->id;
    in->backtrace_from = in->n_frames;
    if (a->ref)
        take_stack(in, a->ref);
}

/* A tagged backtrace contains a backtrace, or frames. */
static void end_stack(struct xctrace *in, uint64_t *id)
{
    if (in->n_frames > in->backtrace_from || !in->has_stack)
        in->stack = (struct span){in->backtrace_from, in->n_frames - in->backtrace_from};
    in->backtrace_from = in->n_frames;
    in->has_stack = true;
    remember_stack(in, *id);
    *id = 0;
}

/* ---- threads */

/* "main  0x8480c1 (rust_test2, pid: 49374)" */
static labels_id labels_of(struct xctrace *in, struct str text, struct str tid)
{
    struct str process = STR("");
    struct str pid = STR("");
    struct str name = text;
    size_t open = text.n;

    while (open > 0 && text.p[open - 1] != '(')
        open--;
    size_t at = str_find(text, open, STR(", pid: "));
    if (open && at < text.n && text.p[text.n - 1] == ')') {
        process = str_from_to(text, open, at);
        pid = str_from_to(text, at + 7, text.n - 1);
        name = str_from_to(text, 0, open - 1);
    }
    name.n = str_find(name, 0, STR(" 0x"));
    const struct str labels[] = {process, pid, str_trim(name), tid};
    return label_builder_of(&in->label_builder, labels);
}

static void begin_thread(struct xctrace *in, const struct attributes *a)
{
    uint64_t labels;

    in->thread_id = a->id;
    buf_clear(&in->thread);
    buf_clear(&in->tid);
    if (a->fmt)
        buf_add(&in->thread, str_of(a->fmt));
    if (a->ref && get_ref(in, a->ref, REF_THREAD, &labels))
        in->labels = (labels_id)labels;
}

static void end_thread(struct xctrace *in)
{
    if (!in->thread_id)
        return;
    in->labels = labels_of(in, buf_str(&in->thread), buf_str(&in->tid));
    set_ref(in, in->thread_id, REF_THREAD, in->labels);
    in->thread_id = 0;
}

/* ---- rows */

static void begin_row(struct xctrace *in, struct xml *x)
{
    in->inside = true;
    in->n_frames = in->kept;
    in->line = xml_line(x);
    in->wrong = NULL;
    in->weight = 0;
    in->time_ns = NO_TIME;
    in->has_weight = in->has_stack = in->in_frame = false;
    in->labels = 0;
    in->backtrace_id = in->tagged_id = in->thread_id = in->text_id = 0;
}

static bool measure(struct xctrace *in)
{
    static const struct measure time[] = {{"time", "ns"}, {"samples", "samples"}};
    static const struct measure cycles[] = {{"cycles", "cycles"}, {"samples", "samples"}};

    if (in->measured == OTHER)
        in->measured = WEIGHT;
    return text_measures(&in->text, TEXT_FULL_NAMES, in->measured == WEIGHT ? time : cycles, 2);
}

static bool push_frames(struct xctrace *in)
{
    struct builder *b = &in->text.builder;

    builder_begin(b);
    b->moment.at_ns = in->time_ns;
    for (size_t i = 0; i < in->stack.n && in->has_stack; i++)
        if (!builder_push(b, in->frames[in->stack.from + i]))
            return false;
    if (b->n)
        return true;
    return tidier_push(&in->text.tidier, STR(""), STR(""), STR(""), KIND_UNKNOWN);
}

static bool end_row(struct xctrace *in, struct xml *x)
{
    in->inside = false;
    if (in->wrong)
        return xml_bad(x, in->line, in->wrong, STR(""));
    if (!in->has_weight && !in->has_stack)
        return true;
    if (!in->text.r->tally.taken) {
        buf_clear(&in->sampled);
        buf_add(&in->sampled, buf_str(&in->schema));
    }
    if (!str_equal(buf_str(&in->schema), buf_str(&in->sampled)))
        return xml_bad(x, in->line, "a sample of another table than the first with samples",
                       buf_str(&in->schema));
    const uint64_t values[] = {in->weight, 1};
    return (in->text.r->tally.taken || measure(in)) && push_frames(in) &&
           builder_add(&in->text.builder, LEAF_FIRST, in->labels, values, in->line);
}

static void begin_weight(struct xctrace *in, struct xml *x, enum xctrace_element element,
                         const struct attributes *a)
{
    if (in->measured == OTHER)
        in->measured = element;
    if (element != in->measured) {
        in->wrong = "a weight of another kind than those before";
        return;
    }
    in->text_id = a->id;
    in->has_weight = true;
    if (a->ref)
        get_ref(in, a->ref, REF_WEIGHT, &in->weight);
    else
        xml_keep_text(x);
}

static void end_weight(struct xctrace *in, struct str text)
{
    if (text.n == 0)
        return;
    if (!parse_u64(str_trim(text), &in->weight))
        in->wrong = "a weight that is not a number below 2^64";
    else
        set_ref(in, in->text_id, REF_WEIGHT, in->weight);
}

static bool start(void *context, struct xml *x, const char *name, const char *const *pairs)
{
    struct xctrace *in = context;
    enum xctrace_element element = element_of(name);

    if (element == ROW)
        begin_row(in, x);
    if (element == OTHER || element == ROW || (!in->inside && element != SCHEMA))
        return true;
    const struct attributes a = attributes_of(pairs);
    if (element == FRAME)
        return begin_frame(in, x, &a);
    if (element == BACKTRACE)
        begin_stack(in, &in->backtrace_id, &a);
    else if (element == TAGGED)
        begin_stack(in, &in->tagged_id, &a);
    else if (element == BINARY && in->in_frame)
        take_binary(in, &a);
    else if (element == THREAD)
        begin_thread(in, &a);
    else if (element == WEIGHT || element == CYCLE_WEIGHT)
        begin_weight(in, x, element, &a);
    else if ((element == TID && in->thread_id) || element == SAMPLE_TIME)
        xml_keep_text(x);
    else if (element == SCHEMA) {
        buf_clear(&in->schema);
        buf_add(&in->schema, str_of(a.name ? a.name : ""));
    }
    return true;
}

static bool end(void *context, struct xml *x, const char *name, struct str text)
{
    struct xctrace *in = context;
    enum xctrace_element element = in->inside ? element_of(name) : OTHER;

    if (element == FRAME)
        return end_frame(in);
    if (element == BACKTRACE)
        end_stack(in, &in->backtrace_id);
    else if (element == TAGGED)
        end_stack(in, &in->tagged_id);
    else if (element == THREAD)
        end_thread(in);
    else if (element == TID)
        buf_add(&in->tid, str_trim(text));
    else if (element == WEIGHT || element == CYCLE_WEIGHT)
        end_weight(in, text);
    else if (element == SAMPLE_TIME && !parse_u64(str_trim(text), &in->time_ns))
        in->time_ns = NO_TIME;
    else if (element == ROW)
        return end_row(in, x);
    return true;
}

static const char *const label_keys[] = {"process", "pid", "thread-name", "tid"};

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct xctrace in = {.measured = OTHER};
    const struct xml_reader reader = {.context = &in, .start = start, .end = end};

    text_init(&in.text, r, blocks, p, f);
    in.text.tidier.printed = true; /* before what is measured is known */
    label_builder_init(&in.label_builder, p, label_keys, sizeof label_keys / sizeof label_keys[0]);
    bool ok = xml_read(&reader, r, blocks, f);
    mem_free(in.frames, in.frames_room, sizeof *in.frames);
    mem_free(in.spans, in.spans_room, sizeof *in.spans);
    refs_free(&in.refs);
    label_builder_free(&in.label_builder);
    buf_free(&in.schema);
    buf_free(&in.sampled);
    buf_free(&in.thread);
    buf_free(&in.tid);
    text_free(&in.text);
    return ok;
}

static unsigned recognise(struct str prefix)
{
    return xml_recognise(prefix, STR("trace-query-result"));
}

static const char *const endings[] = {"xctrace", NULL};

const struct input_format input_xctrace = {
    .name = "xctrace",
    .about = "the samples that xctrace of macOS exports as XML",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .cut = CUT_NOWHERE,
};
