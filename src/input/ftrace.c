/*   bash-1994  [000] d..2. 123.456789: <stack trace>
 *  => schedule
 * leaf first: stacks in the kernel's trace file and in trace-cmd's report, below the event that
 * they are of. A stack of the program that follows that of the kernel goes on below it. */
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/text.h"

enum { COMM, PID, TID, CPU, EVENT, LABELS };
static const char *const label_keys[LABELS] = {"comm", "pid", "tid", "cpu", "event"};
static const struct measure measures[] = {{"samples", "samples"}};

/* Events are remembered for so many processors, and of their names so many bytes. */
enum { EVENTS = 64, EVENT_MOST = 60 };

/* The last event of a task, on the processor that stands here. */
struct last_event {
    uint64_t tid;
    size_t n;
    char name[EVENT_MOST];
};

struct ftrace {
    struct text text;
    struct label_builder label_builder;
    struct buf values[LABELS]; /* of the stack */
    struct last_event events[EVENTS];
    uint64_t line; /* where the stack began */
    bool inside;   /* a stack was begun */
    bool listing;  /* its frames may follow */
    bool user;     /* they are of the program */
    bool broken;   /* with a line that is no frame */
    bool lost;     /* in frames without the line that begins a stack */
};

/* ---- lines */

/* The parts of a line; empty: not there. */
struct trace_line {
    struct str values[LABELS];
    struct str text; /* after the time */
    uint64_t time_ns;
};

/* Takes "-1994" off the end of a text: its task. */
static bool parse_task(struct str s, struct trace_line *line)
{
    size_t dash = str_find_last(s, STR("-"));
    uint64_t number;

    if (dash == 0 || dash == s.n || !parse_u64(str_from_to(s, dash + 1, s.n), &number))
        return false;
    line->values[COMM] = str_trim(str_from_to(s, 0, dash));
    line->values[TID] = str_from_to(s, dash + 1, s.n);
    line->values[PID] = line->values[TID];
    return line->values[COMM].n > 0;
}

/* Takes "(   1994)", the process, off the end where it is printed. */
static struct str strip_process(struct str *s)
{
    size_t open = str_find_last(*s, STR("("));
    struct str pid = STR("");
    uint64_t number;

    if (s->n == 0 || s->p[s->n - 1] != ')' || open == s->n)
        return pid;
    pid = str_trim(str_from_to(*s, open + 1, s->n - 1));
    *s = str_trim(str_from_to(*s, 0, open));
    return parse_u64(pid, &number) ? pid : STR("");
}

/* Parses "d..2. 123.456789: sched_switch: ...", of which the flags may be absent. */
static bool parse_rest(struct str rest, struct trace_line *line)
{
    struct str word;

    for (int i = 0; i < 2; i++) {
        if (!take_word(&rest, &word))
            return false;
        if (word.p[word.n - 1] != ':' ||
            !parse_seconds(str_from_to(word, 0, word.n - 1), &line->time_ns))
            continue;
        line->text = str_trim(rest);
        return true;
    }
    return false;
}

/* bash-1994  (1994) [000] d..2. 123.456789: TEXT */
static bool parse_line(struct str s, struct trace_line *line)
{
    size_t at = str_find(s, 0, STR("["));

    *line = (struct trace_line){.time_ns = NO_TIME};
    for (size_t i = 0; i < LABELS; i++)
        line->values[i] = STR("");
    for (int tries = 0; at < s.n && tries < 8; at = str_find(s, at + 1, STR("[")), tries++) {
        size_t end = str_find(s, at, STR("]"));
        uint64_t cpu;
        if (end == s.n)
            break;
        line->values[CPU] = str_from_to(s, at + 1, end);
        struct str task = str_trim(str_from_to(s, 0, at));
        struct str pid = strip_process(&task);
        if (!parse_u64(line->values[CPU], &cpu) || !parse_task(task, line) ||
            !parse_rest(str_from_to(s, end + 1, s.n), line))
            continue;
        if (pid.n)
            line->values[PID] = pid;
        return true;
    }
    return false;
}

