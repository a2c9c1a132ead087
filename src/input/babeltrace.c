/* [04:02:08.951714483] (+?.?????????) host my_app:request_begin: { cpu_id = 0 }, { vpid = 7, vtid =
 * 7, procname = "app" }, { id = 0 }: the events of an LTTng trace as babeltrace prints them. An
 * event is a sample with the stack "provider;event"; one that begins and one that ends something
 * are a span of time as well. */
#include <inttypes.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/babeltrace/clock.h"
#include "input/babeltrace/trace.h"
#include "input/babeltrace/trace_folders.h"
#include "input/common/label_builder.h"
#include "input/common/spans.h"
#include "input/common/text.h"

enum { EVENTS, TIME, COLUMNS };

enum { OPENS_MOST = 512 }; /* of a thread, as each end looks through them */

static const struct measure measures[COLUMNS] = {{"events", "events"}, {"time", "ns"}};

/* Whose an event is, and which. The host is a label only where it is asked for. */
enum { COMM, PID, TID, PROVIDER, TRACEPOINT, HOST, KEYS };

static const char *const label_keys[KEYS] = {"comm",     "pid",        "tid",
                                             "provider", "tracepoint", "host"};

/* Stacks that LTTng adds to an event, callstack-user and callstack-kernel. */
enum { CALLS_USER, CALLS_KERNEL, CONTEXTS };

/* The parts of a line. */
struct event_line {
    int64_t ns;
    struct str labels[KEYS];    /* empty: not told; all have a provider and a name */
    struct str calls[CONTEXTS]; /* the addresses of its stack: "[0] = 0x4011A3, [1] = 0x401290" */
};

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

struct babeltrace {
    struct text text;
    struct label_builder label_builder;
    struct spans spans;
    struct names thread_keys; /* host, process and thread: each machine and container has a 1 */
    struct traced_thread *threads; /* by name in thread_keys */
    size_t room;
    uint64_t unended; /* begun, without an end */
    struct buf name;
};

/* ---- the line -------------------------------------------------------------------------------- */

/* Takes what is before a mark, and the mark, off the start of s. */
static bool take_until(struct str *s, struct str mark, struct str *found)
{
    const size_t at = str_find(*s, 0, mark);

    if (at >= s->n)
        return false;
    *found = str_from_to(*s, 0, at);
    *s = str_from_to(*s, at + mark.n, s->n);
    return true;
}

/* Takes "{ a = 1, b = "c" }" off the start of s: what is inside. Quotes hold braces. */
static bool take_group(struct str *s, struct str *inside)
{
    size_t depth = 0;
    bool quoted = false;

    for (size_t i = 0; i < s->n; i++) {
        const char c = s->p[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == '{')
            depth++;
        else if (!quoted && c == '}' && --depth == 0) {
            *inside = str_trim(str_from_to(*s, 1, i));
            *s = str_from_to(*s, i + 1, s->n);
            return true;
        }
        if (depth == 0)
            return false;
    }
    return false;
}

/* Takes "name = value" and what parts it from the next off the start of s. */
static bool take_member(struct str *s, struct str *name, struct str *value)
{
    size_t depth = 0;
    size_t i = 0;
    bool quoted = false;

    if (!take_until(s, STR(" = "), name))
        return false;
    for (; i < s->n; i++) {
        const char c = s->p[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && depth && (c == '}' || c == ']'))
            depth--;
        else if (!quoted && depth == 0 && c == ',')
            break;
    }
    i = i < s->n ? i : s->n;
    *name = str_trim(*name);
    *value = str_trim(str_from_to(*s, 0, i));
    *s = str_trim(str_from_to(*s, i < s->n ? i + 1 : i, s->n));
    return true;
}

static struct str unquoted(struct str s)
{
    return s.n > 1 && s.p[0] == '"' && s.p[s.n - 1] == '"' ? str_from_to(s, 1, s.n - 1) : s;
}

/* The lists are called callstack_user, or _callstack_user, and their lengths
 * _callstack_user_length. */
static void take_calls(struct event_line *e, struct str name, struct str value)
{
    static const char *const known[CONTEXTS] = {"callstack_user", "callstack_kernel"};

    while (name.n && name.p[0] == '_')
        name = str_from_to(name, 1, name.n);
    for (unsigned i = 0; i < CONTEXTS; i++)
        if (str_equal(name, str_of(known[i])) && value.n > 1 && value.p[0] == '[')
            e->calls[i] = str_trim(str_from_to(value, 1, value.n - 1));
}

