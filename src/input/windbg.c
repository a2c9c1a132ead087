/*    0  Id: 1a2c.1b30 Suspend: 1 Teb: 000000d1`2f5b4000 Unfrozen "worker"
 *  # Child-SP          RetAddr               Call Site
 * 00 000000d1`2f8ff5a8 00007ffb`1c2a3d4e     ntdll!NtWaitForSingleObject+0x14
 * leaf first: what WinDbg, cdb and kd print of `~*k` and its relatives, kb, kc, kf, kn, kp, kP and
 * kv, with any columns. */
#include <inttypes.h>
#include <stdio.h>

#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"

enum { COMM, THREAD, PID, TID, LABELS };
static const char *const label_keys[LABELS] = {"comm", "thread", "pid", "tid"};

enum windbg_state {
    OUTSIDE,
    HEADED,    /* after the line of a thread */
    LISTING,   /* after the heading of columns: frames follow */
    ARGUMENTS, /* amid the arguments of a frame, a line each (kP) */
};

struct windbg {
    struct dump dump;
    struct buf name, module; /* of the frame whose arguments are read */
    struct buf comm;         /* of the threads that follow, in a kernel's dump */
    enum windbg_state state;
    bool numbered; /* frames begin with their numbers */
    bool broken;   /* with a line that is no frame */
    uint64_t line; /* where the thread, or its stack, began */
    labels_id label;
};

/* ---- threads */

/* Takes "1a2c" or "0x1a2c" off the start and writes it as decimal number. */
static bool take_number(struct str *rest, char *digits, size_t room)
{
    uint64_t value;

    if (!parse_hex_head(rest, &value))
        return false;
    snprintf(digits, room, "%" PRIu64, value);
    return true;
}

struct windbg_thread {
    struct str name;
    char pid[24], tid[24];
};

/* .  0  Id: 1a2c.1b30 Suspend: 1 Teb: 000000d1`2f5b4000 Unfrozen "worker": the thread that is
 * chosen begins with '.', that of the exception with '#'. Of a kernel's dump, !process prints
 *     THREAD ffffe001c3000080  Cid 0d4c.0d50  Teb: 00007ff6 ... */
static bool parse_thread(struct str line, struct windbg_thread *thread)
{
    bool kernel = str_starts(str_trim(line), STR("THREAD "));
    struct str key = kernel ? STR("  Cid ") : STR(" Id: ");
    size_t at = str_find(line, 0, key);
    struct str rest = str_from_to(line, at < line.n ? at + key.n : line.n, line.n);

    thread->name = STR("");
    if (at == line.n || (!kernel && str_find(rest, 0, STR(" Suspend: ")) == rest.n))
        return false;
    for (size_t i = 0; i < at && !kernel; i++)
        if (!is_blank(line.p[i]) && !is_digit(line.p[i]) && line.p[i] != '.' && line.p[i] != '#')
            return false;
    if (!take_number(&rest, thread->pid, sizeof thread->pid) || rest.n == 0 || rest.p[0] != '.')
        return false;
    rest = str_from_to(rest, 1, rest.n);
    if (!take_number(&rest, thread->tid, sizeof thread->tid))
        return false;
    size_t from = str_find(rest, 0, STR(" \""));
    size_t to = str_find_last(rest, STR("\""));
    if (from + 2 <= to && to < rest.n)
        thread->name = str_from_to(rest, from + 2, to);
    return true;
}

static void label_thread(struct windbg *in, const struct windbg_thread *thread)
{
    const struct str values[] = {buf_str(&in->comm), thread->name, str_of(thread->pid),
                                 str_of(thread->tid)};

    in->label = label_builder_of(&in->dump.label_builder, values);
}

