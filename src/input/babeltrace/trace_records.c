/* 'C' 20 "host my_app:note"... 'T' 7 "app\0" "7\0" "8"... 'E' 24 ns 1 1 0 1: classes, threads and
 * stacks have ids by their order. */
#include "input/babeltrace/trace_records.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/babeltrace/clock.h"
#include "input/babeltrace/trace_events.h"
#include "input/babeltrace/wire.h"

/* The texts of classes or of threads, by id. */
struct sent_texts {
    name_id *names;
    size_t n, room;
};

/* Addresses of a stack, in records.addresses. */
struct sent_stack {
    size_t from; /* bytes */
    uint32_t n_user, n;
};

/* An event of a class on a thread. */
struct sent_kind {
    bool is_event;
    struct event_kind kind;
};

struct records {
    struct trace_events events;
    struct source *source;
    char *bytes; /* of the source, from begin to end not taken yet */
    size_t room, begin, end;
    uint64_t at; /* of all bytes, where begin is */
    struct names names;
    struct sent_texts classes, threads;
    struct sent_stack *stacks;
    size_t n_stacks, stacks_room;
    struct buf addresses;
    struct pairs kinds_of; /* class, thread */
    struct sent_kind *kinds;
    size_t kinds_room;
    struct pairs paths_of; /* class, stack */
    stack_id *paths;
    size_t paths_room;
    struct buf near; /* for a message */
};

/* ---- bytes ----------------------------------------------------------------------------------- */

static bool broken(const struct records *in, const char *what)
{
    const struct text *text = &in->events.text;

    return fault_set(text->f, FAULT_SYSTEM,
                     "%s: flame-babeltrace wrote %s before byte %" PRIu64 ", wanted its records",
                     text->r->name, what, in->at);
}

/* Reads until there are n bytes, or the source ends. The room grows by what has come, not by what
 * is announced. */
static bool fill(struct records *in, size_t n)
{
    const struct reading *r = in->events.text.r;
    size_t got = 1;

    if (in->end - in->begin >= n)
        return true;
    memmove(in->bytes, in->bytes + in->begin, in->end - in->begin);
    in->end -= in->begin;
    in->begin = 0;
    while (in->end < n && got) {
        if (in->end == in->room)
            in->bytes = mem_grow(in->bytes, &in->room, in->room + 1, 1);
        if (!source_read(in->source, in->bytes + in->end, in->room - in->end, &got,
                         in->events.text.f))
            return false;
        in->end += got;
    }
    if (r->progress)
        r->progress(r->progress_context, in->at);
    return true;
}

/* Takes n bytes and lends them until the next are taken; fewer at the end. */
static bool take(struct records *in, size_t n, struct str *bytes)
{
    if (!fill(in, n))
        return false;
    const size_t left = in->end - in->begin;
    *bytes = (struct str){in->bytes + in->begin, left < n ? left : n};
    in->begin += bytes->n;
    in->at += bytes->n;
    return true;
}

/* ---- what comes once ------------------------------------------------------------------------- */

static void add_text(struct records *in, struct sent_texts *t, struct str text)
{
    t->names = mem_grow(t->names, &t->room, t->n + 1, sizeof *t->names);
    t->names[t->n++] = names_add(&in->names, text);
}

