/* my_app:request_begin ... my_app:request_end: the time between is that of my_app:request. */
#include "input/babeltrace/trace_events.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/parse.h"

enum { EVENTS, TIME, COLUMNS };

enum { OPENS_MOST = 512 }; /* of a thread, as each end looks through them */

static const struct measure measures[COLUMNS] = {{"events", "events"}, {"time", "ns"}};

/* By EVENT_COMM and so on. The host is a label only where it is asked for. */
static const char *const label_keys[EVENT_KEYS] = {"comm",     "pid",        "tid",
                                                   "provider", "tracepoint", "host"};

/* What has begun on a thread, and not ended. */
struct open {
    int64_t ns;
    frame_id frame;
    uint32_t line;
};

struct traced_thread {
    labels_id label;
    struct open *opens;
    size_t n, room;
};

bool trace_events_init(struct trace_events *e, struct reading *r, struct blocks *blocks,
                       struct profile *p, struct fault *f)
{
    *e = (struct trace_events){0};
    text_init(&e->text, r, blocks, p, f);
    label_builder_init(&e->label_builder, p, label_keys,
                       r->ask->labels & OPTIONAL_HOST ? EVENT_KEYS : EVENT_HOST);
    names_init(&e->thread_keys);
    pairs_init(&e->addresses);
    e->spans.b = &e->text.builder;
    return text_measures(&e->text, TEXT_FULL_NAMES, measures, COLUMNS);
}

void trace_events_free(struct trace_events *e)
{
    spans_free(&e->spans);
    for (size_t i = 0; i < e->room; i++)
        mem_free(e->threads[i].opens, e->threads[i].room, sizeof *e->threads[i].opens);
    mem_free(e->threads, e->room, sizeof *e->threads);
    names_free(&e->thread_keys);
    pairs_free(&e->addresses);
    mem_free(e->frames, e->frames_room, sizeof *e->frames);
    buf_free(&e->name);
    label_builder_free(&e->label_builder);
    text_free(&e->text);
}

/* ---- what a name says ------------------------------------------------------------------------ */

/* What a name says of a span. */
struct half {
    struct str before, after; /* the name of the span is both together */
    bool begins, ends;
};

/* "GCStart_V2" without its version. */
static struct str without_version(struct str name)
{
    size_t n = name.n;

    while (n && is_digit(name.p[n - 1]))
        n--;
    return n > 2 && n < name.n && name.p[n - 1] == 'V' && name.p[n - 2] == '_'
               ? str_from_to(name, 0, n - 2)
               : name;
}

/* LTTng has pairs of tracepoints for calls (syscall_entry_read, lttng_ust_cyg_profile:func_entry),
 * .NET for what the runtime does (GCStart, GCEnd); others write them as words. */
static struct half half_of(struct str name)
{
    static const struct {
        const char *word;
        bool begins;
    } words[] = {{"_begin", true}, {"_start", true}, {"_entry", true}, {"_enter", true},
                 {"Begin", true},  {"Start", true},  {"Enter", true},  {"_end", false},
                 {"_stop", false}, {"_exit", false}, {"End", false},   {"Stop", false},
                 {"Exit", false},  {"_done", false}};
    static const char *const calls[] = {"syscall_entry_", "syscall_exit_"};

    for (unsigned i = 0; i < 2; i++)
        if (str_starts(name, str_of(calls[i])) && name.n > strlen(calls[i]))
            return (struct half){STR("syscall_"), str_from_to(name, strlen(calls[i]), name.n),
                                 i == 0, i == 1};
    name = without_version(name);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct str word = str_of(words[i].word);
        if (str_ends(name, word) && name.n > word.n)
            return (struct half){str_from_to(name, 0, name.n - word.n), STR(""), words[i].begins,
                                 !words[i].begins};
    }
    return (struct half){.begins = false};
}

static uint32_t thread_of(struct trace_events *e, const struct str *labels)
{
    buf_clear(&e->name);
    buf_add(&e->name, labels[EVENT_HOST]);
    buf_add_byte(&e->name, '\n'); /* is in none of them */
    buf_add(&e->name, labels[EVENT_PID]);
    buf_add_byte(&e->name, '\n');
    buf_add(&e->name, labels[EVENT_TID]);
    const uint32_t number = names_add(&e->thread_keys, buf_str(&e->name));
    while (e->room <= number) {
        const size_t before = e->room;
        e->threads = mem_grow(e->threads, &e->room, (size_t)number + 1, sizeof *e->threads);
        for (size_t i = before; i < e->room; i++)
            e->threads[i] = (struct traced_thread){0};
    }
    return number;
}

/* The labels of a span are those of its thread. */
static labels_id labels_of_thread(struct trace_events *e, const struct str *given)
{
    struct str labels[EVENT_KEYS];

    memcpy(labels, given, sizeof labels);
    labels[EVENT_PROVIDER] = labels[EVENT_TRACEPOINT] = STR("");
    return label_builder_of(&e->label_builder, labels);
}

