/*               genunix`open+0x25
 *               unix`sys_syscall+0x17a
 *                 1
 * What dtrace prints of an aggregation by stack: frames, leaf first, and their value below them. */
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/line_cache.h"

enum dtrace_state {
    OUTSIDE,
    INSIDE,   /* a stack was begun */
    SKIPPING, /* a table replaces the value */
};

struct dtrace {
    struct text text;
    struct line_cache line_cache;
    struct label_builder label_builder;
    struct buf comm; /* the key above the stack */
    struct buf pid, tid;
    enum dtrace_state state;
    uint64_t line;    /* where the stack began */
    bool below_probe; /* the line before says which probe fired */
    bool fired;       /* the stack was printed by a probe, without a value */
};

static void begin(struct dtrace *in)
{
    in->state = INSIDE;
    in->line = in->text.r->tally.lines;
    in->fired = in->below_probe;
    in->below_probe = false;
}

static void forget(struct dtrace *in)
{
    builder_begin(&in->text.builder);
    line_cache_begin(&in->line_cache);
    buf_clear(&in->comm);
    buf_clear(&in->pid);
    buf_clear(&in->tid);
    in->state = OUTSIDE;
    in->fired = false;
}

static bool push_unknown(struct dtrace *in)
{
    return tidier_push(&in->text.tidier, STR(""), STR(""), STR(""), KIND_UNKNOWN);
}

static bool add(struct dtrace *in, uint64_t value)
{
    const struct str labels[] = {buf_str(&in->comm), buf_str(&in->pid), buf_str(&in->tid)};
    labels_id id = in->comm.n || in->pid.n ? label_builder_of(&in->label_builder, labels) : 0;
    bool ok = in->text.builder.n || id || push_unknown(in);

    ok = ok && builder_add(&in->text.builder, LEAF_FIRST, id, &value, in->line);

    forget(in);
    return ok;
}

/* A last stack without a value. */
static bool finish(struct dtrace *in)
{
    if (in->state != INSIDE)
        return true;
    if (in->fired)
        return add(in, 1);
    forget(in);
    return lines_bad(&in->text.lines, in->line, "a stack without a value", STR(""));
}

/* foo+0x1a becomes foo; takes the last "+0x" followed only by hexadecimal digits. */
static struct str without_offset(struct str s)
{
    size_t i = s.n;

    while (i && (is_digit(s.p[i - 1]) || (s.p[i - 1] >= 'a' && s.p[i - 1] <= 'f')))
        i--;
    if (i < s.n && i >= 3 && memcmp(s.p + i - 3, "+0x", 3) == 0)
        s.n = i - 3;
    return s;
}

/* Cuts from the last '(' or '<' after the first "::". */
static struct str without_arguments(struct str s)
{
    size_t from = str_find(s, 0, STR("::")) + 2;

    for (size_t i = s.n; i > from; i--)
        if (s.p[i - 1] == '(' || s.p[i - 1] == '<')
            return str_from_to(s, 0, i - 1);
    return s;
}

static enum frame_kind kind_of(struct str module)
{
    static const char *const kernels[] = {"genunix", "unix", "kernel", "mach_kernel", "vmlinux"};

    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (str_equal(module, str_of(kernels[i])))
            return KIND_KERNEL;
    if (str_ends(module, STR(".ko")) || str_starts(module, STR("com.apple.")))
        return KIND_KERNEL;
    if (str_ends(module, STR(".dylib")) || str_find(module, 0, STR(".so")) < module.n)
        return KIND_USER;
    return KIND_UNKNOWN;
}

/* Pushes a function whose module pictures show in its name. */
static bool push_both(struct dtrace *in, struct str whole, struct str module, struct str name)
{
    struct tidier *tidier = &in->text.tidier;
    struct str shown = tidier_join_shown(tidier, module, name);

    if (!tidier->naming.shown_full)
        shown = without_arguments(shown);
    return tidier_push_shown(tidier, whole, shown, module, kind_of(module));
}

/* module`name, mangled or not. */
static bool push(struct dtrace *in, struct str text)
{
    struct tidier *tidier = &in->text.tidier;
    struct str frame = without_offset(text);
    const char *tick = memchr(frame.p, '`', frame.n);
    size_t from = tick ? (size_t)(tick - frame.p) + 1 : 0;
    struct str module = str_from_to(frame, 0, from ? from - 1 : 0);
    struct str name = str_from_to(frame, from, frame.n);

    if (tidier->naming.shown)
        return push_both(in, name.n ? name : text, module, name);
    frame = tidier_join(tidier, module, name);
    if (!tidier->naming.full)
        frame = without_arguments(frame);
    return tidier_push(tidier, frame.n ? frame : text, module, STR(""), kind_of(module));
}