/* Those of the process's own namespace come first in a trace of programs. */
static void take_context(struct event_line *e, struct str group)
{
    static const struct {
        const char *name;
        unsigned key;
    } known[] = {{"procname", COMM}, {"vpid", PID}, {"pid", PID}, {"vtid", TID}, {"tid", TID}};
    struct str name, value;

    while (take_member(&group, &name, &value)) {
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (str_equal(name, str_of(known[i].name)) && !e->labels[known[i].key].n)
                e->labels[known[i].key] = unquoted(value);
        take_calls(e, name, value);
    }
}

/* Groups but the last are about where it was; the last is what the event says. */
static bool take_groups(struct event_line *e, struct str s)
{
    struct str group;
    struct str last = {NULL, 0};

    while (s.n) {
        if (!take_group(&s, &group))
            return false;
        if (last.p)
            take_context(e, last);
        last = group;
        s = str_trim(s);
        if (s.n && s.p[0] == ',')
            s = str_trim(str_from_to(s, 1, s.n));
    }
    return last.p != NULL;
}

/* "host my_app:request_begin", "sched_switch" */
static bool split_name(struct event_line *e, struct str s)
{
    const size_t blank = str_find_last(s, STR(" "));
    struct str provider = STR("kernel");
    struct str name = blank < s.n ? str_from_to(s, blank + 1, s.n) : s;
    const size_t colon = str_find_last(name, STR(":"));

    if (colon < name.n) {
        provider = str_from_to(name, 0, colon);
        name = str_from_to(name, colon + 1, name.n);
    }
    e->labels[PROVIDER] = provider;
    e->labels[TRACEPOINT] = name;
    return name.n && provider.n;
}

/* "host my_app:note", "host:app:(7) my_app:note" */
static struct str host_of(struct str head)
{
    const size_t blank = str_find(head, 0, STR(" "));
    const struct str word = str_from_to(head, 0, blank < head.n ? blank : 0);

    return str_from_to(word, 0, str_find(word, 0, STR(":")));
}

/* "host:app:(7) my_app:note": of a trace of one process, what its events do not say. */
static void take_process(struct event_line *e, struct str head)
{
    struct str s = str_from_to(head, 0, str_find_last(head, STR(" ")));
    const size_t open = str_find_last(s, STR(":("));
    const size_t colon = str_find(s, 0, STR(":"));

    if (open >= s.n || colon >= open || !str_ends(s, STR(")")))
        return;
    const struct str pid = str_from_to(s, open + 2, s.n - 1);
    if (!pid.n || !is_whole_number(pid))
        return;
    if (!e->labels[PID].n)
        e->labels[PID] = pid;
    if (!e->labels[COMM].n)
        e->labels[COMM] = str_from_to(s, colon + 1, open);
}

static bool parse(struct str line, struct event_line *e)
{
    struct str time, delta, head;

    *e = (struct event_line){.calls = {STR(""), STR("")}};
    for (unsigned i = 0; i < KEYS; i++)
        e->labels[i] = STR("");
    if (line.n == 0 || line.p[0] != '[')
        return false;
    line = str_from_to(line, 1, line.n);
    if (!take_until(&line, STR("] "), &time) || !trace_clock(time, &e->ns))
        return false;
    if (str_starts(line, STR("(+")) && !take_until(&line, STR(") "), &delta))
        return false;
    if (!take_until(&line, STR(": {"), &head) || !split_name(e, head))
        return false;
    line.p--; /* the brace belongs to the group */
    line.n++;
    if (!take_groups(e, line))
        return false;
    e->labels[HOST] = host_of(head);
    take_process(e, head);
    return true;
}

/* ---- spans ----------------------------------------------------------------------------------- */

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

static struct traced_thread *thread_of(struct babeltrace *in, const struct event_line *e,
                                       uint32_t *number)
{
    buf_clear(&in->name);
    buf_add(&in->name, e->labels[HOST]);
    buf_add_byte(&in->name, '\n'); /* is in none of them */
    buf_add(&in->name, e->labels[PID]);
    buf_add_byte(&in->name, '\n');
    buf_add(&in->name, e->labels[TID]);
    *number = names_add(&in->thread_keys, buf_str(&in->name));
    while (in->room <= *number) {
        const size_t before = in->room;
        in->threads = mem_grow(in->threads, &in->room, (size_t)*number + 1, sizeof *in->threads);
        for (size_t i = before; i < in->room; i++)
            in->threads[i] = (struct traced_thread){0};
    }
    return &in->threads[*number];
}

