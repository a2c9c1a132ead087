/* nginx 77/78 [002] 10.5: sched:sched_switch: prev_comm=nginx prev_pid=78 prev_state=S ==> ..., its
 * call chain on the following lines: reads off-CPU time from the output of perf script: how long
 * threads were blocked, from leaving the processor until they were woken or came back. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/cache.h"
#include "input/common/label_builder.h"
#include "input/common/text.h"
#include "input/perf/frame.h"
#include "input/perf/header.h"

/* A thread that left the processor. */
struct blocked {
    bool set;
    stack_id stack;
    labels_id labels;
    uint64_t since_ns;
};

enum state { OUTSIDE, INSIDE };

struct sched {
    struct text text;
    struct cache cache;
    struct label_builder label_builder;
    struct perf_layout layout;
    struct blocked *blocked; /* by the name of the thread's number */
    size_t blocked_room;
    enum state state;
    /* The sample that is read. */
    uint64_t line, time_ns;
    labels_id labels;
    uint64_t period_ns; /* of its own stack, where perf inject -s put it there; 0: not */
    name_id left;       /* the thread that is blocked from here on; 0: none */
};

static struct blocked *blocked_of(struct sched *in, name_id thread)
{
    in->blocked = mem_grow(in->blocked, &in->blocked_room, (size_t)thread + 1, sizeof *in->blocked);
    return &in->blocked[thread];
}

static bool add(struct sched *in, stack_id stack, labels_id labels, uint64_t since_ns, uint64_t ns)
{
    const uint64_t values[] = {ns, 1};
    struct builder *b = &in->text.builder;

    b->time_ns = since_ns;
    return builder_add_stack(b, stack, labels, values, in->line);
}

/* The stack is complete at the end of the sample. */
static bool finish(struct sched *in)
{
    if (in->state == OUTSIDE)
        return true;
    in->state = OUTSIDE;
    if (!in->left && !in->period_ns)
        return true;
    stack_id stack = builder_stack(&in->text.builder, LEAF_FIRST);
    if (in->period_ns)
        return add(in, stack, in->labels, in->time_ns, in->period_ns);
    *blocked_of(in, in->left) = (struct blocked){true, stack, in->labels, in->time_ns};
    return true;
}

/* Returns the word after the last " KEY="; "" when there is none. A comm may contain anything, but
 * precedes the numbers. */
static struct str value_of(struct str text, struct str key)
{
    struct str rest = STR("");
    struct str word = STR("");

    for (size_t at = str_find(text, 0, key); at < text.n; at = str_find(text, at + 1, key))
        if (at == 0 || is_blank(text.p[at - 1]))
            rest = str_from_to(text, at + key.n, text.n);
    return take_word(&rest, &word) ? word : STR("");
}

/* "nginx:78 [120] S": how libtraceevent's plugin prints prev_pid and prev_state. */
static bool parse_side(struct str side, struct str *thread, struct str *rest)
{
    size_t bracket = side.n;

    for (size_t i = 0; i + 1 < side.n; i++)
        if (side.p[i] == ' ' && side.p[i + 1] == '[')
            bracket = i;
    size_t colon = bracket;
    while (colon && side.p[colon - 1] != ':')
        colon--;
    *thread = str_from_to(side, colon, bracket);
    *rest = STR("");
    size_t close = str_find(side, bracket, STR("]"));
    if (close < side.n)
        *rest = str_trim(str_from_to(side, close + 1, side.n));
    return colon && bracket < side.n;
}

struct change {
    struct str prev, state, next;
};

static bool read_switch(struct str text, struct change *c)
{
    size_t arrow = str_find(text, 0, STR(" ==> "));
    struct str none;

    if (arrow == text.n)
        return false;
    struct str left = str_from_to(text, 0, arrow);
    struct str right = str_from_to(text, arrow + 5, text.n);
    c->prev = value_of(left, STR("prev_pid="));
    c->state = value_of(left, STR("prev_state="));
    c->next = value_of(right, STR("next_pid="));
    if (c->prev.n && c->state.n && c->next.n)
        return true;
    return parse_side(left, &c->prev, &c->state) && c->state.n &&
           parse_side(right, &c->next, &none);
}

/* A runnable thread only waits for a processor; a dead one never comes back. */
static bool is_blocked(struct str state)
{
    return state.p[0] != 'R' && state.p[0] != 'X' && state.p[0] != 'Z' && state.p[0] != 'x';
}

static bool take_switch(struct sched *in, const struct perf_header *h)
{
    struct names *names = &in->text.p->names;
    struct change c;

    if (!read_switch(h->text, &c))
        return lines_bad(&in->text.lines, in->line, "sched_switch does not say between whom",
                         h->text);
    struct blocked *next = blocked_of(in, names_add(names, c.next));
    if (next->set) {
        next->set = false;
        if (in->time_ns < next->since_ns) {
            if (!lines_bad(&in->text.lines, in->line, "the time goes back", h->time))
                return false;
        } else if (!add(in, next->stack, next->labels, next->since_ns,
                        in->time_ns - next->since_ns)) {
            return false;
        }
    }
    name_id prev = names_add(names, c.prev);
    blocked_of(in, prev)->set = false;
    in->left = is_blocked(c.state) ? prev : 0;
    return true;
}