static bool has_tick(struct str text)
{
    return memchr(text.p, '`', text.n) != NULL;
}

/* Whether a line is certainly a frame: module`name, 0x7f12. */
static bool is_sure(struct str text)
{
    return has_tick(text) || (str_starts(text, STR("0x")) && text.n > 2);
}

static bool take_frame(struct dtrace *in, struct str text, struct str whole)
{
    size_t from = in->text.builder.n;

    if (in->state != INSIDE)
        begin(in);
    if (!push(in, text))
        return false;
    if (is_sure(text))
        line_cache_add(&in->line_cache, whole, from);
    return true;
}

/* "  0  64091       :tick-60s ": the processor, the number and the name of a probe. */
static bool is_probe(struct str text)
{
    struct str rest = text;
    struct str word;
    uint64_t number;

    for (int i = 0; i < 2; i++)
        if (!take_word(&rest, &word) || !parse_u64(word, &number))
            return false;
    return take_word(&rest, &word) && memchr(word.p, ':', word.n);
}

static bool is_header(struct str text)
{
    struct str rest = text;
    struct str word;

    return take_word(&rest, &word) && str_equal(word, STR("CPU")) && take_word(&rest, &word) &&
           str_equal(word, STR("ID"));
}

/* Takes the next column of a key off the start: two blanks end it, or one behind a number. */
static bool take_column(struct str *rest, struct str *column)
{
    struct str text = str_trim(*rest);
    struct str word;
    uint64_t number;

    *rest = text;
    if (!take_word(rest, &word))
        return false;
    *column = word;
    if (parse_u64(word, &number))
        return true;
    size_t end = word.n;
    while (end < text.n &&
           !(is_blank(text.p[end]) && (end + 1 == text.n || is_blank(text.p[end + 1]))))
        end++;
    *column = str_from_to(text, 0, end);
    *rest = str_from_to(text, end, text.n);
    return true;
}

/* Keeps "bash", "1234", "1234  bash" or "bash      1234" of a key: the first number is a process,
 * the next a thread, text a command. */
static void keep_key(struct dtrace *in, struct str text)
{
    struct buf *numbers[] = {&in->pid, &in->tid};
    struct str column;
    uint64_t number;
    size_t n_numbers = 0;
    bool named = false;

    while (take_column(&text, &column)) {
        if (parse_u64(column, &number) && n_numbers < 2) {
            buf_clear(numbers[n_numbers]);
            buf_add(numbers[n_numbers++], column);
            continue;
        }
        if (!named)
            buf_clear(&in->comm);
        else
            buf_add_byte(&in->comm, ' ');
        named = true;
        buf_add(&in->comm, column);
    }
}

/* Takes the value off the end of "  bash          17"; two blanks must precede it. */
static bool parse_value(struct str *text, uint64_t *value)
{
    size_t i = text->n;

    while (i && is_digit(text->p[i - 1]))
        i--;
    if (i < 3 || !is_blank(text->p[i - 1]) || !is_blank(text->p[i - 2]) ||
        !parse_u64(str_from_to(*text, i, text->n), value))
        return false;
    *text = str_trim(str_from_to(*text, 0, i));
    return text->n > 0;
}

/* A line that is not certainly a frame. */
static bool read_other(struct dtrace *in, struct str text, struct str whole)
{
    enum { STACK_INDENT = 14 };
    struct tally *tally = &in->text.r->tally;
    struct lines *l = &in->text.lines;
    size_t indent = (size_t)(text.p - whole.p);
    uint64_t value;

    if (is_header(text) || str_starts(text, STR("dtrace: ")) || is_probe(text)) {
        tally->comments++;
        bool message = text.p[0] == 'd';
        bool ok = message || finish(in);
        in->below_probe = !message && is_probe(text);
        return ok;
    }
    if (str_find(text, 0, STR("--- Distribution ---")) < text.n) {
        forget(in);
        in->state = SKIPPING;
        return lines_bad(l, tally->lines, "a distribution, wanted a value", text);
    }
    if (in->state == INSIDE && indent && parse_value(&text, &value)) {
        keep_key(in, text);
        return add(in, value);
    }
    if (indent && (in->state == INSIDE || indent >= STACK_INDENT))
        return take_frame(in, text, whole);
    if (in->state == INSIDE || (!indent && tally->taken))
        return lines_bad(l, tally->lines, "neither a frame nor a value", text);
    if (indent)
        keep_key(in, text);
    else
        lines_other(l);
    return true;
}