/* What is told of the process, and of threads whose stacks were not in memory. */
static void take_kernel_line(struct windbg *in, struct str text)
{
    if (str_starts(text, STR("PROCESS ")))
        buf_clear(&in->comm);
    if (str_starts(text, STR("Image: "))) {
        buf_clear(&in->comm);
        buf_add(&in->comm, str_trim(str_from_to(text, 7, text.n)));
    }
    if (in->state == HEADED && str_ends(text, STR("stack not resident.")))
        in->state = OUTSIDE;
}

/* " # Child-SP          RetAddr               Call Site", "ChildEBP RetAddr", "Call Site" */
static bool is_columns(struct str line)
{
    struct str s = str_trim(line);

    if (str_starts(s, STR("#")))
        s = str_trim(str_from_to(s, 1, s.n));
    if (str_starts(s, STR("Memory ")))
        s = str_trim(str_from_to(s, 7, s.n));
    return str_starts(s, STR("Child-SP ")) || str_starts(s, STR("ChildEBP ")) ||
           str_starts(s, STR("RetAddr ")) || str_equal(s, STR("RetAddr")) ||
           str_equal(s, STR("Call Site"));
}

/* ---- frames */

/* "000000d1`2f8ff5a8", "0012ff70", "--------`--------", ":" and the parts of "(Inline Function)" */
static bool is_column(struct str word)
{
    for (size_t i = 0; i < word.n; i++)
        if (word.p[i] != '`' && word.p[i] != '-' && word.p[i] != ':' && !is_digit(word.p[i]) &&
            !(word.p[i] >= 'a' && word.p[i] <= 'f'))
            return false;
    return word.n > 0;
}

/* Returns the call site: what follows the columns. */
static struct str site_of(const struct windbg *in, struct str line)
{
    struct str rest = str_trim(line);
    struct str word;

    if (in->numbered && take_word(&rest, &word))
        rest = str_trim(rest);
    while (rest.n) {
        struct str before = rest;
        if (str_starts(rest, STR("(Inline Function)"))) {
            rest = str_trim(str_from_to(rest, 17, rest.n));
            continue;
        }
        if (!take_word(&rest, &word) || !is_column(word))
            return before;
        rest = str_trim(rest);
    }
    return rest;
}

struct windbg_frame {
    struct str module, name; /* empty: not known */
    struct str file;
    uint64_t line;
};

/* Takes " [C:\src\a.cpp @ 12]" off the end; kv may add " (FPO: [0,0,0])" or " (CONV: cdecl)". */
static void strip_place(struct str *s, struct windbg_frame *frame)
{
    size_t at = str_find_last(*s, STR(" @ "));
    size_t end = str_find(*s, at, STR("]"));
    size_t open = at;

    while (open && open < s->n && s->p[open] != '[')
        open--;
    if (open == 0 || open >= s->n || end == s->n)
        return;
    if (parse_u64(str_from_to(*s, at + 3, end), &frame->line))
        frame->file = str_from_to(*s, open + 1, at);
    *s = str_trim(str_from_to(*s, 0, open));
}

/* Takes "+0x14" off the end. */
static void strip_offset(struct str *s)
{
    size_t plus = str_find_last(*s, STR("+0x"));

    if (plus < s->n && is_hex_number(str_from_to(*s, plus + 3, s->n)))
        *s = str_from_to(*s, 0, plus);
}

/* Returns where "(int argc = 0n1, char ** argv = 0x00)" (kp) begins: a bracket outside of <>, which
 * ends the name; s.n when there is none. */
static size_t until_arguments(struct str s)
{
    size_t open = 0;
    size_t depth = 0;
    size_t angle = 0;

    if (s.n == 0 || s.p[s.n - 1] != ')')
        return s.n;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        angle += !depth && c == '<';
        angle -= !depth && angle && c == '>' && s.p[i - (i > 0)] != '-';
        if (c == '(' && depth++ == 0 && !angle)
            open = i;
        depth -= depth && c == ')';
    }
    bool operator_call = open >= 8 && str_equal(str_from_to(s, open - 8, open), STR("operator"));
    return open && !operator_call ? open : s.n;
}

