/* Thread (0x48839B):
 *   System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)
 * and a blank line, leaf first: what dotnet-stack report prints, or of clrstack in dotnet-dump,
 * WinDbg and lldb, for one thread or all:
 * OS Thread Id: 0x573d (0)
 *         Child SP               IP Call Site
 * 00007FFD28B42C58 00007fb22c1a8ed9 System.IO.Stream.Read(Byte[], Int32, Int32) [/src/a.cs @ 12] */
#include <inttypes.h>
#include <stdio.h>

#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"

static const char *const label_keys[] = {"tid"};

enum dotnet_state {
    OUTSIDE,
    REPORTED, /* in a thread of dotnet-stack */
    HEADED,   /* after the line of a thread in clrstack */
    LISTING,  /* after the heading of its columns */
};

struct dotnet_stack {
    struct dump dump;
    enum dotnet_state state;
    bool broken; /* with a line that is no frame */
    uint64_t line;
    labels_id label;
};

/* ---- threads */

/* "0x48839B" as a decimal number */
struct dotnet_tid {
    char digits[24];
};

/* Thread (0x48839B): of dotnet-stack, "OS Thread Id: 0x573d (0)" of clrstack. */
static bool parse_thread(struct str line, struct str before, struct str behind,
                         struct dotnet_tid *tid)
{
    struct str rest = str_from_to(line, before.n < line.n ? before.n : line.n, line.n);
    uint64_t number;

    if (!str_starts(line, before) || !str_starts(rest, STR("0x")) ||
        !parse_hex_head(&rest, &number) || !str_starts(rest, behind))
        return false;
    snprintf(tid->digits, sizeof tid->digits, "%" PRIu64, number);
    return true;
}

static bool is_reported(struct str line, struct dotnet_tid *tid)
{
    return parse_thread(line, STR("Thread ("), STR("):"), tid);
}

static bool is_listed(struct str line, struct dotnet_tid *tid)
{
    return parse_thread(line, STR("OS Thread Id: "), STR(" ("), tid);
}

/* "Child SP IP Call Site", with blanks between */
static bool is_columns(struct str line)
{
    return str_starts(line, STR("Child")) && str_ends(line, STR(" Call Site"));
}

static bool finish(void *reader)
{
    static const uint64_t one[] = {1};
    struct dotnet_stack *in = reader;
    struct text *t = &in->dump.text;
    bool began = in->state == REPORTED || in->state == LISTING;

    in->state = OUTSIDE;
    if (!began || in->broken)
        return true;
    if (t->builder.n == 0)
        return lines_bad(&t->lines, in->line, "a thread without a stack", STR(""));
    return builder_add(&t->builder, LEAF_FIRST, in->label, one, in->line);
}

static bool begin(struct dotnet_stack *in, const struct dotnet_tid *tid, enum dotnet_state state)
{
    const struct str values[] = {str_of(tid->digits)};

    if (!finish(in))
        return false;
    builder_begin(&in->dump.text.builder);
    in->state = state;
    in->broken = false;
    in->line = in->dump.text.r->tally.lines;
    in->label = label_builder_of(&in->dump.label_builder, values);
    return true;
}

/* ---- frames */

struct dotnet_frame {
    struct str module, name, file; /* may be empty */
    uint64_t line;
};

/* Takes " [/src/a.cs @ 12]" off the end. */
static void take_place(struct str *s, struct dotnet_frame *frame)
{
    size_t at = str_find_last(*s, STR(" ["));
    size_t sign = str_find_last(*s, STR(" @ "));

    if (s->n == 0 || s->p[s->n - 1] != ']' || sign == s->n || at + 2 > sign ||
        !parse_u64(str_from_to(*s, sign + 3, s->n - 1), &frame->line))
        return;
    frame->file = str_from_to(*s, at + 2, sign);
    *s = str_trim(str_from_to(*s, 0, at));
}

/* "CallTargetWorker(unsigned long const*) + 612" */
static struct str without_offset(struct str s)
{
    size_t plus = str_find_last(s, STR(" + "));

    return plus < s.n && is_whole_number(str_from_to(s, plus + 3, s.n)) ? str_from_to(s, 0, plus)
                                                                        : s;
}

/* Shop!Shop.Cart.Total(int32); "?!?" where nothing is known. */
static void parse_site(struct str s, struct dotnet_frame *frame)
{
    struct str before = str_from_to(s, 0, str_find(s, 0, STR("(")));
    size_t mark = str_find(before, 0, STR("!"));

    frame->name = s;
    if (mark == 0 || mark + 1 >= before.n)
        return;
    frame->module = str_from_to(s, 0, mark);
    frame->name = str_from_to(s, mark + 1, s.n);
    if (str_equal(frame->name, STR("?")))
        frame->name = STR("");
    if (str_equal(frame->module, STR("?")))
        frame->module = STR("");
}

