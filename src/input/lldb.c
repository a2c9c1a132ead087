/* * thread #1, name = 'demo', stop reason = signal SIGSTOP
 *     frame #1: 0x0000000100003f20 demo`parse(s="a", n=2) at parse.c:12:5
 * leaf first: what lldb prints of `bt all` or `thread backtrace all`, several times over. */
#include <inttypes.h>
#include <stdio.h>

#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"

static const char *const label_keys[] = {"thread", "tid"};

/* ---- threads */

/* Takes the '*' of what is selected, and blanks, off the start. */
static struct str strip_mark(struct str line)
{
    size_t n = 0;

    while (n < line.n && (is_blank(line.p[n]) || line.p[n] == '*'))
        n++;
    return str_trim(str_from_to(line, n, line.n));
}

/* thread #12, name = 'worker', and older thread #12: tid = 0x1f03, 0x00007fff..., queue = 'q' */
static bool is_thread(struct str line)
{
    size_t n = 8;

    if (!str_starts(line, STR("thread #")))
        return false;
    while (n < line.n && is_digit(line.p[n]))
        n++;
    return n > 8 && (n == line.n || line.p[n] == ',' || line.p[n] == ':');
}

/* Returns what is between the quotes after a key. */
static struct str quoted(struct str line, struct str key)
{
    size_t from = str_find(line, 0, key);

    if (from == line.n)
        return STR("");
    struct str rest = str_from_to(line, from + key.n, line.n);
    size_t to = str_find(rest, 0, STR("', "));
    if (to == rest.n)
        to = str_find_last(rest, STR("'"));
    return str_from_to(rest, 0, to);
}

static bool begin_thread(struct dump *in, struct str line)
{
    struct str name = quoted(line, STR(" name = '"));
    size_t at = str_find(line, 0, STR(" tid = "));
    struct str rest = str_from_to(line, at < line.n ? at + 7 : line.n, line.n);
    char digits[24] = "";
    uint64_t tid;

    if (name.n == 0)
        name = quoted(line, STR(" queue = '"));
    if (str_starts(rest, STR("0x")) && parse_hex_head(&rest, &tid))
        snprintf(digits, sizeof digits, "%" PRIu64, tid);
    const struct str values[] = {name, str_of(digits)};
    return numbered_thread(&in->stack, label_builder_of(&in->label_builder, values));
}

/* ---- frames */

struct lldb_frame {
    uint64_t number;
    struct str address; /* without 0x */
    struct str module;  /* may be empty */
    struct str name;    /* empty: not known */
    struct str file;    /* may be empty */
    uint64_t line;
    bool inlined;
};

/* Returns the position after the name of a C++ operator whose symbol begins at i. */
static size_t after_sign(struct str s, size_t i)
{
    static const char signs[] = "<>=-*+!&|^%/,~";
    struct str rest = str_from_to(s, i < s.n ? i : s.n, s.n);

    if (str_starts(rest, STR("()")) || str_starts(rest, STR("[]")))
        return i + 2;
    while (i < s.n && memchr(signs, s.p[i], sizeof signs - 1))
        i++;
    return i;
}

/* Returns the position after the quote that ends the text in quotes at i; s.n when none does. */
static size_t after_quotes(struct str s, size_t i)
{
    for (i++; i < s.n && s.p[i] != '"'; i++)
        i += s.p[i] == '\\';
    return i < s.n ? i + 1 : s.n;
}

/* Returns the position after the bracket that closes the one at i; 0 when none does. Values of
 * arguments may be texts and characters with brackets in them. */
static size_t after_closing(struct str s, size_t i)
{
    size_t depth = 0;

    while (i < s.n) {
        char c = s.p[i];
        depth += c == '(';
        if (c == ')' && --depth == 0)
            return i + 1;
        if (c == '\'' && i && s.p[i - 1] == '=')
            i += i + 1 < s.n && s.p[i + 1] == '\\' ? 3 : 2;
        i = c == '"' ? after_quotes(s, i) : i + 1;
    }
    return 0;
}

/* Whether nothing that belongs to a name begins here, behind the arguments. */
static bool is_behind_arguments(struct str s)
{
    static const char *const words[] = {" const", " volatile", " &", " noexcept"};

    if (s.n == 0)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_starts(s, str_of(words[i])))
            return true;
    return false;
}

/* Returns where the arguments begin: in the bracket outside of <> that ends the name, as in
 * "std::function<int (int)>::operator()(this=0x0) const"; s.n when there are none. *whole: all
 * brackets are closed. */
static size_t until_arguments(struct str s, bool *whole)
{
    size_t depth = 0;
    size_t i = 0;

    *whole = true;
    while (i < s.n) {
        char c = s.p[i];
        if (c == '(') {
            size_t end = after_closing(s, i);
            *whole = end > 0;
            if (!end)
                return s.n;
            if (!depth && i && is_behind_arguments(str_from_to(s, end, s.n)))
                return i;
            i = end;
            continue;
        }
        if (c == 'o' && str_starts(str_from_to(s, i, s.n), STR("operator"))) {
            i = after_sign(s, i + 8);
            continue;
        }
        depth += c == '<';
        depth -= depth && c == '>' && s.p[i - 1] != '-';
        i++;
    }
    return s.n;
}

/* Takes words such as [opt] off the end. */
static void strip_remarks(struct str *s, struct lldb_frame *frame)
{
    static const char *const remarks[] = {" [opt]", " [inlined]", " [artificial]"};
    bool any = true;

    while (any) {
        any = false;
        for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++) {
            struct str remark = str_of(remarks[i]);
            if (!str_ends(*s, remark))
                continue;
            *s = str_trim(str_from_to(*s, 0, s->n - remark.n));
            frame->inlined = frame->inlined || remark.p[2] == 'i';
            any = true;
        }
    }
}