/* The latency tracers' "bash-1994    2d.... 45343us : <stack trace>". */
static bool parse_latency(struct str s, struct trace_line *line)
{
    size_t end = str_find(s, 0, STR(" : "));
    struct str rest = str_from_to(s, 0, end);
    size_t n = 0;

    *line = (struct trace_line){.time_ns = NO_TIME};
    for (size_t i = 0; i < LABELS; i++)
        line->values[i] = STR("");
    if (end == s.n)
        return false;
    line->text = str_trim(str_from_to(s, end + 3, s.n));
    while (n < rest.n && !(rest.p[n] == '-' && n + 1 < rest.n && is_digit(rest.p[n + 1])))
        n++;
    while (n < rest.n && !is_blank(rest.p[n]))
        n++;
    if (n == rest.n || !parse_task(str_from_to(rest, 0, n), line))
        return false;
    rest = str_trim(str_from_to(rest, n, rest.n));
    n = 0;
    while (n < rest.n && is_digit(rest.p[n]))
        n++;
    line->values[CPU] = str_from_to(rest, 0, n);
    return n > 0 && n < rest.n && (is_letter(rest.p[n]) || rest.p[n] == '.'); /* no time of a log */
}

enum stack_kind { NO_STACK, KERNEL_STACK, USER_STACK };

/* "<stack trace>", of trace-cmd "kernel_stack:   <stack trace >" */
static enum stack_kind stack_kind_of(struct str text)
{
    size_t at = str_find(text, 0, STR("<"));
    struct str rest = str_from_to(text, at, text.n);
    struct str event = str_trim(str_from_to(text, 0, at));

    if (event.n && !str_equal(event, STR("kernel_stack:")) && !str_equal(event, STR("user_stack:")))
        return NO_STACK;
    if (str_equal(rest, STR("<stack trace>")) || str_equal(rest, STR("<stack trace >")))
        return str_starts(event, STR("user")) ? USER_STACK : KERNEL_STACK;
    return str_equal(rest, STR("<user stack trace>")) ? USER_STACK : NO_STACK;
}

static bool is_frame(struct str s)
{
    return str_starts(s, STR("=> ")) || str_equal(s, STR("=>"));
}

/* ---- events */

static struct last_event *event_of(struct ftrace *in, struct str cpu)
{
    uint64_t number;

    return &in->events[parse_u64(cpu, &number) ? number % EVENTS : 0];
}

/* "sched_switch: prev_comm=..." */
static void keep_event(struct ftrace *in, const struct trace_line *line)
{
    struct last_event *event = event_of(in, line->values[CPU]);
    size_t end = str_find(line->text, 0, STR(":"));
    uint64_t tid;

    event->n = 0;
    if (end == line->text.n || end > EVENT_MOST || !parse_u64(line->values[TID], &tid))
        return;
    for (size_t i = 0; i < end; i++)
        if (is_blank(line->text.p[i]))
            return;
    event->tid = tid;
    event->n = end;
    memcpy(event->name, line->text.p, end);
}

/* ---- stacks */

static bool finish(struct ftrace *in)
{
    static const uint64_t one[] = {1};
    struct text *t = &in->text;
    struct str values[LABELS];

    if (!in->inside)
        return true;
    in->inside = in->listing = false;
    if (in->broken)
        return true;
    if (t->builder.n == 0)
        return lines_bad(&t->lines, in->line, "a stack trace without a frame", STR(""));
    for (size_t i = 0; i < LABELS; i++)
        values[i] = buf_str(&in->values[i]);
    return builder_add(&t->builder, LEAF_FIRST, label_builder_of(&in->label_builder, values), one,
                       in->line);
}

static bool begin(struct ftrace *in, const struct trace_line *line, enum stack_kind kind)
{
    struct text *t = &in->text;
    struct last_event *event = event_of(in, line->values[CPU]);
    uint64_t tid;
    bool goes_on = kind == USER_STACK && in->inside && !in->user &&
                   str_equal(buf_str(&in->values[TID]), line->values[TID]) &&
                   str_equal(buf_str(&in->values[CPU]), line->values[CPU]);

    in->user = kind == USER_STACK;
    if (goes_on) {
        in->listing = true;
        return true;
    }
    if (!finish(in))
        return false;
    builder_begin(&t->builder);
    t->builder.moment.at_ns = line->time_ns;
    in->inside = in->listing = true;
    in->broken = false;
    in->line = t->r->tally.lines;
    for (size_t i = 0; i < LABELS; i++) {
        buf_clear(&in->values[i]);
        buf_add(&in->values[i], line->values[i]);
    }
    if (event->n && parse_u64(line->values[TID], &tid) && tid == event->tid)
        buf_add(&in->values[EVENT], (struct str){event->name, event->n});
    return true;
}

