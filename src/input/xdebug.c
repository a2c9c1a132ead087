/* 2	1	0	0.000283	396336	fib	1		/srv/demo/work.php	2
 * 0: level, number, 0 for a call and 1 for its end, seconds, bytes, name: traces of Xdebug with
 * xdebug.trace_format=1. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/text.h"

enum { TIME_DIGITS = 6 };

/* A function that was called and has not returned. */
struct call {
    uint64_t level;
    stack_id stack;
};

struct xdebug {
    struct text text;
    struct call *calls;
    size_t n, room;
    bool started; /* a time is known */
    uint64_t time_us;
    uint64_t memory;
    uint64_t entered; /* 1: the last line was a call */
};

enum { TIME, CALLS, LEAF_CALLS, ALLOC, FREE, VALUES };

/* A leaf call is one without callees. */
static const struct measure measures[] = {
    [TIME] = {"time", "us"},
    [CALLS] = {"calls", "calls"},
    [LEAF_CALLS] = {"leaf-calls", "calls"},
    [ALLOC] = {"alloc", "bytes"},
    [FREE] = {"free", "bytes"},
};

enum xdebug_line_kind { EVENT_CALL, EVENT_END, EVENT_LAST, EVENT_OTHER };

struct xdebug_line {
    enum xdebug_line_kind event;
    uint64_t level;
    uint64_t time_us;
    uint64_t memory;
    struct str name;
};

/* Parses a line. False when it is not of a trace, or truncated; the last line of a trace has
 * neither level nor number. Old versions write blanks before the time. */
static bool read_entry(struct str line, struct xdebug_line *e)
{
    struct str part[5];
    size_t at = 0;

    for (size_t i = 0; i < 5; i++) {
        size_t from = at;
        if (at > line.n)
            return false;
        while (at < line.n && line.p[at] != '\t')
            at++;
        part[i] = str_from_to(line, from, at++);
    }
    struct str rest = at > line.n ? (struct str){NULL, 0} : str_from_to(line, at, line.n);
    e->event = EVENT_LAST;
    if (part[0].n || part[1].n || part[2].n) {
        uint64_t number;
        if (!parse_u64(str_trim(part[0]), &e->level) || !parse_u64(part[1], &number) ||
            part[2].n != 1)
            return false;
        e->event = part[2].p[0] == '0' ? EVENT_CALL : part[2].p[0] == '1' ? EVENT_END : EVENT_OTHER;
        if (e->event == EVENT_OTHER)
            return part[2].p[0] == 'R' || part[2].p[0] == 'A';
    }
    if (!parse_scaled(str_trim(part[3]), TIME_DIGITS, &e->time_us) ||
        !parse_u64(part[4], &e->memory))
        return false;
    return e->event != EVENT_CALL || (take_field(&rest, '\t', &e->name) && e->name.n);
}

/* The current stack; a trace may begin in a function that it does not name. */
static bool find_stack(struct xdebug *in, stack_id *stack)
{
    struct text *t = &in->text;
    frame_id unknown = 0;

    if (in->n) {
        *stack = in->calls[in->n - 1].stack;
        return true;
    }
    if (!builder_frame(&t->builder, STR("[unknown]"), KIND_UNKNOWN, &unknown))
        return false;
    *stack = stacks_add(&t->p->stacks, 0, unknown);
    return true;
}

/* Adds the time and memory since the previous line to the stack. After the last function, that is
 * Xdebug's own shutdown. */
static bool spend(struct xdebug *in, const struct xdebug_line *e)
{
    struct text *t = &in->text;
    uint64_t values[VALUES] = {0};
    stack_id stack = 0;

    if (!in->started || (e->event == EVENT_LAST && in->n == 0))
        return true;
    values[TIME] = e->time_us - in->time_us;
    values[CALLS] = in->entered;
    values[LEAF_CALLS] = in->entered && e->event == EVENT_END;
    values[e->memory > in->memory ? ALLOC : FREE] =
        e->memory > in->memory ? e->memory - in->memory : in->memory - e->memory;
    if (!values[TIME] && !values[CALLS] && e->memory == in->memory)
        return true;
    return find_stack(in, &stack) &&
           builder_add_stack(&t->builder, stack, 0, values, t->r->tally.lines);
}