/* Takes ":12" off the end. */
static bool strip_colon_number(struct str *s, uint64_t *number)
{
    size_t colon = str_find_last(*s, STR(":"));

    if (colon == s->n || !parse_u64(str_from_to(*s, colon + 1, s->n), number))
        return false;
    *s = str_from_to(*s, 0, colon);
    return true;
}

/* Takes " at parse.c:12:5" off the end; the column may be absent. */
static bool strip_place(struct str *s, struct lldb_frame *frame)
{
    size_t at = str_find_last(*s, STR(" at "));
    struct str file = str_from_to(*s, at < s->n ? at + 4 : s->n, s->n);
    uint64_t number;

    if (at == s->n || !strip_colon_number(&file, &frame->line))
        return false;
    if (strip_colon_number(&file, &number))
        frame->line = number;
    frame->file = file;
    *s = str_from_to(*s, 0, at);
    return true;
}

/* Takes " + 76" off the end. */
static void strip_offset(struct str *s)
{
    size_t plus = str_find_last(*s, STR(" + "));

    if (plus < s->n && is_whole_number(str_from_to(*s, plus + 3, s->n)))
        *s = str_from_to(*s, 0, plus);
}

/* Parses what follows the '`' of a module: a function with its arguments and place, or a symbol and
 * an offset. False when it was truncated. */
static bool parse_function(struct str s, struct lldb_frame *frame)
{
    bool whole;

    strip_remarks(&s, frame);
    bool placed = strip_place(&s, frame);
    if (!placed)
        strip_offset(&s);
    size_t from = str_find_last(s, STR(" [inlined] "));
    if (from < s.n) { /* "main [inlined] parse" of older releases */
        s = str_from_to(s, from + 11, s.n);
        frame->inlined = true;
    }
    size_t end = until_arguments(s, &whole);
    if (!whole)
        return false;
    frame->name = str_trim(placed ? str_from_to(s, 0, end) : s);
    if (str_starts(frame->name, STR("___lldb_unnamed_symbol")))
        frame->name = STR("");
    return true;
}

/* frame #1: 0x0000000100003f20 demo`parse + 76; what follows the address may be absent. */
static bool parse_frame(struct str line, struct lldb_frame *frame)
{
    struct str rest = str_from_to(line, 7, line.n);
    struct str number;
    struct str word;

    *frame = (struct lldb_frame){.module = STR(""), .name = STR(""), .file = STR("")};
    if (!take_field(&rest, ':', &number) || !parse_u64(number, &frame->number) || !rest.p ||
        !take_word(&rest, &word) || !str_starts(word, STR("0x")))
        return false;
    frame->address = str_from_to(word, 2, word.n);
    if (!is_hex_number(frame->address))
        return false;
    rest = str_trim(rest);
    size_t tick = str_find(rest, 0, STR("`"));
    frame->module = str_from_to(rest, 0, tick);
    if (tick < rest.n)
        return parse_function(str_from_to(rest, tick + 1, rest.n), frame);
    strip_remarks(&frame->module, frame);
    strip_offset(&frame->module);
    return true;
}

static bool push(struct dump *in, const struct lldb_frame *frame)
{
    struct text *t = &in->text;
    struct frame row = {.kind = frame->inlined ? KIND_INLINED : tidy_kind(frame->module)};
    frame_id id = 0;

    if (!tidier_row(&t->tidier, frame->name, frame->module, frame->address, &row) ||
        (frame->name.n && !source_line(t, &in->room, frame->file, frame->line, &row)))
        return false;
    return builder_row(&t->builder, &row, &id) && builder_push(&t->builder, id);
}

static bool take_frame(struct dump *in, struct str line)
{
    struct lldb_frame frame;
    bool wanted;

    if (!parse_frame(line, &frame))
        return numbered_break(&in->stack, "no frame of lldb", line);
    if (!numbered_frame(&in->stack, frame.number, &wanted))
        return false;
    return !wanted || push(in, &frame);
}

static bool take_line(void *reader, struct str line)
{
    struct dump *in = reader;
    const bool indented = line.n && is_blank(line.p[0]);

    line = strip_mark(line);
    if (line.n == 0)
        in->text.r->tally.blank++;
    else if (str_starts(line, STR("frame #")))
        return take_frame(in, line);
    else if (is_thread(line))
        return begin_thread(in, line);
    else if (!indented && !str_starts(line, STR("(lldb)")) && !str_starts(line, STR("Process ")))
        lines_other(&in->text.lines);
    else
        lines_keep(&in->text.lines);
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_form form = {.steps = {.line = take_line},
                                          .labels = label_keys,
                                          .n_labels = sizeof label_keys / sizeof label_keys[0]};

    return dump_read(&form, r, blocks, p, f);
}

/* "frame #0: 0x" is 12 bytes. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct lldb_frame frame;
    bool thread = false;

    while (take_field(&rest, '\n', &line)) {
        line = strip_mark(line);
        if (is_thread(line))
            thread = true;
        else if (str_starts(line, STR("frame #")) && parse_frame(line, &frame))
            return thread ? 90 : 60;
    }
    return 0;
}

static const char *const endings[] = {"lldb", NULL};

const struct input_format input_lldb = {
    .name = "lldb",
    .about = "backtraces of lldb: what `bt all` prints, one dump or several",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("frame #")},
    .read = read,
    .census = true,
    .cut = CUT_NOWHERE,
};