static bool push(struct dotnet_stack *in, struct str site)
{
    struct text *t = &in->dump.text;
    struct dotnet_frame frame = {.module = STR(""), .name = STR(""), .file = STR("")};
    struct frame row = {.kind = KIND_UNKNOWN};
    frame_id *known = frame_cache_frame(&in->dump.frame_cache, site);

    if (!*known) {
        take_place(&site, &frame);
        parse_site(without_offset(site), &frame);
        if (!tidier_row(&t->tidier, frame.name, frame.module, STR(""), &row) ||
            (frame.line && !source_line(t, &in->dump.room, frame.file, frame.line, &row)) ||
            !builder_row(&t->builder, &row, known))
            return false;
    }
    return builder_push(&t->builder, *known);
}

/* Takes a column of hexadecimal digits off the start. */
static bool take_columns(struct str *rest)
{
    enum { COLUMNS = 2, DIGITS_LEAST = 8 };
    struct str word;

    for (size_t i = 0; i < COLUMNS; i++)
        if (!take_word(rest, &word) || word.n < DIGITS_LEAST || !is_hex_number(word))
            return false;
    return true;
}

/* Below the columns, arguments and locals may follow a frame, which are indented. A frame of the
 * runtime, "[HelperMethodFrame: 00007ffd28b42c58] System.Threading.Thread.Sleep(Int32)", may have
 * no method: then it is left out. */
static bool take_listed(struct dotnet_stack *in, struct str line)
{
    struct str rest = line;

    if (is_blank(line.p[0]))
        return true;
    if (!take_columns(&rest)) {
        if (str_find(line, 0, STR(" ")) < 8 || in->broken)
            return true; /* words: what could not be walked */
        in->broken = true;
        return lines_bad(&in->dump.text.lines, in->dump.text.r->tally.lines, "no frame of clrstack",
                         line);
    }
    rest = str_trim(rest);
    size_t end = str_find(rest, 0, STR("]"));
    size_t colon = str_find(rest, 0, STR(": "));
    if (str_starts(rest, STR("[")) && colon < end && end < rest.n)
        rest = str_trim(str_from_to(rest, end + 1, rest.n));
    return rest.n == 0 || in->broken || push(in, rest);
}

static bool take_outside(struct dotnet_stack *in, struct str line)
{
    const bool is_heading = in->state == HEADED && is_columns(str_trim(line));

    if (is_heading)
        in->state = LISTING;
    if (is_heading || in->state == HEADED)
        in->dump.text.r->tally.comments++;
    else
        lines_other(&in->dump.text.lines);
    return true;
}

static bool take_line(void *reader, struct str line)
{
    struct dotnet_stack *in = reader;
    struct dotnet_tid tid;

    if (str_trim(line).n == 0) {
        in->dump.text.r->tally.blank++;
        return finish(in);
    }
    if (is_reported(line, &tid))
        return begin(in, &tid, REPORTED);
    if (is_listed(line, &tid))
        return begin(in, &tid, HEADED);
    if (in->state == LISTING)
        return take_listed(in, line);
    if (in->state == REPORTED && is_blank(line.p[0]))
        return push(in, str_trim(line));
    return take_outside(in, line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_steps steps = {take_line, finish};
    struct dotnet_stack in = {.state = OUTSIDE};

    dump_init(&in.dump, r, blocks, p, f);
    bool ok = dump_begin(&in.dump, label_keys, sizeof label_keys / sizeof label_keys[0]) &&
              dump_lines(&in.dump, &steps, &in);
    dump_free(&in.dump);
    return ok;
}

/* The line of a thread is some 12 characters, what follows it as many. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct dotnet_tid tid;
    bool is_after_thread = false;
    bool listed = false;

    while (take_field(&rest, '\n', &line)) {
        struct str text = str_trim(line);
        if (is_after_thread && line.n && is_blank(line.p[0]) &&
            (str_equal(text, STR("[Native Frames]")) || str_find(text, 0, STR("!")) < text.n))
            return 60;
        if (listed && is_columns(text))
            return 60;
        is_after_thread = is_reported(text, &tid);
        listed = listed || is_listed(text, &tid);
    }
    return 0;
}

static const char *const endings[] = {"dotnet-stack", "clrstack", NULL};

const struct input_format input_dotnet_stack = {
    .name = "dotnet-stack",
    .about = "stacks of all threads of .NET: dotnet-stack report, and clrstack of dotnet-dump",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("Thread (", "Thread Id: ")},
    .read = read,
    .census = true,
    .cut = CUT_NOWHERE,
};