/* Counts the call of the last line of a trace. */
static bool finish(struct xdebug *in)
{
    static const uint64_t values[VALUES] = {[CALLS] = 1};
    struct text *t = &in->text;
    bool ok = !in->entered || builder_add_stack(&t->builder, in->calls[in->n - 1].stack, 0, values,
                                                t->r->tally.lines);

    in->started = false;
    in->entered = 0;
    in->n = 0;
    return ok;
}

static bool enter(struct xdebug *in, const struct xdebug_line *e)
{
    struct text *t = &in->text;
    stack_id caller = in->n ? in->calls[in->n - 1].stack : 0;
    struct place place;
    struct frame row = {0};
    frame_id frame = 0;

    if (in->n >= t->r->ask->limits.depth)
        return limits_reached(t->f, place_of(&place, t->r->name, t->r->tally.lines), "depth",
                              t->r->ask->limits.depth);
    if (!tidier_name(&t->tidier, e->name, &row.name) || !builder_row(&t->builder, &row, &frame))
        return false;
    if (in->n == in->room)
        in->calls = mem_grow(in->calls, &in->room, in->n + 1, sizeof *in->calls);
    in->calls[in->n++] = (struct call){e->level, stacks_add(&t->p->stacks, caller, frame)};
    return true;
}

static bool take_line(struct xdebug *in, struct str line)
{
    struct text *t = &in->text;
    struct xdebug_line e = {.level = 0};

    if (!read_entry(line, &e))
        return lines_bad(&t->lines, t->r->tally.lines, "no line of an Xdebug trace", line);
    if (e.event == EVENT_OTHER)
        return true;
    if (in->started && e.time_us < in->time_us)
        return lines_bad(&t->lines, t->r->tally.lines, "a time before that of the line above",
                         line);
    if (!spend(in, &e))
        return false;
    in->started = true;
    in->time_us = e.time_us;
    in->memory = e.memory;
    in->entered = e.event == EVENT_CALL;
    /* Functions that are left by an exception have no line of their own. */
    while (in->n && in->calls[in->n - 1].level >= e.level)
        in->n--;
    return e.event != EVENT_CALL || enter(in, &e);
}

/* Whether a line surrounds traces: "Version: 3.2.0", "TRACE START [...]". */
static bool is_begin_or_end(struct str line)
{
    static const char *const words[] = {"Version: ", "File format: ", "TRACE START", "TRACE END"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_starts(line, str_of(words[i])))
            return true;
    return false;
}

static bool read_lines(struct xdebug *in)
{
    struct text *t = &in->text;
    struct str line;

    while (lines_next(&t->lines, &line)) {
        if (line.n && (is_digit(line.p[0]) || line.p[0] == '\t')) {
            if (!take_line(in, line))
                return false;
        } else if (str_trim(line).n == 0) {
            t->r->tally.blank++;
        } else if (is_begin_or_end(line)) {
            t->r->tally.comments++;
            if (!finish(in))
                return false;
        } else if (!lines_bad(&t->lines, t->r->tally.lines, "no line of an Xdebug trace", line)) {
            return false;
        }
    }
    return t->f->kind == FAULT_NONE && finish(in);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct xdebug in = {.started = false};

    text_init(&in.text, r, blocks, p, f);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, measures, VALUES) && read_lines(&in);
    mem_free(in.calls, in.room, sizeof *in.calls);
    text_free(&in.text);
    return ok;
}

/* "TRACE START [" is 13 bytes, and a line of numbers after it about as many; the human-readable
 * format (trace_format=0) has no tabs. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct xdebug_line e;
    bool started = false;

    while (take_field(&rest, '\n', &line)) {
        while (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        if (str_starts(line, STR("TRACE START [")))
            started = true;
        else if (line.n && !is_begin_or_end(line))
            return read_entry(line, &e) ? (started ? 56 : 16) : 0;
    }
    return 0;
}

static const char *const endings[] = {"xdebug", "xt", NULL};

const struct input_format input_xdebug = {
    .name = "xdebug",
    .about = "function traces of PHP's Xdebug with xdebug.trace_format=1",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .cut = CUT_NOWHERE,
};
