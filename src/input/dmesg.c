/* [ 1234.567890] task:worker state:D stack:0 pid:345 ppid:2 flags:0x00004000
 * [ 1234.567891] Call Trace:
 * [ 1234.567892]  schedule+0x5e/0xd0
 * Call traces in the kernel's log, leaf first: of tasks that hang, of sysrq-t, -w and -l, lockups,
 * stalls, warnings and oopses, with the time stamps of dmesg, syslog or none. */
#include <inttypes.h>

#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"
#include "input/common/signs.h"
#include "input/dmesg/frame.h"

enum { COMM, PID, TID, CPU, STATE, LABELS };
static const char *const label_keys[LABELS] = {"comm", "pid", "tid", "cpu", "state"};

/* From this byte on, " kernel: " belongs to the message. */
enum { HOST_MOST = 100 };

struct dmesg {
    struct dump dump;
    struct buf at;    /* the function that a dump of registers names: the leaf of the next trace */
    struct buf below; /* the caller in the last line of a trace of ARM */
    bool told;        /* whose the next trace is */
    bool inside;      /* a trace was begun */
    bool open;        /* after <TASK>: other lines may be amid the trace */
    uint64_t line;    /* where it began */
    uint64_t time_ns; /* of the current line; NO_TIME: not known */
    uint64_t guesses; /* frames left out */
    uint64_t strays;  /* frames in no call trace */
};

/* ---- what stands before a message */

/* Takes "[ 1234.567890] ", "[  +0.000003] ", "[Tue Jan  7 08:09:10 2025] " or "[   T12] " off the
 * start of *s. */
static bool strip_brackets(struct str *s, uint64_t *time_ns)
{
    size_t end = s->n && s->p[0] == '[' ? str_find(*s, 0, STR("]")) : s->n;

    if (end == s->n || end < 2 || s->p[1] == '<')
        return false;
    struct str inner = str_trim(str_from_to(*s, 1, end));
    size_t changed = str_find(inner, 0, STR("<"));
    bool caller = inner.n > 1 && (inner.p[0] == 'T' || inner.p[0] == 'C') && is_digit(inner.p[1]);
    bool date = str_find(inner, 0, STR(":")) < inner.n && str_find(inner, 0, STR(" ")) < inner.n;
    uint64_t ns;

    inner = str_trim(str_from_to(inner, 0, changed));
    if (str_find(inner, 0, STR(".")) < inner.n && parse_seconds(inner, &ns))
        *time_ns = ns;
    else if (!caller && !date && !str_starts(inner, STR("+")))
        return false;
    *s = str_from_to(*s, end + 1, s->n);
    return true;
}

/* Returns the message of a line. */
static struct str message_of(struct str line, uint64_t *time_ns)
{
    struct str s = dmesg_left_trim(line);
    size_t kernel = str_find(s, 0, STR(" kernel: "));

    *time_ns = NO_TIME;
    if (kernel < s.n && kernel < HOST_MOST)
        s = str_from_to(s, kernel + 9, s.n);
    if (s.n > 2 && s.p[0] == '<' && is_digit(s.p[1])) {
        size_t end = str_find(s, 0, STR(">"));
        s = str_from_to(s, end < s.n ? end + 1 : 0, s.n);
    }
    if (str_starts(s, STR("kern  :"))) { /* dmesg -x */
        size_t at = str_find(s, 7, STR(": "));
        s = dmesg_left_trim(str_from_to(s, at < s.n ? at + 2 : 0, s.n));
    }
    if (s.n > 10 && is_digit(s.p[0]) && s.p[4] == '-' && s.p[7] == '-' && s.p[10] == 'T')
        s = str_from_to(s, str_find(s, 0, STR(" ")), s.n); /* dmesg --time-format iso */
    s = dmesg_left_trim(s);
    while (strip_brackets(&s, time_ns))
        s = dmesg_left_trim(s);
    return str_trim(s);
}

/* ---- amid a trace */

/* RSP: 0018:ffffc900, R10: ..., Code: ...: amid a trace where an interrupt came. */
static bool is_register(struct str message)
{
    size_t n = 0;

    if (str_starts(message, STR("Code: ")))
        return true;
    while (n < message.n && ((message.p[n] >= 'A' && message.p[n] <= 'Z') ||
                             is_digit(message.p[n]) || message.p[n] == '_'))
        n++;
    if (n < 2 || n > 8 || n == message.n || message.p[n] != ':')
        return false;
    struct str value = dmesg_left_trim(str_from_to(message, n + 1, message.n));
    return value.n >= 4 && is_hex_number(str_from_to(value, 0, 4));
}