/* The value below a stack. The kernel stack of a thread in user space is empty: then the value is a
 * sample of an unknown stack. */
static bool read_value(struct dtrace *in, struct str text)
{
    struct tally *tally = &in->text.r->tally;
    uint64_t value;

    if (!parse_u64(text, &value)) {
        forget(in);
        return lines_bad(&in->text.lines, tally->lines,
                         text.p[0] == '-' ? "a negative value" : "a value of 2^64 or more", text);
    }
    if (in->state == OUTSIDE && !tally->taken)
        return lines_bad(&in->text.lines, tally->lines, "a value without a stack", text);
    if (in->state == OUTSIDE)
        begin(in);
    return add(in, value);
}

static bool read_line(struct dtrace *in, struct str line, struct str whole)
{
    struct str text = str_trim(line);
    bool taken = false;

    if (text.n == 0) {
        in->text.r->tally.blank++;
        in->below_probe = false;
        if (in->state == SKIPPING)
            in->state = OUTSIDE;
        return true;
    }
    if (in->state == SKIPPING)
        return true;
    if (is_whole_number(text))
        return read_value(in, text);
    if (!is_sure(text))
        return read_other(in, text, whole);
    if (in->state != INSIDE)
        begin(in);
    return line_cache_find(&in->line_cache, whole, &taken) &&
           (taken || take_frame(in, text, whole));
}

static bool read_lines(struct dtrace *in)
{
    struct lines *l = &in->text.lines;
    struct str line;
    bool taken = false;

    while (lines_more(l)) {
        if (in->state == INSIDE && !line_cache_next(&in->line_cache, &taken))
            return false;
        if (in->state == INSIDE && taken)
            continue;
        const char *at = l->at;
        if (!lines_next(l, &line) || !read_line(in, line, (struct str){at, (size_t)(l->at - at)}))
            return false;
    }
    return l->f->kind == FAULT_NONE && finish(in);
}

static const char *const label_keys[] = {"comm", "pid", "tid"};
static const struct measure measures[] = {{"count", "samples"}};

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct dtrace in = {.state = OUTSIDE};

    text_init(&in.text, r, blocks, p, f);
    line_cache_init(&in.line_cache, &in.text);
    label_builder_init(&in.label_builder, p, label_keys, sizeof label_keys / sizeof label_keys[0]);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, measures, 1) && read_lines(&in);
    label_builder_free(&in.label_builder);
    line_cache_free(&in.line_cache);
    buf_free(&in.comm);
    buf_free(&in.pid);
    buf_free(&in.tid);
    text_free(&in.text);
    return ok;
}

/* Whether a line ends in a number after a blank, as folded stacks do. */
static bool ends_in_count(struct str text)
{
    size_t i = text.n;

    while (i && is_digit(text.p[i - 1]))
        i--;
    return i && i < text.n && is_blank(text.p[i - 1]);
}

/* The header counts for all its letters; without it, consecutive indented lines of module`name that
 * end in a line with just a number. */
static unsigned recognise(struct str prefix)
{
    enum { LINES = 200 };
    struct str rest = prefix;
    struct str line;
    unsigned frames = 0;

    for (unsigned n = 0; n < LINES && take_field(&rest, '\n', &line); n++) {
        struct str text = str_trim(line);
        if (is_header(text) && str_ends(text, STR("FUNCTION:NAME")))
            return 60;
        if (str_equal(text, STR("!")))
            return 0;
        if (frames && is_whole_number(text) && rest.p)
            return frames > 1 ? 20 : 14;
        bool indented = text.n && text.p != line.p && !ends_in_count(text);
        if (indented && (frames ? is_sure(text) : has_tick(text)))
            frames++;
        else if (text.n)
            frames = 0;
    }
    return 0;
}

static const char *const endings[] = {"dtrace", NULL};

const struct input_format input_dtrace = {
    .name = "dtrace",
    .about = "stacks that dtrace aggregates: one frame per line, then the value of the stack",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("`", "FUNCTION:NAME")},
    .read = read,
    .prints = true,
    .cut = CUT_NOWHERE,
};