/* Takes what kv says of a function off the end: (FPO: ...), (CONV: ...), (TrapFrame @ ...). */
static void strip_remarks(struct str *s)
{
    static const char *const remarks[] = {" (FPO: ", " (CONV: ", " (TrapFrame @ ",
                                          " (Inline Function)"};

    for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++)
        *s = str_trim(str_from_to(*s, 0, str_find(*s, 0, str_of(remarks[i]))));
}

/* ntdll!NtWaitForSingleObject+0x14 [file @ 12], app+0x1f20, 0x7ff65e1c1f20 */
static void parse_site(struct str s, struct windbg_frame *frame)
{
    *frame = (struct windbg_frame){.module = STR(""), .name = STR(""), .file = STR("")};
    strip_remarks(&s);
    strip_place(&s, frame);
    strip_offset(&s);
    s = str_from_to(s, 0, until_arguments(s));
    size_t bang = str_find(s, 0, STR("!"));
    if (bang < s.n) {
        frame->module = str_from_to(s, 0, bang);
        frame->name = str_trim(str_from_to(s, bang + 1, s.n));
    } else if (!str_starts(s, STR("0x"))) {
        frame->module = s;
    }
}

static bool push(struct windbg *in, const struct windbg_frame *frame)
{
    struct text *t = &in->dump.text;
    struct frame row = {0};
    struct str file = frame->file;
    size_t folder = t->tidier.naming.sources ? str_find_last(file, STR("\\")) : file.n;
    frame_id id = 0;

    if (folder < file.n)
        file = str_from_to(file, folder + 1, file.n);
    return tidier_row(&t->tidier, frame->name, frame->module, STR(""), &row) &&
           (!frame->name.n || source_line(t, &in->dump.room, file, frame->line, &row)) &&
           builder_row(&t->builder, &row, &id) && builder_push(&t->builder, id);
}

/* ---- stacks */

static bool finish(void *reader)
{
    static const uint64_t one[] = {1};
    struct windbg *in = reader;
    struct text *t = &in->dump.text;
    enum windbg_state state = in->state;
    bool ok = true;

    in->state = OUTSIDE;
    if (state == ARGUMENTS && !in->broken)
        ok = lines_bad(&t->lines, in->line, "a stack whose end is missing", STR(""));
    else if (state != OUTSIDE && !in->broken && t->builder.n == 0)
        ok = lines_bad(&t->lines, in->line, "a thread without a stack", STR(""));
    else if (state != OUTSIDE && !in->broken)
        ok = builder_add(&t->builder, LEAF_FIRST, in->label, one, in->line);
    in->broken = false;
    in->label = 0;
    return ok;
}

static void begin(struct windbg *in, enum windbg_state state)
{
    builder_begin(&in->dump.text.builder);
    in->state = state;
    in->line = in->dump.text.r->tally.lines;
}

static bool take_columns(struct windbg *in, struct str line)
{
    if (in->state != HEADED) {
        if (!finish(in))
            return false;
        begin(in, LISTING);
    }
    in->state = LISTING;
    in->numbered = str_find(line, 0, STR("#")) < line.n;
    return true;
}

static bool take_frame(struct windbg *in, struct str line)
{
    struct str site = site_of(in, line);
    struct windbg_frame frame;

    if (in->broken)
        return true;
    if (site.n == 0) {
        in->broken = true;
        return lines_bad(&in->dump.text.lines, in->dump.text.r->tally.lines, "no frame of WinDbg",
                         line);
    }
    if (site.p[site.n - 1] == '(') { /* kP: an argument a line follows */
        parse_site(str_from_to(site, 0, site.n - 1), &frame);
        buf_clear(&in->name);
        buf_add(&in->name, frame.name);
        buf_clear(&in->module);
        buf_add(&in->module, frame.module);
        in->state = ARGUMENTS;
        return true;
    }
    parse_site(site, &frame);
    return push(in, &frame);
}