/* ---- what a trace is of */

/* A line that tells it; what it does not tell is empty. */
struct task_line {
    struct str values[LABELS];
};

static void set_numbers(struct task_line *task, struct str tid, struct str pid)
{
    task->values[TID] = tid;
    task->values[PID] = pid.n ? pid : tid;
}

/* Returns the word after a key, or an empty text. */
static struct str value_of(struct str message, struct str key)
{
    size_t at = str_find(message, 0, key);
    struct str rest = str_from_to(message, at < message.n ? at + key.n : message.n, message.n);
    struct str word = STR("");

    return take_word(&rest, &word) ? word : STR("");
}

/* INFO: task jbd2/sda1-8:345 blocked for more than 120 seconds. */
static bool parse_hung(struct str message, struct task_line *task)
{
    size_t end = str_find(message, 0, STR(" blocked for more than "));
    uint64_t number;

    if (!str_starts(message, STR("INFO: task ")) || end == message.n || end < 11)
        return false;
    struct str name = str_from_to(message, 11, end);
    size_t colon = str_find_last(name, STR(":"));
    if (colon == name.n || !parse_u64(str_from_to(name, colon + 1, name.n), &number))
        return false;
    task->values[COMM] = str_from_to(name, 0, colon);
    task->values[STATE] = STR("D");
    set_numbers(task, str_from_to(name, colon + 1, name.n), STR(""));
    return true;
}

/* task:kworker/u97:11  state:D stack:    0 pid:  340 tgid:  340 ppid:     2 flags:0x00004000 */
static bool parse_task(struct str message, struct task_line *task)
{
    size_t end = str_find(message, 0, STR(" state:"));

    if (!str_starts(message, STR("task:")) || end == message.n)
        return false;
    task->values[COMM] = str_from_to(message, 5, end);
    task->values[STATE] = value_of(message, STR(" state:"));
    set_numbers(task, value_of(message, STR(" pid:")), value_of(message, STR(" tgid:")));
    return true;
}

/* Takes the last word off *rest. */
static struct str last_word(struct str *rest)
{
    struct str s = str_trim(*rest);
    size_t from = s.n;

    while (from && !is_blank(s.p[from - 1]))
        from--;
    *rest = str_from_to(s, 0, from);
    return str_from_to(s, from, s.n);
}

/* bash            S ffff88003fa78000     0  1234   1000 0x00000080: before Linux 5.10 */
static bool parse_old_task(struct str message, struct task_line *task)
{
    struct str rest = message;
    struct str flags = last_word(&rest);
    struct str father = last_word(&rest);
    struct str pid = last_word(&rest);
    struct str stack = last_word(&rest);
    uint64_t number;

    if (!dmesg_strip_number(&flags) || flags.n || !parse_u64(father, &number) ||
        !parse_u64(pid, &number) || !parse_u64(stack, &number))
        return false;
    struct str where = last_word(&rest);
    if (str_equal(where, STR("task")))
        where = last_word(&rest); /* running task */
    else if (!is_hex_number(where) && !dmesg_strip_number(&where))
        return false;
    struct str state = last_word(&rest);
    if (state.n != 1 || str_trim(rest).n == 0)
        return false;
    task->values[COMM] = rest;
    task->values[STATE] = state;
    set_numbers(task, pid, STR(""));
    return true;
}

/* CPU: 0 UID: 0 PID: 1 Comm: init Tainted: G, and older Pid: 1, comm: init Not tainted */
static bool parse_cpu(struct str message, struct task_line *task)
{
    static const char *const ends[] = {" Tainted:", " Not tainted", " Kdump:"};
    bool old = str_starts(message, STR("Pid: "));
    struct str key = old ? STR(", comm: ") : STR(" Comm: ");
    size_t at = str_find(message, 0, key);

    if ((!old && !str_starts(message, STR("CPU: "))) || at == message.n)
        return false;
    struct str comm = str_from_to(message, at + key.n, message.n);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        comm = str_from_to(comm, 0, str_find(comm, 0, str_of(ends[i])));
    task->values[COMM] = comm;
    if (old) {
        set_numbers(task, str_from_to(message, 5, at), STR(""));
        return true;
    }
    set_numbers(task, value_of(str_from_to(message, 0, at), STR(" PID: ")), STR(""));
    task->values[CPU] = value_of(message, STR("CPU: "));
    return true;
}