/* Only a thread does one thing after the other. */
static bool find_half(struct trace_events *e, const struct str *labels, struct event_kind *kind)
{
    const struct half half = half_of(labels[EVENT_TRACEPOINT]);

    if (!labels[EVENT_TID].n || (!half.begins && !half.ends))
        return true;
    buf_clear(&e->name);
    buf_add(&e->name, labels[EVENT_PROVIDER]);
    buf_add(&e->name, STR(":"));
    buf_add(&e->name, half.before);
    buf_add(&e->name, half.after);
    if (!builder_frame(&e->text.builder, buf_str(&e->name), KIND_UNKNOWN, &kind->span))
        return false;
    kind->begins = half.begins;
    kind->ends = half.ends;
    kind->thread = thread_of(e, labels);
    kind->thread_labels = labels_of_thread(e, labels);
    return true;
}

bool trace_events_kind(struct trace_events *e, const struct str labels[EVENT_KEYS],
                       struct event_kind *kind)
{
    struct builder *b = &e->text.builder;
    const enum frame_kind of =
        str_equal(labels[EVENT_PROVIDER], STR("kernel")) ? KIND_KERNEL : KIND_UNKNOWN;

    *kind = (struct event_kind){.labels = label_builder_of(&e->label_builder, labels)};
    return builder_frame(b, labels[EVENT_PROVIDER], of, &kind->provider) &&
           builder_frame(b, labels[EVENT_TRACEPOINT], of, &kind->tracepoint) &&
           find_half(e, labels, kind);
}

/* ---- stacks ---------------------------------------------------------------------------------- */

bool trace_events_begin(struct trace_events *e, const struct event_kind *kind)
{
    struct builder *b = &e->text.builder;

    builder_begin(b);
    return builder_push(b, kind->provider) && builder_push(b, kind->tracepoint);
}

/* The entry of an address. */
static struct address_frames *frames_at(struct trace_events *e, uint64_t address)
{
    const uint32_t n = e->addresses.n;
    const uint32_t number = pairs_add(&e->addresses, (uint32_t)address, (uint32_t)(address >> 32));

    if (number == n) {
        e->frames = mem_grow(e->frames, &e->frames_room, (size_t)n + 1, sizeof *e->frames);
        e->frames[n] = (struct address_frames){{0}};
    }
    return &e->frames[number];
}

bool trace_events_push(struct trace_events *e, unsigned calls, uint64_t address)
{
    struct builder *b = &e->text.builder;
    char name[24];

    if (address == UINT64_MAX)
        return true;
    frame_id *frame = &frames_at(e, address)->of[calls];
    if (!*frame) {
        const int n = snprintf(name, sizeof name, "0x%" PRIx64, address);
        if (!builder_frame(b, (struct str){name, (size_t)n},
                           calls == EVENT_CALLS_USER ? KIND_USER : KIND_KERNEL, frame))
            return false;
    }
    return builder_push(b, *frame);
}

/* ---- spans ----------------------------------------------------------------------------------- */

/* An end goes with what was begun last under its name; what was begun since has no end. */
static bool end_span(struct trace_events *e, const struct event_kind *kind, int64_t ns)
{
    struct traced_thread *thread = &e->threads[kind->thread];
    size_t at = thread->n;

    while (at && thread->opens[at - 1].frame != kind->span)
        at--;
    if (at == 0)
        return true;
    const struct open *open = &thread->opens[at - 1];
    const struct span span = {
        .begin_ns = open->ns, .end_ns = ns, .frame = kind->span, .line = open->line};
    e->unended += thread->n - at;
    thread->n = at - 1;
    if (ns >= open->ns)
        return spans_add(&e->spans, kind->thread, &span);
    e->unended++; /* over midnight, of events without a date */
    return true;
}

static bool take_half(struct trace_events *e, const struct event_kind *kind, int64_t ns)
{
    struct traced_thread *thread = &e->threads[kind->thread];

    thread->label = kind->thread_labels;
    if (kind->ends)
        return end_span(e, kind, ns);
    if (thread->n == OPENS_MOST) {
        e->unended++;
        return true;
    }
    thread->opens = mem_grow(thread->opens, &thread->room, thread->n + 1, sizeof *thread->opens);
    thread->opens[thread->n++] = (struct open){ns, kind->span, (uint32_t)e->text.r->tally.lines};
    return true;
}

bool trace_events_add(struct trace_events *e, const struct event_kind *kind, stack_id stack,
                      int64_t ns)
{
    static const uint64_t one[PROFILE_COLUMNS_MOST] = {1};

    return builder_add_stack(&e->text.builder, stack, kind->labels, one, e->text.r->tally.lines) &&
           ((!kind->begins && !kind->ends) || take_half(e, kind, ns));
}

bool trace_events_finish(struct trace_events *e)
{
    labels_id *labels = mem_alloc(e->room, sizeof *labels);

    for (size_t i = 0; i < e->room; i++) {
        labels[i] = e->threads[i].label;
        e->unended += e->threads[i].n;
    }
    e->spans.column = TIME;
    bool ok = spans_finish(&e->spans, labels);
    if (e->unended)
        reading_remark(&e->text.r->info->details,
                       "%" PRIu64 " times something begins that does not end later, and has no "
                       "time",
                       e->unended);
    mem_free(labels, e->room, sizeof *labels);
    return ok;
}