/* An end goes with what was begun last under its name; what was begun since has no end. */
static bool end_span(struct babeltrace *in, struct traced_thread *thread, uint32_t number,
                     frame_id frame, int64_t ns)
{
    size_t at = thread->n;

    while (at && thread->opens[at - 1].frame != frame)
        at--;
    if (at == 0)
        return true;
    const struct open *open = &thread->opens[at - 1];
    const struct span span = {
        .begin_ns = open->ns, .end_ns = ns, .frame = frame, .line = open->line};
    in->unended += thread->n - at;
    thread->n = at - 1;
    if (ns >= open->ns)
        return spans_add(&in->spans, number, &span);
    in->unended++; /* over midnight, of events without a date */
    return true;
}

/* The labels of a span are those of its thread. */
static labels_id label_of_thread(struct babeltrace *in, const struct event_line *e)
{
    struct str labels[KEYS];

    memcpy(labels, e->labels, sizeof labels);
    labels[PROVIDER] = labels[TRACEPOINT] = STR("");
    return label_builder_of(&in->label_builder, labels);
}

/* Only a thread does one thing after the other. */
static bool take_half(struct babeltrace *in, const struct event_line *e)
{
    const struct half half = half_of(e->labels[TRACEPOINT]);
    uint32_t number;
    frame_id frame;

    if (!e->labels[TID].n || (!half.begins && !half.ends))
        return true;
    buf_clear(&in->name);
    buf_add(&in->name, e->labels[PROVIDER]);
    buf_add(&in->name, STR(":"));
    buf_add(&in->name, half.before);
    buf_add(&in->name, half.after);
    if (!builder_frame(&in->text.builder, buf_str(&in->name), KIND_UNKNOWN, &frame))
        return false;
    struct traced_thread *thread = thread_of(in, e, &number);
    thread->label = label_of_thread(in, e);
    if (half.ends)
        return end_span(in, thread, number, frame, e->ns);
    if (thread->n == OPENS_MOST) {
        in->unended++;
        return true;
    }
    thread->opens = mem_grow(thread->opens, &thread->room, thread->n + 1, sizeof *thread->opens);
    thread->opens[thread->n++] = (struct open){e->ns, frame, (uint32_t)in->text.r->tally.lines};
    return true;
}

static bool finish_spans(struct babeltrace *in)
{
    labels_id *labels = mem_alloc(in->room, sizeof *labels);

    for (size_t i = 0; i < in->room; i++) {
        labels[i] = in->threads[i].label;
        in->unended += in->threads[i].n;
    }
    in->spans.column = TIME;
    bool ok = spans_finish(&in->spans, labels);
    if (in->unended)
        reading_remark(&in->text.r->info->details,
                       "%" PRIu64 " times something begins that does not end later, and has no "
                       "time",
                       in->unended);
    mem_free(labels, in->room, sizeof *labels);
    return ok;
}

/* ---- stacks ---------------------------------------------------------------------------------- */

/* Takes the last "[3] = 0x4011A3" off the end of a list. */
static bool take_last(struct str *list, struct str *value)
{
    const size_t at = str_find_last(*list, STR("["));
    struct str number;

    if (at >= list->n)
        return false;
    *value = str_from_to(*list, at, list->n);
    *list = str_trim(str_from_to(*list, 0, at));
    if (str_ends(*list, STR(",")))
        *list = str_trim(str_from_to(*list, 0, list->n - 1));
    return take_until(value, STR(" = "), &number);
}

