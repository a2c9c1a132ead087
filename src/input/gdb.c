/* #1  0x000055d5d1fd in parse (s=0x0, n=2) at parse.c:12, leaf first, below a line "Thread 2
 * (...):": what gdb prints of `thread apply all bt`, several times over. */
#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"

static const char *const label_keys[] = {"comm", "pid", "tid"};

/* Returns the position after the name of a C++ operator whose symbol begins at i. */
static size_t after_sign(struct str s, size_t i)
{
    static const char signs[] = "<>=-*+!&|^%/,~";
    struct str rest = str_from_to(s, i, s.n);

    if (str_starts(rest, STR("()")) || str_starts(rest, STR("[]")))
        return i + 2;
    while (i < s.n && memchr(signs, s.p[i], sizeof signs - 1))
        i++;
    return i;
}

/* Returns the length of "std::function<int (int)>::operator() (this=0x0)" before the blank and the
 * bracket of the arguments, which are in no other brackets; s.n when there are none. */
static size_t until_arguments(struct str s)
{
    size_t depth = 0;

    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == ' ' && depth == 0 && i + 1 < s.n && s.p[i + 1] == '(' && i)
            return i;
        if (c == 'o' && str_starts(str_from_to(s, i, s.n), STR("operator")))
            i = after_sign(s, i + 8) - 1;
        else if (c == '<' || c == '(' || c == '{')
            depth++;
        else if ((c == '>' && i && s.p[i - 1] != '-') || c == ')' || c == '}')
            depth -= depth > 0;
    }
    size_t first = str_find(s, 0, STR(" ("));
    return first ? first : s.n;
}

struct gdb_frame {
    uint64_t number;
    struct str address; /* without 0x; may be empty */
    struct str name;    /* empty: not known */
    struct str module;  /* may be empty */
    struct str file;    /* may be empty */
    uint64_t line;
};

/* Takes "0x000055d5d1fd in " off the start. False for just an address. */
static bool parse_address(struct str *rest, struct str *address)
{
    size_t n = 2;

    *address = STR("");
    if (!str_starts(*rest, STR("0x")))
        return true;
    while (n < rest->n && is_hex_digit(rest->p[n]))
        n++;
    *address = str_from_to(*rest, 2, n);
    *rest = str_from_to(*rest, n, rest->n);
    if (!str_starts(*rest, STR(" in ")))
        return false;
    *rest = str_from_to(*rest, 4, rest->n);
    return true;
}

/* Takes "parse.c:12" behind the last ") at " of a line. */
static void parse_place(struct str line, struct gdb_frame *frame)
{
    size_t at = str_find_last(line, STR(") at "));
    struct str place = str_from_to(line, at < line.n ? at + 5 : line.n, line.n);
    size_t colon = str_find_last(place, STR(":"));

    if (colon < place.n && parse_u64(str_from_to(place, colon + 1, place.n), &frame->line))
        frame->file = str_from_to(place, 0, colon);
}

/* Parses a line that begins with '#'. False when it is no frame, or truncated. */
static bool read_frame(struct str line, struct gdb_frame *frame)
{
    struct str rest = str_from_to(line, 1, line.n);
    struct str number;

    *frame = (struct gdb_frame){.name = STR(""), .module = STR(""), .file = STR("")};
    if (rest.n == 0 || !is_digit(rest.p[0]) || !take_word(&rest, &number) ||
        !parse_u64(number, &frame->number))
        return false;
    rest = str_trim(rest);
    if (!parse_address(&rest, &frame->address) || rest.n == 0)
        return false;
    if (rest.p[0] == '<' && rest.p[rest.n - 1] == '>') { /* <signal handler called> */
        frame->name = rest;
        return true;
    }
    size_t end = until_arguments(rest);
    if (end == rest.n)
        return false;
    frame->name = str_from_to(rest, 0, end);
    if (!str_equal(frame->name, STR("??"))) {
        parse_place(rest, frame);
        return true;
    }
    frame->name = STR("");
    size_t from = str_find(rest, end, STR(") from "));
    if (from < rest.n)
        frame->module = str_from_to(rest, from + 7, rest.n);
    return true;
}

/* Returns the text between the two, or an empty one. */
static struct str between(struct str s, struct str before, struct str behind)
{
    size_t from = str_find(s, 0, before);

    if (from == s.n)
        return STR("");
    from += before.n;
    size_t to = str_find(s, from, behind);
    return to == s.n ? STR("") : str_from_to(s, from, to);
}

/* Thread 3 (Thread 0x7ffb610546c0 (LWP 21617) "pool 1"): and its kin */
static bool is_thread(struct str line)
{
    struct str rest = line;
    struct str word;
    uint64_t number;

    if (!str_starts(line, STR("Thread ")))
        return false;
    rest = str_from_to(line, 7, line.n);
    return take_word(&rest, &word) && parse_u64(word, &number) && str_starts(rest, STR(" (")) &&
           str_find(rest, 0, STR("):")) < rest.n;
}

static bool begin_thread(struct dump *in, struct str line)
{
    const struct str values[] = {
        between(line, STR(" \""), STR("\"):")),
        between(line, STR("process "), STR(")")),
        between(line, STR("(LWP "), STR(")")),
    };

    return numbered_thread(&in->stack, label_builder_of(&in->label_builder, values));
}