/* vfs_write+0x29/0x70 [xfs] <ffffffff8168b225>, of trace-cmd vfs_write (ffffffff8168b225) */
static bool push_kernel(struct ftrace *in, struct str s)
{
    struct str word = STR("");
    struct str module = STR("");
    struct str rest = s;
    size_t n = str_find(s, 0, STR(" <"));

    if (n == s.n && s.n && s.p[s.n - 1] == ')') {
        n = str_find_last(s, STR(" ("));
        struct str inner = str_from_to(s, n < s.n ? n + 2 : s.n, s.n);
        n = inner.n && is_hex_number(str_from_to(inner, 0, inner.n - 1)) ? n : s.n;
    }
    s = str_trim(str_from_to(s, 0, n));
    if (s.n > 2 && s.p[s.n - 1] == ']' && str_find_last(s, STR(" [")) < s.n) {
        n = str_find_last(s, STR(" ["));
        module = str_from_to(s, n + 1, s.n);
        s = str_trim(str_from_to(s, 0, n));
    }
    s = str_from_to(s, 0, str_find(s, 0, STR("+0x")));
    rest = s;
    if (str_starts(s, STR("0x")) || (take_word(&rest, &word) && word.n > 7 && is_hex_number(word)))
        s = STR("");
    return tidier_push(&in->text.tidier, s, module, STR(""), KIND_KERNEL);
}

/* /lib/libc.so.6[+0x1b2c] or <00007f1b2c3d4e5f> */
static bool push_user(struct ftrace *in, struct str s)
{
    size_t open = str_find_last(s, STR("[+0x"));
    struct str module = open < s.n ? str_from_to(s, 0, open) : STR("");
    struct str address = str_from_to(s, open < s.n ? open + 4 : s.n, s.n);

    if (address.n)
        address.n--;
    if (open == s.n && s.n > 2 && s.p[0] == '<')
        address = str_from_to(s, 1, s.n - 1);
    if (!is_hex_number(address))
        address = STR("");
    return tidier_push(&in->text.tidier, STR(""), module, address,
                       module.n ? tidy_kind(module) : KIND_USER);
}

static bool take_frame(struct ftrace *in, struct str s)
{
    s = str_trim(str_from_to(s, 2, s.n));
    if (in->broken)
        return true;
    if (s.n == 0) {
        in->broken = true;
        return lines_bad(&in->text.lines, in->text.r->tally.lines, "a frame without a name", s);
    }
    return in->user ? push_user(in, s) : push_kernel(in, s);
}

static bool read_line(struct ftrace *in, struct str s)
{
    struct tally *tally = &in->text.r->tally;
    struct trace_line line;

    if (s.n == 0) {
        tally->blank++;
        in->listing = false;
        return true;
    }
    if (in->listing && is_frame(s))
        return take_frame(in, s);
    in->listing = false;
    if (is_frame(s)) {
        bool known = in->lost;
        in->lost = true;
        return known || lines_bad(&in->text.lines, tally->lines, "frames without a stack", s);
    }
    in->lost = false;
    if (s.p[0] == '#' || str_starts(s, STR("cpus=")) || str_starts(s, STR("CPU:"))) {
        tally->comments++;
        return true;
    }
    if (!parse_line(s, &line) && !parse_latency(s, &line)) {
        lines_other(&in->text.lines);
        return true;
    }
    enum stack_kind kind = stack_kind_of(line.text);
    if (kind != NO_STACK)
        return begin(in, &line, kind);
    tally->comments++;
    keep_event(in, &line);
    return finish(in);
}

static bool read_lines(struct ftrace *in)
{
    struct str line;

    while (lines_next(&in->text.lines, &line))
        if (!read_line(in, str_trim(line)))
            return false;
    return in->text.f->kind == FAULT_NONE && finish(in);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct ftrace in = {.inside = false};

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, label_keys, LABELS);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, measures, 1) && read_lines(&in);
    for (size_t i = 0; i < LABELS; i++)
        buf_free(&in.values[i]);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

/* A stack and its first frame count 60 bits. The first may come late, after what heads the file. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str s;
    struct trace_line line;
    bool begun = false;
    bool headed = false;

    while (take_field(&rest, '\n', &s)) {
        s = str_trim(s);
        if (begun && is_frame(s))
            return 60;
        headed = headed || str_starts(s, STR("# tracer: "));
        begun = s.n && s.p[s.n - 1] == '>' && (parse_line(s, &line) || parse_latency(s, &line)) &&
                stack_kind_of(line.text) != NO_STACK;
    }
    return headed ? 12 : 0;
}

static const char *const endings[] = {"ftrace", NULL};

const struct input_format input_ftrace = {
    .name = "ftrace",
    .about = "stack traces in the kernel's trace file, or in trace-cmd's report",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\n# tracer: ", "\n=>")},
    .read = read,
};
