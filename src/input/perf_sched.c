/* nginx 77/78 [002] 10.5: sched:sched_switch: prev_comm=nginx prev_pid=78 prev_state=S ==> ..., its
 * call chain on the following lines: reads off-CPU time from the output of perf script: how long
 * threads were blocked, from leaving the processor until they were woken or came back. Where there
 * are no such events, switch records (--show-switch-events) say when, and the last sample before
 * says where. */
#include <inttypes.h>

#include "base/mem.h"
#include "base/parse.h"
#include "input/common/cache.h"
#include "input/common/label_builder.h"
#include "input/common/text.h"
#include "input/perf/frame.h"
#include "input/perf/header.h"

/* A thread, and since when it is blocked. */
struct blocked {
    bool set;
    bool sampled;   /* `stack` is that of its last sample, which is near where it left */
    stack_id stack; /* where it left; while it runs, of its last sample */
    labels_id labels;
    uint64_t since_ns;
    struct waker waker;
};

enum sched_state { OUTSIDE, INSIDE };

struct sched {
    struct text text;
    struct cache cache;
    struct label_builder label_builder;
    struct perf_layout layout;
    struct blocked *blocked; /* by the name of the thread's number */
    size_t blocked_room, n_blocked;
    bool chainless;    /* no event has a call chain below it */
    bool only_records; /* no sched_switch: threads leave where they were last sampled */
    uint64_t last_ns;  /* of the text */
    uint64_t n_waits;
    uint64_t n_open, open_ns;   /* waits without an end, and how long they may have been */
    uint64_t n_near, n_nowhere; /* by the last sample before; without any */
    enum sched_state state;
    /* The sample that is read. */
    uint64_t line, time_ns;
    labels_id labels;
    uint64_t period_ns; /* of its own stack, where perf inject -s put it there; 0: not */
    name_id left;       /* the thread that is blocked from here on; 0: none */
    name_id woken;      /* the thread that the one of the sample wakes; 0: none */
    name_id at;         /* the thread whose sample it is, if that matters; 0: it does not */
};

static struct blocked *blocked_of(struct sched *in, name_id thread)
{
    in->blocked = mem_grow(in->blocked, &in->blocked_room, (size_t)thread + 1, sizeof *in->blocked);
    if (in->n_blocked <= thread)
        in->n_blocked = (size_t)thread + 1;
    return &in->blocked[thread];
}

static bool add(struct sched *in, stack_id stack, labels_id labels, uint64_t since_ns, uint64_t ns)
{
    const uint64_t values[] = {ns, 1};
    struct builder *b = &in->text.builder;

    b->moment = (struct moment){since_ns, STATE_WAITING};
    in->n_waits++;
    return builder_add_stack(b, stack, labels, values, in->line);
}

/* Counts a wait that lasts until a time at most, as the text does not say when it ended. */
static void leave_open(struct sched *in, struct blocked *b, uint64_t until_ns)
{
    if (!b->set)
        return;
    b->set = false;
    in->n_open++;
    if (until_ns > b->since_ns && until_ns - b->since_ns <= UINT64_MAX - in->open_ns)
        in->open_ns += until_ns - b->since_ns;
}

/* Counts the time that a thread was blocked, if it was. */
static bool count_blocked_time(struct sched *in, name_id thread, const struct perf_header *h)
{
    struct blocked *b = blocked_of(in, thread);

    if (!b->set)
        return true;
    b->set = false;
    if (in->time_ns < b->since_ns)
        return lines_bad(&in->text.lines, in->line, "the time goes back", h->time);
    if (!add(in, b->stack, b->labels, b->since_ns, in->time_ns - b->since_ns))
        return false;
    builder_waker(&in->text.builder, b->waker);
    return true;
}

/* The first that wakes a thread ends its wait. */
static void take_waker(struct sched *in, stack_id stack)
{
    struct blocked *b = blocked_of(in, in->woken);
    const thread_id thread = in->text.p->labels.thread[in->labels];

    if (b->set && !b->waker.thread)
        b->waker = (struct waker){thread, stack};
}