/* The list begins with the innermost function. LTTng ends it with an address of ones alone. */
static bool push_calls(struct babeltrace *in, struct str list, enum frame_kind kind)
{
    struct builder *b = &in->text.builder;
    char name[24];
    struct str value;
    uint64_t address;
    frame_id frame;

    while (take_last(&list, &value)) {
        value = str_trim(value);
        if (!parse_hex_head(&value, &address) || value.n || address == UINT64_MAX)
            continue;
        const int n = snprintf(name, sizeof name, "0x%" PRIx64, address);
        if (!builder_frame(b, (struct str){name, (size_t)n}, kind, &frame) ||
            !builder_push(b, frame))
            return false;
    }
    return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_line(struct babeltrace *in, struct str line)
{
    static const uint64_t one[PROFILE_COLUMNS_MOST] = {1};
    struct builder *b = &in->text.builder;
    struct tally *tally = &in->text.r->tally;
    frame_id provider, name;
    struct event_line e;

    if (str_trim(line).n == 0) {
        tally->blank++;
        return true;
    }
    if (!parse(line, &e))
        return lines_bad(&in->text.lines, tally->lines, "no event of a trace", line);
    const labels_id label = label_builder_of(&in->label_builder, e.labels);
    const enum frame_kind kind =
        str_equal(e.labels[PROVIDER], STR("kernel")) ? KIND_KERNEL : KIND_UNKNOWN;
    if (!builder_frame(b, e.labels[PROVIDER], kind, &provider) ||
        !builder_frame(b, e.labels[TRACEPOINT], kind, &name))
        return false;
    builder_begin(b);
    return builder_push(b, provider) && builder_push(b, name) &&
           push_calls(in, e.calls[CALLS_USER], KIND_USER) &&
           push_calls(in, e.calls[CALLS_KERNEL], KIND_KERNEL) &&
           builder_add(b, ROOT_FIRST, label, one, tally->lines) && take_half(in, &e);
}

static bool read_text(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct babeltrace in = {0};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, label_keys,
                       r->ask->labels & OPTIONAL_HOST ? KEYS : HOST);
    names_init(&in.thread_keys);
    in.spans.b = &in.text.builder;
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, measures, COLUMNS);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && finish_spans(&in);
    spans_free(&in.spans);
    for (size_t i = 0; i < in.room; i++)
        mem_free(in.threads[i].opens, in.threads[i].room, sizeof *in.threads[i].opens);
    mem_free(in.threads, in.room, sizeof *in.threads);
    names_free(&in.thread_keys);
    buf_free(&in.name);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

/* A trace that is damaged somewhere, as of a system that broke down, has what came before. */
static bool close_trace(struct trace *trace, struct reading *r, bool whole, struct fault *f)
{
    struct fault of_trace = {0};

    if (trace_close(trace, whole, &of_trace) || !whole)
        return whole;
    if (of_trace.kind != FAULT_INPUT || !r->tally.taken || r->ask->strict)
        return fault_set(f, of_trace.kind, "%s", of_trace.text);
    const size_t n = strlen(r->name) + 2; /* remarks are told with the name */
    reading_remark(&r->info->remarks, "%s; what follows is not read",
                   of_trace.text + (strlen(of_trace.text) > n ? n : 0));
    return reading_bad(r, r->tally.lines, "the trace is damaged here", STR(""), f);
}

static bool read_trace(struct trace *trace, struct reading *r, struct profile *p, struct fault *f)
{
    struct blocks blocks;

    blocks_init(&blocks, &trace->source);
    const bool whole = read_text(r, &blocks, p, f);
    blocks_free(&blocks);
    return close_trace(trace, r, whole, f);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct trace trace;
    struct str prefix;

    if (r->folder && r->ask->children)
        return trace_open_folder(&trace, r, f) && read_trace(&trace, r, p, f);
    if (!reading_prefix(r, blocks, &prefix, f))
        return false;
    if (r->ask->children && trace_is_archive(prefix))
        return trace_open_archive(&trace, r, blocks, f) && read_trace(&trace, r, p, f);
    return read_text(r, blocks, p, f);
}

static unsigned recognise(struct str prefix)
{
    enum { LINES = 20, BITS = 60 };
    struct str rest = prefix;
    struct event_line e;
    struct str line;
    unsigned events = 0;
    unsigned other = 0;

    for (unsigned i = 0; i < LINES && take_field(&rest, '\n', &line); i++) {
        if (str_trim(line).n == 0 || rest.p == NULL)
            continue;
        *(parse(line, &e) ? &events : &other) += 1;
    }
    return events > other ? BITS : 0;
}

/* What a folder of perfcollect has beside the trace is drawn in the first place. */
static unsigned recognise_folder(const char *path)
{
    enum { BITS = 40 };

    return trace_folders_any(path) ? BITS : 0;
}

static const char *const endings[] = {"babeltrace", NULL};

const struct input_format input_babeltrace = {
    .name = "babeltrace",
    .about = "the events of an LTTng trace, its folder or as babeltrace prints them, and the time "
             "of those that begin and end something",
    .endings = endings,
    .recognise = recognise,
    .recognise_folder = recognise_folder,
    .read = read,
};