/* Whether the line begins what is told of a task or a processor. */
static bool parse_header(struct str message, struct task_line *task)
{
    *task = (struct task_line){0};
    for (size_t i = 0; i < LABELS; i++)
        task->values[i] = STR("");
    return parse_hung(message, task) || parse_task(message, task) || parse_cpu(message, task) ||
           parse_old_task(message, task) || str_starts(message, STR("NMI backtrace for cpu ")) ||
           str_starts(message, STR("---[ end trace "));
}

/* ---- traces */

static bool finish(struct dmesg *in)
{
    static const uint64_t one[] = {1};
    struct text *t = &in->dump.text;
    bool ok = true;

    if (!in->inside)
        return true;
    in->inside = in->open = in->told = false;
    buf_clear(&in->below);
    if (t->builder.n)
        ok = builder_add(&t->builder, LEAF_FIRST, dump_kept(&in->dump), one, in->line);
    else
        ok = lines_bad(&t->lines, in->line, "a call trace without a frame that is sure", STR(""));
    buf_clear(&in->at);
    for (size_t i = 0; i < LABELS; i++)
        buf_clear(&in->dump.values[i]);
    return ok;
}

static bool push(struct dmesg *in, const struct dmesg_frame *frame)
{
    struct text *t = &in->dump.text;
    struct frame row = {.kind = KIND_KERNEL};
    frame_id id = 0;

    if (frame->guess) {
        in->guesses++;
        return true;
    }
    if (frame->name.n == 0 || !frame->line)
        return tidier_push(&t->tidier, frame->name, frame->module, STR(""), KIND_KERNEL);
    return tidier_row(&t->tidier, frame->name, frame->module, STR(""), &row) &&
           source_line(t, &in->dump.room, frame->file, frame->line, &row) &&
           builder_row(&t->builder, &row, &id) && builder_push(&t->builder, id);
}

static bool begin(struct dmesg *in)
{
    struct text *t = &in->dump.text;

    if (!finish(in))
        return false;
    builder_begin(&t->builder);
    t->builder.moment.at_ns = in->time_ns;
    in->inside = true;
    in->line = t->r->tally.lines;
    return in->at.n == 0 ||
           tidier_push(&t->tidier, buf_str(&in->at), STR(""), STR(""), KIND_KERNEL);
}

/* Ends the trace before. */
static bool take_header(struct dmesg *in, const struct task_line *task)
{
    if (!finish(in))
        return false;
    buf_clear(&in->at);
    in->told = true;
    for (size_t i = 0; i < LABELS; i++)
        dump_keep(&in->dump, i, str_trim(task->values[i]));
    return true;
}

/* <TASK>, <IRQ>, </TASK>; before Linux 4.9 a frame may follow on the line. On PowerPC it is
 * "--- interrupt: 900 at f+0x1/0x2", with registers and perhaps more frames below. */
static bool read_marks(struct dmesg *in, struct str *message, bool *ended)
{
    bool any = str_starts(*message, STR("--- interrupt: "));

    *ended = false;
    if (any) {
        in->open = true;
        *message = STR("");
    }
    while (message->n > 2 && message->p[0] == '<') {
        size_t end = str_find(*message, 0, STR(">"));
        if (end == message->n)
            break;
        in->open = message->p[1] != '/';
        *ended = str_starts(*message, STR("</TASK>"));
        *message = dmesg_left_trim(str_from_to(*message, end + 1, message->n));
        any = true;
    }
    return any;
}

/* *taken: the line belongs to the trace. */
static bool read_inside(struct dmesg *in, struct str message, bool *taken)
{
    struct dmesg_frame frame;
    bool ended;

    *taken = read_marks(in, &message, &ended);
    if (ended)
        return finish(in);
    if (*taken && message.n == 0)
        return true;
    *taken = true;
    if (dmesg_frame_parse(message, &frame, &in->dump.room) ||
        dmesg_frame_of_registers(message, &frame, &in->dump.room))
        return push(in, &frame);
    *taken = is_register(message);
    return true;
}