/* The last one ends with ")+0x33 [C:\src\a.cpp @ 12]". */
static bool take_argument(struct windbg *in, struct str line)
{
    struct windbg_frame frame = {.file = STR("")};
    struct str s = str_trim(line);

    strip_place(&s, &frame);
    strip_offset(&s);
    if (s.n == 0 || s.p[s.n - 1] != ')')
        return true;
    in->state = LISTING;
    frame.name = buf_str(&in->name);
    frame.module = buf_str(&in->module);
    return in->broken || push(in, &frame);
}

/* Lines amid frames that are none: notes on symbols. */
static bool is_note(struct str line)
{
    return str_starts(line, STR("WARNING:")) || str_starts(line, STR("***")) ||
           str_starts(line, STR("Unable to "));
}

/* "0:001> kb", "0: kd> k", "lkd> !findstack": what was typed. */
static bool is_prompt(struct str line)
{
    size_t end = str_find(line, 0, STR(">"));

    if (end == 0 || end == line.n || (end + 1 < line.n && line.p[end + 1] != ' '))
        return false;
    struct str before = str_from_to(line, 0, end);
    if (str_ends(before, STR("kd")))
        before.n -= 2;
    if (str_ends(before, STR(":x86")))
        before.n -= 4;
    for (size_t i = 0; i < before.n; i++)
        if (!is_digit(before.p[i]) && before.p[i] != ':' && before.p[i] != ' ' &&
            before.p[i] != 'l')
            return false;
    return before.n < end || before.n >= 5;
}

static bool take_line(void *reader, struct str line)
{
    struct windbg *in = reader;
    struct tally *tally = &in->dump.text.r->tally;
    struct windbg_thread thread;

    if (str_trim(line).n == 0) {
        tally->blank++;
        return finish(in);
    }
    if (parse_thread(line, &thread)) {
        if (!finish(in))
            return false;
        begin(in, HEADED);
        label_thread(in, &thread);
        return true;
    }
    if (is_columns(line))
        return take_columns(in, line);
    if (is_prompt(line)) {
        tally->comments++;
        return finish(in);
    }
    if (is_note(str_trim(line)))
        return true;
    if (in->state == ARGUMENTS)
        return take_argument(in, line);
    if (in->state == LISTING)
        return take_frame(in, line);
    take_kernel_line(in, str_trim(line));
    if (is_blank(line.p[0]) || line.p[0] == '*' || str_starts(line, STR("PROCESS ")))
        tally->comments += in->state == OUTSIDE;
    else
        lines_other(&in->dump.text.lines);
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_steps steps = {take_line, finish};
    struct windbg in = {.state = OUTSIDE};

    dump_init(&in.dump, r, blocks, p, f);
    bool ok = dump_begin(&in.dump, label_keys, LABELS) && dump_lines(&in.dump, &steps, &in);
    buf_free(&in.name);
    buf_free(&in.module);
    buf_free(&in.comm);
    dump_free(&in.dump);
    return ok;
}

/* The heading of the columns suffices, where a frame follows. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct windbg_thread thread;
    unsigned bits = 0;
    bool columns = false;

    while (take_field(&rest, '\n', &line)) {
        if (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        if (columns &&
            (str_find(line, 0, STR("!")) < line.n || str_find(line, 0, STR("+0x")) < line.n))
            return bits + 44;
        if (parse_thread(line, &thread))
            bits = 30;
        columns = columns || is_columns(line);
    }
    return bits;
}

static const char *const endings[] = {"windbg", NULL};

const struct input_format input_windbg = {
    .name = "windbg",
    .about = "stacks of WinDbg, cdb and kd: what ~*k prints, with any columns",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF(" Id: ", "  Cid ", "Child-SP ", "ChildEBP ", "RetAddr", "Call Site")},
    .read = read,
    .census = true,
};
