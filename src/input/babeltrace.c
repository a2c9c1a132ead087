/* [04:02:08.951714483] (+?.?????????) host my_app:request_begin: { cpu_id = 0 }, { vpid = 7, vtid =
 * 7, procname = "app" }, { id = 0 }: the events of an LTTng trace as babeltrace prints them. An
 * event is a sample with the stack "provider;event"; one that begins and one that ends something
 * are a span of time as well. */
#include "base/parse.h"
#include "input/babeltrace/event_line.h"
#include "input/babeltrace/trace.h"
#include "input/babeltrace/trace_events.h"
#include "input/babeltrace/trace_folders.h"
#include "input/babeltrace/trace_records.h"

/* The list begins with the innermost function. */
static bool push_calls(struct trace_events *e, struct str list, unsigned calls)
{
    struct str value;
    uint64_t address;

    while (event_line_last_call(&list, &value)) {
        value = str_trim(value);
        if (parse_hex_head(&value, &address) && !value.n && !trace_events_push(e, calls, address))
            return false;
    }
    return true;
}

static bool read_line(struct trace_events *e, struct str line)
{
    struct tally *tally = &e->text.r->tally;
    struct event_line event;
    struct event_kind kind;

    if (str_trim(line).n == 0) {
        tally->blank++;
        return true;
    }
    if (!event_line_parse(line, &event))
        return lines_bad(&e->text.lines, tally->lines, "no event of a trace", line);
    return trace_events_kind(e, event.labels, &kind) && trace_events_begin(e, &kind) &&
           push_calls(e, event.calls[EVENT_CALLS_USER], EVENT_CALLS_USER) &&
           push_calls(e, event.calls[EVENT_CALLS_KERNEL], EVENT_CALLS_KERNEL) &&
           trace_events_add(e, &kind, builder_stack(&e->text.builder, ROOT_FIRST), event.ns);
}

static bool read_text(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct trace_events events;
    struct str line;

    bool ok = trace_events_init(&events, r, blocks, p, f);
    while (ok && lines_next(&events.text.lines, &line))
        ok = read_line(&events, line);
    ok = ok && f->kind == FAULT_NONE && trace_events_finish(&events);
    trace_events_free(&events);
    return ok;
}

/* A trace that is damaged somewhere, as of a system that broke down, has what came before. `cut`:
 * the last record is not whole. */
static bool close_trace(struct trace *trace, struct reading *r, bool whole, bool cut,
                        struct fault *f)
{
    struct fault of_trace = {0};

    if (trace_close(trace, whole, &of_trace) && whole && cut)
        return fault_set(f, FAULT_SYSTEM,
                         "%s: flame-babeltrace wrote half a record, wanted it whole", r->name);
    if (of_trace.kind == FAULT_NONE || !whole)
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
    bool cut = false;

    r->tally.bytes = trace->bytes;
    const bool whole = trace_records_read(r, &trace->source, p, &cut, f);
    return close_trace(trace, r, whole, cut, f);
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
        *(event_line_parse(line, &e) ? &events : &other) += 1;
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