/* A line that the user wants makes a row of its own; the others are as the tidier makes them. */
static bool push(struct dump *in, const struct gdb_frame *frame)
{
    struct text *t = &in->text;
    struct frame row = {.kind = tidy_kind(frame->module)};
    frame_id id = 0;

    if (!frame->line || !t->tidier.naming.sources)
        return tidier_push(&t->tidier, frame->name, frame->module, frame->address,
                           tidy_kind(frame->module));
    return tidier_row(&t->tidier, frame->name, frame->module, frame->address, &row) &&
           source_line(t, &in->room, frame->file, frame->line, &row) &&
           builder_row(&t->builder, &row, &id) && builder_push(&t->builder, id);
}

static bool take_frame(struct dump *in, struct str line)
{
    struct gdb_frame frame;
    bool wanted;

    if (!read_frame(line, &frame))
        return numbered_break(&in->stack, "no frame of gdb", line);
    if (!numbered_frame(&in->stack, frame.number, &wanted))
        return false;
    return !wanted || push(in, &frame);
}

/* What gdb says between stacks: of threads, "warning: ...", the line of the source. */
static bool is_message(struct str line)
{
    static const char *const begins[] = {"[",           "(",          "warning: ", "Using host ",
                                         "Reading ",    "Core was ",  "Program ",  "No locals",
                                         "No symbol ",  "Backtrace ", "Thread ",   "0x",
                                         "Downloading", "Missing "};
    bool is = line.n > 1 && is_digit(line.p[0]) && memchr(line.p, '\t', line.n);

    for (size_t i = 0; !is && i < sizeof begins / sizeof begins[0]; i++)
        is = str_starts(line, str_of(begins[i]));
    return is;
}

static bool take_line(void *reader, struct str line)
{
    struct dump *in = reader;
    const bool indented = line.n && is_blank(line.p[0]);

    while (line.n && is_blank(line.p[0]))
        line = str_from_to(line, 1, line.n);
    if (line.n == 0)
        in->text.r->tally.blank++;
    else if (line.p[0] == '#' && line.n > 1 && is_digit(line.p[1]))
        return take_frame(in, line);
    else if (is_thread(line))
        return begin_thread(in, line);
    else if (!indented && !is_message(line))
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

/* Whether arguments are as gdb prints them: "()", "(...)" or "(n=1": those behind the names of
 * other backtraces are types or places. */
static bool are_arguments(struct str s)
{
    size_t n = 1;

    while (n < s.n && (is_letter(s.p[n]) || is_digit(s.p[n]) || s.p[n] == '_'))
        n++;
    return str_starts(s, STR("()")) || str_starts(s, STR("(...")) ||
           (n > 1 && n < s.n && s.p[n] == '=');
}

/* Whether nothing but gdb writes the line: its number padded to two digits, its arguments. */
static bool is_sure(struct str line, struct gdb_frame *frame)
{
    struct str rest = str_from_to(line, 1, line.n);
    struct str word;

    if (!read_frame(line, frame) || !take_word(&rest, &word))
        return false;
    const size_t n_blanks = word.n < 2 ? 2 : 1;
    size_t blanks = 0;
    while (is_blank(rest.p[blanks]))
        blanks++;
    rest = str_from_to(rest, blanks, rest.n);
    if (blanks != n_blanks || !parse_address(&rest, &word))
        return false;
    return rest.p[0] == '<' || are_arguments(str_from_to(rest, until_arguments(rest) + 1, rest.n));
}

/* `bt -5` prints the outermost frames alone, of one thread without a line above it. All that have a
 * number are gdb's, one of them with an address as wide as those of a program. */
static bool are_outermost(struct str prefix)
{
    enum { DIGITS = 8 };
    struct str line;
    struct gdb_frame frame;
    bool addressed = false;

    while (take_field(&prefix, '\n', &line)) {
        line = str_trim(line);
        if (line.n < 2 || line.p[0] != '#' || !is_digit(line.p[1]))
            continue;
        if (!prefix.p && addressed)
            break; /* the prefix may end inside this one */
        if (!is_sure(line, &frame) || frame.number == 0)
            return false;
        addressed = addressed || frame.address.n >= DIGITS;
    }
    return addressed;
}

/* "#0  " with its two blanks and the bracket of arguments count about 40 bits, a thread as many. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct gdb_frame frame;
    bool thread = false;

    while (take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (is_thread(line))
            thread = true;
        else if (str_starts(line, STR("#0  ")) && read_frame(line, &frame))
            return thread ? 48 : 32;
        else if (thread && line.n && line.p[0] == '#' && read_frame(line, &frame))
            return 48; /* `bt -5` prints the outermost frames alone */
    }
    return are_outermost(prefix) ? 32 : 0;
}

static const char *const endings[] = {"gdb", NULL};

const struct input_format input_gdb = {
    .name = "gdb",
    .about = "backtraces of gdb: what `thread apply all bt` prints, one dump or several",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\n#0", "\n#1", "\n#2", "\n#3", "\n#4", "\n#5", "\n#6", "\n#7", "\n#8",
                     "\n#9")},
    .read = read,
    .census = true,
    .cut = CUT_NOWHERE,
};