static bool add_stack(struct records *in, struct str bytes)
{
    const size_t n = bytes.n / sizeof(uint64_t);
    uint64_t n_user = 0;

    if (n == 0 || bytes.n % sizeof n_user)
        return broken(in, "a stack of no whole addresses");
    memcpy(&n_user, bytes.p, sizeof n_user);
    if (n_user > n - 1)
        return broken(in, "a stack with too few addresses");
    in->stacks = mem_grow(in->stacks, &in->stacks_room, in->n_stacks + 1, sizeof *in->stacks);
    in->stacks[in->n_stacks++] =
        (struct sent_stack){in->addresses.n, (uint32_t)n_user, (uint32_t)(n - 1)};
    buf_add(&in->addresses, str_from_to(bytes, sizeof n_user, bytes.n));
    return true;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Finds what an event of a class on a thread is. */
static bool find_kind(struct records *in, const struct trace_event *e, struct sent_kind **kind)
{
    static const unsigned told[] = {EVENT_COMM, EVENT_PID, EVENT_TID};
    const name_id class = in->classes.names[e->class];
    const name_id thread = in->threads.names[e->thread];
    const uint32_t n = in->kinds_of.n;
    const uint32_t number = pairs_add(&in->kinds_of, class, thread);
    struct str labels[EVENT_KEYS];

    if (number == n) {
        in->kinds = mem_grow(in->kinds, &in->kinds_room, (size_t)n + 1, sizeof *in->kinds);
        *kind = &in->kinds[n];
        for (unsigned i = 0; i < EVENT_KEYS; i++)
            labels[i] = STR("");
        struct str rest = names_get(&in->names, thread);
        for (size_t i = 0; rest.p && i < sizeof told / sizeof *told; i++)
            (void)take_field(&rest, '\0', &labels[told[i]]);
        (*kind)->is_event = event_line_head(names_get(&in->names, class), labels);
        if ((*kind)->is_event && !trace_events_kind(&in->events, labels, &(*kind)->kind))
            return false;
    }
    *kind = &in->kinds[number];
    return true;
}

/* Pushes addresses [from, to) of a stack. */
static bool push(struct records *in, const struct sent_stack *stack, uint32_t from, uint32_t to,
                 unsigned calls)
{
    uint64_t address;

    for (uint32_t i = from; i < to; i++) {
        memcpy(&address, in->addresses.p + stack->from + i * sizeof address, sizeof address);
        if (!trace_events_push(&in->events, calls, address))
            return false;
    }
    return true;
}

/* Finds the stack of an event of a class that has a stack. */
static bool find_path(struct records *in, const struct trace_event *e,
                      const struct event_kind *kind, stack_id *path)
{
    const uint32_t n = in->paths_of.n;
    const uint32_t number = pairs_add(&in->paths_of, in->classes.names[e->class], e->stack);

    if (number == n) {
        const struct sent_stack *stack = &in->stacks[e->stack];
        in->paths = mem_grow(in->paths, &in->paths_room, (size_t)n + 1, sizeof *in->paths);
        if (!trace_events_begin(&in->events, kind) ||
            !push(in, stack, 0, stack->n_user, EVENT_CALLS_USER) ||
            !push(in, stack, stack->n_user, stack->n, EVENT_CALLS_KERNEL))
            return false;
        in->paths[n] = builder_stack(&in->events.text.builder, ROOT_FIRST);
    }
    *path = in->paths[number];
    return true;
}

static bool is_event(const struct trace_event *e)
{
    const uint32_t all = TRACE_HAS_TIME | TRACE_HAS_FIELDS;

    return (e->has & all) == all && trace_clock_holds(e->ns);
}

/* Counts an event as damaged, with what would be printed of it. */
static bool no_event(struct records *in, const struct trace_event *e)
{
    const struct text *text = &in->events.text;
    const int64_t second = 1000000000;
    char time[32];

    buf_clear(&in->near);
    if (e->has & TRACE_HAS_TIME) {
        snprintf(time, sizeof time, "[%s%" PRId64 ".%09" PRId64 "] ", e->ns < 0 ? "-" : "",
                 e->ns / second * (e->ns < 0 ? -1 : 1), e->ns % second * (e->ns < 0 ? -1 : 1));
        buf_add(&in->near, str_of(time));
    }
    buf_add(&in->near, names_get(&in->names, in->classes.names[e->class]));
    return reading_bad(text->r, text->r->tally.lines, "no event of a trace", buf_str(&in->near),
                       text->f);
}

static bool take_event(struct records *in, struct str bytes)
{
    const struct text *text = &in->events.text;
    struct trace_event e = {.ns = 0};
    struct sent_kind *kind;
    stack_id path;

    if (bytes.n != sizeof e)
        return broken(in, "an event of another length");
    memcpy(&e, bytes.p, sizeof e);
    if (e.class >= in->classes.n || e.thread >= in->threads.n || e.stack >= in->n_stacks)
        return broken(in, "an event with an unknown id");
    text->r->tally.lines++;
    if (!find_kind(in, &e, &kind))
        return false;
    if (!kind->is_event || !is_event(&e))
        return no_event(in, &e);
    return find_path(in, &e, &kind->kind, &path) &&
           trace_events_add(&in->events, &kind->kind, path, e.ns);
}

/* ---- records --------------------------------------------------------------------------------- */

static bool take_record(struct records *in, uint32_t what, struct str bytes)
{
    switch (what) {
    case TRACE_CLASS:
        add_text(in, &in->classes, bytes);
        return true;
    case TRACE_THREAD:
        add_text(in, &in->threads, bytes);
        return true;
    case TRACE_STACK:
        return add_stack(in, bytes);
    case TRACE_EVENT:
        return take_event(in, bytes);
    default:
        return broken(in, "something unknown");
    }
}

static bool take_records(struct records *in, bool *cut)
{
    struct trace_record record;
    struct str bytes;

    for (;;) {
        if (!take(in, sizeof record, &bytes))
            return false;
        *cut = bytes.n && bytes.n < sizeof record;
        if (bytes.n < sizeof record)
            return true;
        memcpy(&record, bytes.p, sizeof record);
        if (record.n > TRACE_RECORD_MOST)
            return broken(in, "a record that is too long");
        if (!take(in, record.n, &bytes))
            return false;
        *cut = bytes.n < record.n;
        if (*cut)
            return true;
        if (!take_record(in, record.what, bytes))
            return false;
    }
}

static bool take_all(struct records *in, bool *cut)
{
    const struct str magic = STR(TRACE_MAGIC);
    struct str bytes;

    if (!take(in, magic.n, &bytes))
        return false;
    *cut = bytes.n < magic.n;
    if (*cut)
        return true;
    return str_equal(bytes, magic) ? take_records(in, cut) : broken(in, "another beginning");
}

bool trace_records_read(struct reading *r, struct source *source, struct profile *p, bool *cut,
                        struct fault *f)
{
    struct records in = {.source = source, .room = SOURCE_BLOCK};

    in.bytes = mem_alloc(in.room, 1);
    names_init(&in.names);
    pairs_init(&in.kinds_of);
    pairs_init(&in.paths_of);
    add_text(&in, &in.classes, STR(""));
    add_text(&in, &in.threads, STR(""));
    bool ok = trace_events_init(&in.events, r, NULL, p, f) &&
              add_stack(&in, STR("\0\0\0\0\0\0\0\0")) && take_all(&in, cut) &&
              trace_events_finish(&in.events);
    trace_events_free(&in.events);
    mem_free(in.bytes, in.room, 1);
    names_free(&in.names);
    mem_free(in.classes.names, in.classes.room, sizeof *in.classes.names);
    mem_free(in.threads.names, in.threads.room, sizeof *in.threads.names);
    mem_free(in.stacks, in.stacks_room, sizeof *in.stacks);
    buf_free(&in.addresses);
    pairs_free(&in.kinds_of);
    mem_free(in.kinds, in.kinds_room, sizeof *in.kinds);
    pairs_free(&in.paths_of);
    mem_free(in.paths, in.paths_room, sizeof *in.paths);
    buf_free(&in.near);
    return ok;
}