/* ARM, 32 bits: each line has a frame and its caller, which the next line begins with. A line that
 * does not go on so begins another trace. *taken: the line belongs to one. */
static bool read_call(struct dmesg *in, struct str message, bool *taken)
{
    struct dmesg_frame frame;
    struct dmesg_call call;

    *taken = dmesg_call_parse(message, &call, &in->dump.room);
    *taken = *taken && (call.sure || in->inside || in->told);
    if (!*taken || !dmesg_frame_of_side(call.callee, &frame, &in->dump.room))
        return true;
    bool goes_on = in->below.n && str_equal(frame.name, buf_str(&in->below));
    if (!goes_on && ((!in->inside || in->below.n) && !begin(in)))
        return false;
    if (!goes_on && !push(in, &frame))
        return false;
    in->open = true; /* registers and what an interrupt saved stand amid it */
    if (!dmesg_frame_of_side(call.caller, &frame, &in->dump.room))
        return true;
    buf_clear(&in->below);
    buf_add(&in->below, frame.name);
    return push(in, &frame);
}

static bool is_begin(struct str message)
{
    return str_starts(message, STR("Call Trace:")) || str_starts(message, STR("Call trace:"));
}

/* A line that is no part of a trace ends it, unless it is known where it ends. */
static bool read_outside(struct dmesg *in, struct str message)
{
    struct task_line task;
    struct dmesg_frame frame;

    in->dump.text.r->tally.comments++;
    if (parse_header(message, &task))
        return take_header(in, &task);
    if (in->inside)
        return in->open || finish(in);
    in->strays +=
        dmesg_frame_parse(message, &frame, &in->dump.room) && frame.name.n && !frame.guess;
    if (dmesg_frame_of_registers(message, &frame, &in->dump.room)) {
        buf_clear(&in->at);
        buf_add(&in->at, frame.name);
    }
    return true;
}

static bool take_line(void *reader, struct str line)
{
    struct dmesg *in = reader;
    struct str message = message_of(line, &in->time_ns);
    bool taken = false;

    if (message.n == 0) {
        in->dump.text.r->tally.blank++;
        return in->open || finish(in);
    }
    if (is_begin(message))
        return begin(in);
    if (!read_call(in, message, &taken))
        return false;
    if (taken)
        return true;
    if (in->inside && !read_inside(in, message, &taken))
        return false;
    return taken || read_outside(in, message);
}

static bool end(void *reader)
{
    struct dmesg *in = reader;

    if (!finish(in))
        return false;
    if (in->guesses)
        reading_remark(&in->dump.text.r->info->remarks,
                       "frames left out that the kernel only guessed (?): %" PRIu64, in->guesses);
    if (in->strays)
        reading_remark(&in->dump.text.r->info->remarks,
                       "frames left out that are in no call trace: %" PRIu64, in->strays);
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_steps steps = {take_line, end};
    struct dmesg in = {.inside = false};

    dump_init(&in.dump, r, blocks, p, f);
    bool ok = dump_begin(&in.dump, label_keys, LABELS) && dump_lines(&in.dump, &steps, &in);
    buf_free(&in.at);
    buf_free(&in.below);
    dump_free(&in.dump);
    return ok;
}

/* A trace and a frame in it count some 48 bits. A log may begin with much else, which its time
 * stamps tell. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct dmesg_frame frame;
    struct dmesg_call call;
    struct buf room = {0};
    unsigned stamped = 0;
    bool begun = false;
    bool found = false;

    while (!found && take_field(&rest, '\n', &line)) {
        uint64_t time_ns;
        struct str message = message_of(line, &time_ns);
        stamped += time_ns != NO_TIME;
        found = dmesg_call_parse(message, &call, &room)
                    ? begun || call.sure
                    : begun && dmesg_frame_parse(message, &frame, &room);
        begun = begun || is_begin(message);
    }
    buf_free(&room);
    return found ? 48 : stamped > 2 ? 10 : 0;
}

static const char *const endings[] = {"dmesg", NULL};

const struct input_format input_dmesg = {
    .name = "dmesg",
    .about = "call traces in Linux' kernel log: hung tasks, sysrq-t, lockups, stalls, oopses",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("Call Trace:", "Call trace:", "\n[", "\n<",
                     " kernel: ", "\nkern  :", SIGN_DATE)},
    .read = read,
    .dump_lines = DUMP_IN_LOG,
};