/* comm=nginx pid=78 delay=12345 [ns]: the thread was woken. If several events report one wait, the
 * first counts, and coming back adds nothing. */
static bool take_stat(struct sched *in, const struct perf_header *h)
{
    struct str pid = value_of(h->text, STR("pid="));
    uint64_t delay;

    if (!pid.n || !parse_u64(value_of(h->text, STR("delay=")), &delay))
        return lines_bad(&in->text.lines, in->line, "sched_stat does not say who and how long",
                         h->text);
    struct blocked *b = blocked_of(in, names_add(&in->text.p->names, pid));
    if (!b->set)
        return true;
    b->set = false;
    return add(in, b->stack, b->labels, b->since_ns, delay);
}

static const char *const label_keys[] = {"comm", "pid", "tid"};

static bool begin(struct sched *in, const struct perf_header *h)
{
    const struct str labels[] = {h->comm, h->pid, h->tid};
    bool is_switch = str_ends(h->event, STR("sched_switch"));
    bool is_stat = str_ends(h->event, STR("sched_stat_sleep")) ||
                   str_ends(h->event, STR("sched_stat_blocked")) ||
                   str_ends(h->event, STR("sched_stat_iowait"));

    builder_begin(&in->text.builder);
    in->state = INSIDE;
    in->line = in->text.r->tally.lines;
    in->left = 0;
    in->period_ns = 0;
    if (!is_switch && !is_stat)
        return true;
    in->labels = label_builder_of(&in->label_builder, labels);
    in->time_ns = perf_header_time(h);
    if (h->has_period && h->period > 1) {
        in->period_ns = h->period;
        return true;
    }
    if (in->time_ns == PROFILE_NO_TIME)
        return lines_bad(&in->text.lines, in->line, "an event without a time", h->event);
    return is_switch ? take_switch(in, h) : take_stat(in, h);
}

/* Skips a line of another record, and the call chain below it. */
static bool take_record(struct sched *in, const struct perf_header *h)
{
    bool ok = finish(in);

    in->state = h->chained ? INSIDE : OUTSIDE;
    in->left = 0;
    in->period_ns = 0;
    return ok;
}

static bool take_frame(struct sched *in, struct str line, const struct perf_frame *frame)
{
    struct builder *b = &in->text.builder;
    size_t from = b->n;
    enum frame_kind kind = frame->inlined ? KIND_INLINED : tidy_kind(frame->module);

    if (!tidier_push(&in->text.tidier, frame->name, frame->module, frame->address, kind))
        return false;
    cache_add(&in->cache, line, b->frames + from, b->n - from);
    return true;
}

static bool read_line(struct sched *in, struct str line)
{
    struct perf_header h;
    struct perf_frame frame;
    bool indented = is_blank(line.p[0]);

    if (indented && in->state == INSIDE && !in->left && !in->period_ns)
        return true; /* the chain of an event that is not wanted */
    line_id known = in->state == INSIDE ? cache_find(&in->cache, line) : 0;
    if (known) {
        const struct cached_line *l = cache_line(&in->cache, known);
        for (uint32_t i = 0; i < l->n_frames; i++)
            if (!builder_push(&in->text.builder, cache_frames(&in->cache, l)[i]))
                return false;
        return true;
    }
    bool is_frame = perf_frame_read(line, &frame);
    if (in->state == INSIDE && indented && is_frame && is_hex_address(frame.address))
        return take_frame(in, line, &frame);
    if (perf_header_read(line, &in->layout, &h) && (h.sure || h.record))
        return h.record ? take_record(in, &h) : finish(in) && begin(in, &h);
    if (in->state == INSIDE && indented)
        return true; /* a line of the source */
    return lines_bad(&in->text.lines, in->text.r->tally.lines, "neither a sample nor a frame",
                     line);
}

static bool read_lines(struct sched *in)
{
    struct lines *lines = &in->text.lines;
    struct tally *tally = &in->text.r->tally;
    struct str line;

    while (lines_next(lines, &line)) {
        if (str_trim(line).n == 0) {
            tally->blank++;
            if (!finish(in))
                return false;
        } else if (line.p[0] == '#') {
            tally->comments++;
        } else if (!read_line(in, line)) {
            return false;
        }
    }
    return lines->f->kind == FAULT_NONE && finish(in);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct measure measures[] = {{"time", "ns"}, {"samples", "samples"}};
    struct sched in = {0};

    text_init(&in.text, r, blocks, p, f);
    cache_init(&in.cache);
    label_builder_init(&in.label_builder, p, label_keys, sizeof label_keys / sizeof label_keys[0]);
    struct str prefix = STR("");
    bool ok = text_measures(&in.text, TEXT_TIDY_NAMES, measures, 2) &&
              reading_prefix(r, blocks, &prefix, f);
    perf_layout_find(prefix, &in.layout);
    ok = ok && read_lines(&in);
    label_builder_free(&in.label_builder);
    cache_free(&in.cache);
    mem_free(in.blocked, in.blocked_room, sizeof *in.blocked);
    text_free(&in.text);
    return ok;
}

const struct input_format input_perf_sched = {
    .name = "perf-sched",
    .about = "the text of perf script with events of the scheduler: how long threads were blocked",
    .read = read,
    .off_cpu = true,
};
