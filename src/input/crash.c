/* PID: 345    TASK: ffff88003fa78000  CPU: 0   COMMAND: "worker"
 *  #1 [ffff88003fa7bde0] schedule at ffffffff8168b7a9
 * leaf first: what crash prints of `foreach bt`, `bt` and `bt -a`, also with -s and -l. */
#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"

enum { COMM, PID, TID, CPU, LABELS };
static const char *const label_keys[LABELS] = {"comm", "pid", "tid", "cpu"};

/* A frame waits for the next line, which may say its place in the source (-l). */
struct crash {
    struct dump dump;
    bool waiting;
    bool exception;                /* it has no number: an exception came in it */
    bool interrupted;              /* so, on the stack that follows, which begins with it again */
    struct buf name, module, file; /* of the frame that waits */
    uint64_t line;
};

static void set(struct buf *to, struct str text)
{
    buf_clear(to);
    buf_add(to, text);
}

/* ---- lines */

/* PID: 345    TASK: ffff88003fa78000  CPU: 0   COMMAND: "worker" */
static bool parse_task(struct str line, struct str *values)
{
    size_t at = str_find(line, 0, STR(" COMMAND: \""));
    struct str rest = str_from_to(line, 0, at);
    struct str word;
    uint64_t number;

    if (at == line.n || !str_starts(line, STR("PID: ")))
        return false;
    struct str comm = str_from_to(line, at + 11, line.n);
    values[COMM] = str_from_to(comm, 0, str_find_last(comm, STR("\"")));
    if (!take_word(&rest, &word) || !take_word(&rest, &values[PID]) ||
        !parse_u64(values[PID], &number))
        return false;
    values[TID] = values[PID];
    at = str_find(rest, 0, STR(" CPU: "));
    rest = str_from_to(rest, at < rest.n ? at + 6 : rest.n, rest.n);
    if (!take_word(&rest, &values[CPU]))
        values[CPU] = STR("");
    return true;
}

struct crash_frame {
    uint64_t number;
    struct str name, module;
};

/* Takes "+41" or "+0x29" off the end. */
static struct str without_offset(struct str name)
{
    size_t plus = str_find_last(name, STR("+"));
    struct str offset = str_from_to(name, plus < name.n ? plus + 1 : name.n, name.n);
    uint64_t value;

    return plus && parse_hex_head(&offset, &value) && offset.n == 0 ? str_from_to(name, 0, plus)
                                                                    : name;
}

/* " #1 [ffff88003fa7bde0] error_code (via page_fault) at ffffffffa01b2c3d [xfs]" */
static bool parse_frame(struct str line, struct crash_frame *frame)
{
    struct str rest = str_from_to(line, 1, line.n);
    size_t at = str_find_last(line, STR(" at "));
    struct str number;
    struct str word;

    *frame = (struct crash_frame){.module = STR("")};
    if (!take_word(&rest, &number) || !parse_u64(number, &frame->number) || at == line.n ||
        !take_word(&rest, &word) || word.n < 3 || word.p[0] != '[' || word.p[word.n - 1] != ']' ||
        !is_hex_number(str_from_to(word, 1, word.n - 1)) || rest.p > line.p + at)
        return false;
    struct str behind = str_from_to(line, at + 4, line.n);
    frame->name = str_trim(str_from_to(rest, 0, (size_t)(line.p + at - rest.p)));
    frame->name = str_from_to(frame->name, 0, str_find(frame->name, 0, STR(" (via ")));
    frame->name = without_offset(frame->name);
    if (frame->name.n == 0 || !take_word(&behind, &word) || word.n < 8 || !is_hex_number(word))
        return false;
    behind = str_trim(behind);
    if (behind.n > 2 && behind.p[0] == '[')
        frame->module = behind;
    return true;
}

/* [exception RIP: memset+28]: the function in which an exception came, which has no number. */
static bool parse_exception(struct str line, struct str *name)
{
    size_t at = str_find(line, 0, STR(": "));

    if (!str_starts(line, STR("[exception ")) || at == line.n || line.p[line.n - 1] != ']')
        return false;
    *name = without_offset(str_from_to(line, at + 2, line.n - 1));
    return name->n && !memchr(name->p, ' ', name->n);
}