/* The stack is complete at the end of the sample. */
static bool finish(struct sched *in)
{
    if (in->state == OUTSIDE)
        return true;
    in->state = OUTSIDE;
    if (!in->left && !in->period_ns && !in->at && !in->woken)
        return true;
    stack_id stack = builder_stack(&in->text.builder, LEAF_FIRST);
    if (in->woken) {
        take_waker(in, stack);
        return true;
    }
    if (in->period_ns) /* the time is that of its end */
        return add(in, stack, in->labels,
                   in->time_ns > in->period_ns ? in->time_ns - in->period_ns : 0, in->period_ns);
    if (in->at) {
        struct blocked *b = blocked_of(in, in->at);
        b->stack = stack;
        b->sampled = true;
        return true;
    }
    *blocked_of(in, in->left) = (struct blocked){
        .set = true, .stack = stack, .labels = in->labels, .since_ns = in->time_ns};
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

static const char *const label_keys[] = {"comm", "pid", "tid"};

static labels_id labels_of(struct sched *in, const struct perf_header *h)
{
    const struct str labels[] = {h->comm, h->pid, h->tid};

    return label_builder_of(&in->label_builder, labels);
}

/* Thread 0 is an idle processor. */
static bool is_idle(struct str tid)
{
    return str_equal(tid, STR("0"));
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
    if (!count_blocked_time(in, names_add(names, c.next), h))
        return false;
    name_id prev = names_add(names, c.prev);
    leave_open(in, blocked_of(in, prev), in->time_ns);
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

/* "PERF_RECORD_SWITCH OUT preempt", "PERF_RECORD_SWITCH_CPU_WIDE IN  prev pid/tid: 0/0": the thread
 * of the line left or came. */
static bool take_switch_record(struct sched *in, const struct perf_header *h)
{
    struct str rest = h->text;
    struct str word, way, preempt;

    if (!take_word(&rest, &word) || !str_starts(word, STR("PERF_RECORD_SWITCH")) ||
        !take_word(&rest, &way) || !h->tid.n || is_idle(h->tid) || in->time_ns == NO_TIME)
        return true;
    name_id thread = names_add(&in->text.p->names, h->tid);
    if (str_equal(way, STR("IN")))
        return count_blocked_time(in, thread, h);
    if (!in->only_records || !str_equal(way, STR("OUT")) ||
        (take_word(&rest, &preempt) && str_equal(preempt, STR("preempt"))))
        return true;
    struct blocked *b = blocked_of(in, thread);
    leave_open(in, b, in->time_ns);
    in->n_near += b->sampled;
    in->n_nowhere += !b->sampled;
    frame_id unknown;
    if (!b->sampled) {
        builder_begin(&in->text.builder);
        if (!builder_frame(&in->text.builder, STR("[unknown]"), KIND_UNKNOWN, &unknown) ||
            !builder_push(&in->text.builder, unknown))
            return false;
        b->stack = builder_stack(&in->text.builder, LEAF_FIRST);
    }
    b->set = true;
    b->labels = labels_of(in, h);
    b->since_ns = in->time_ns;
    return true;
}

/* "PERF_RECORD_EXIT(7:8):(7:7)": thread 8 has ended, and its wait with it. */
static void take_exit(struct sched *in, struct str text)
{
    size_t from = str_find(text, 0, STR(":")) + 1;
    size_t to = str_find(text, 0, STR(")"));

    if (str_starts(text, STR("PERF_RECORD_EXIT(")) && from < to && to < text.n)
        blocked_of(in, names_add(&in->text.p->names, str_from_to(text, from, to)))->set = false;
}

static bool begin(struct sched *in, const struct perf_header *h)
{
    bool is_switch = str_ends(h->event, STR("sched_switch"));
    bool is_stat = str_ends(h->event, STR("sched_stat_sleep")) ||
                   str_ends(h->event, STR("sched_stat_blocked")) ||
                   str_ends(h->event, STR("sched_stat_iowait"));

    builder_begin(&in->text.builder);
    in->state = INSIDE;
    in->line = in->text.r->tally.lines;
    in->left = in->at = in->woken = 0;
    in->period_ns = 0;
    in->time_ns = perf_header_time(h->time);
    if (in->time_ns != NO_TIME && in->time_ns > in->last_ns)
        in->last_ns = in->time_ns;
    if (str_ends(h->event, STR("sched_waking")) || str_ends(h->event, STR("sched_wakeup"))) {
        in->woken = names_add(&in->text.p->names, value_of(h->text, STR("pid=")));
        in->labels = labels_of(in, h);
        return true;
    }
    if (in->only_records && h->tid.n && !is_idle(h->tid))
        in->at = names_add(&in->text.p->names, h->tid);
    if (!is_switch && !is_stat)
        return true;
    in->labels = labels_of(in, h);
    if (h->has_period && h->period > 1) {
        in->period_ns = h->period;
        return true;
    }
    if (in->time_ns == NO_TIME)
        return lines_bad(&in->text.lines, in->line, "an event without a time", h->event);
    return is_switch ? take_switch(in, h) : take_stat(in, h);
}

/* Skips a line of another record, and the call chain below it. */
static bool take_record(struct sched *in, const struct perf_header *h)
{
    if (!finish(in))
        return false;
    in->line = in->text.r->tally.lines;
    in->time_ns = perf_header_time(h->time);
    if (in->time_ns != NO_TIME && in->time_ns > in->last_ns)
        in->last_ns = in->time_ns;
    take_exit(in, h->text);
    if (!take_switch_record(in, h))
        return false;
    in->state = h->chained ? INSIDE : OUTSIDE;
    in->left = in->at = in->woken = 0;
    in->period_ns = 0;
    return true;
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

    if (in->chainless && perf_header_read(line, &in->layout, &h) && (h.sure || h.record))
        return h.record ? take_record(in, &h) : finish(in) && begin(in, &h);
    if (indented && in->state == INSIDE && !in->left && !in->period_ns && !in->at && !in->woken)
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

/* Whether each line is an event, as of perf sched record, which records no call chains. Else a
 * blank line ends each. */
static bool is_chainless(struct str prefix, const struct perf_layout *layout)
{
    struct perf_header h;
    struct str line;
    size_t n = 0;

    while (take_field(&prefix, '\n', &line) && prefix.p) {
        if (line.n && line.p[0] == '#')
            continue;
        if (str_trim(line).n == 0 || !perf_header_read(line, layout, &h) || !(h.sure || h.record) ||
            h.chained)
            return false;
        n++;
    }
    return n > 1;
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

/* Says how long waits were that are not drawn, and which stacks are a guess. */
static void remark(struct sched *in)
{
    enum { MICROSECOND = 1000, SECOND = 1000000 };
    struct text_list *to = &in->text.r->info->remarks;

    for (size_t i = 0; i < in->n_blocked; i++)
        leave_open(in, &in->blocked[i], in->last_ns);
    uint64_t us = in->open_ns / MICROSECOND;
    if (in->n_open)
        reading_remark(to,
                       "the end of %" PRIu64 " wait%s is not in the text, which %s not counted (of "
                       "%" PRIu64 ".%06" PRIu64 " s at most; %" PRIu64 " wait%s %s counted); perf "
                       "record -a, or --switch-events and perf script --show-switch-events, "
                       "shows it",
                       in->n_open, in->n_open == 1 ? "" : "s", in->n_open == 1 ? "is" : "are",
                       us / SECOND, us % SECOND, in->n_waits, in->n_waits == 1 ? "" : "s",
                       in->n_waits == 1 ? "is" : "are");
    if (in->n_near)
        reading_remark(to,
                       "%" PRIu64 " of %" PRIu64
                       " waits began where their thread was last sampled, "
                       "which is an approximation; perf record -e sched:sched_switch "
                       "--switch-events -g records where it left",
                       in->n_near, in->n_near + in->n_nowhere);
    if (in->n_nowhere)
        reading_remark(to,
                       "%" PRIu64 " of %" PRIu64
                       " waits have no stack, since their threads were not "
                       "sampled before",
                       in->n_nowhere, in->n_near + in->n_nowhere);
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
    in.only_records = str_find(prefix, 0, STR("sched_switch:")) == prefix.n &&
                      str_find(prefix, 0, STR("PERF_RECORD_SWITCH")) < prefix.n;
    in.chainless = is_chainless(prefix, &in.layout);
    ok = ok && read_lines(&in);
    if (ok)
        remark(&in);
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