/* /usr/src/linux/kernel/sched/core.c: 3456 */
static bool parse_place(struct str line, struct str *file, uint64_t *number)
{
    size_t colon = str_find_last(line, STR(": "));

    if (line.p[0] != '/' || colon == line.n ||
        !parse_u64(str_from_to(line, colon + 2, line.n), number))
        return false;
    *file = str_from_to(line, 0, colon);
    return true;
}

/* ---- stacks */

static bool push_waiting(struct crash *in)
{
    struct text *t = &in->dump.text;
    struct frame row = {.kind = KIND_KERNEL};
    frame_id id = 0;

    if (!in->waiting)
        return true;
    in->waiting = false;
    return tidier_row(&t->tidier, buf_str(&in->name), buf_str(&in->module), STR(""), &row) &&
           source_line(t, &in->dump.room, buf_str(&in->file), in->line, &row) &&
           builder_row(&t->builder, &row, &id) && builder_push(&t->builder, id);
}

static void wait(struct crash *in, struct str name, struct str module)
{
    set(&in->name, name);
    set(&in->module, module);
    buf_clear(&in->file);
    in->line = 0;
    in->waiting = true;
    in->exception = in->interrupted = false;
}

static bool take_frame(struct crash *in, struct str line)
{
    struct crash_frame frame;
    bool wanted;
    bool is_frame = parse_frame(line, &frame);

    if (is_frame && in->waiting && in->interrupted && str_equal(frame.name, buf_str(&in->name)))
        in->waiting = false;
    if (!push_waiting(in))
        return false;
    if (!is_frame)
        return numbered_break(&in->dump.stack, "no frame of crash", line);
    if (!numbered_frame(&in->dump.stack, frame.number, &wanted))
        return false;
    if (wanted)
        wait(in, frame.name, frame.module);
    return true;
}

static bool take_line(void *reader, struct str line)
{
    struct crash *in = reader;
    struct str values[LABELS];
    struct str text;

    const bool indented = line.n && is_blank(line.p[0]);
    line = str_trim(line);
    if (line.n == 0) {
        in->dump.text.r->tally.blank++;
        return true;
    }
    if (line.p[0] == '#' && line.n > 1 && is_digit(line.p[1]))
        return take_frame(in, line);
    if (parse_task(line, values))
        return push_waiting(in) &&
               numbered_thread(&in->dump.stack, label_builder_of(&in->dump.label_builder, values));
    if (str_starts(line, STR("(active)")))
        in->dump.stack.headline = 0; /* a live system: it runs, and has no stack to show */
    else if (in->exception && str_starts(line, STR("--- <")))
        in->interrupted = true;
    else if (in->waiting && parse_place(line, &text, &in->line))
        set(&in->file, text);
    else if (in->dump.stack.inside && !in->dump.stack.broken && parse_exception(line, &text)) {
        if (!push_waiting(in))
            return false;
        wait(in, text, STR(""));
        in->exception = true;
    } else if (!indented) {
        lines_other(&in->dump.text.lines);
    } else {
        lines_keep(&in->dump.text.lines);
    }
    return true;
}

static bool finish(void *reader)
{
    struct crash *in = reader;

    return push_waiting(in) && numbered_end(&in->dump.stack);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_steps steps = {take_line, finish};
    struct crash in = {.waiting = false};

    dump_init(&in.dump, r, blocks, p, f);
    bool ok = dump_begin(&in.dump, label_keys, LABELS) && dump_lines(&in.dump, &steps, &in);
    buf_free(&in.name);
    buf_free(&in.module);
    buf_free(&in.file);
    dump_free(&in.dump);
    return ok;
}

/* A frame is some 30 bits, the line of a task twice as many. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct str values[LABELS];
    struct crash_frame frame;
    bool task = false;

    while (take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (line.n && line.p[0] == 'P')
            task = task || parse_task(line, values);
        else if (line.n > 1 && line.p[0] == '#' && parse_frame(line, &frame))
            return task ? 90 : 40;
    }
    return 0;
}

static const char *const endings[] = {"crash", NULL};

const struct input_format input_crash = {
    .name = "crash",
    .about = "stacks of a kernel's tasks that crash prints: foreach bt, bt -a",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\n#"), ANY_OF(" at ")},
    .read = read,
    .census = true,
    .cut = CUT_NOWHERE,
};
