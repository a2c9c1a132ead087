/* 0x0900000000062a14  write(??, ??, ??) + 0x1c8, leaf first below "---------- tid# 6901809 ..." and
 * "11928: /usr/bin/demo": what AIX's procstack prints, once or gathered by aix-perf.pl. */
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/line_cache.h"

enum { ADDRESS_LEAST = 5 }; /* digits */

enum label_key { COMM, PID, TID, LABEL_KEYS };

struct aix {
    struct text text;
    struct label_builder label_builder;
    struct line_cache line_cache;
    struct buf labels[LABEL_KEYS]; /* of the thread that is read */
    uint64_t line;                 /* where its stack begins */
    bool cut_off;                  /* in its last frame */
    bool damaged;                  /* and counted as that */
};

static const struct measure measure = {"samples", "samples"};

static const char *const label_keys[LABEL_KEYS] = {"comm", "pid", "tid"};

static size_t count_digits(struct str s)
{
    size_t n = 0;

    while (n < s.n && is_digit(s.p[n]))
        n++;
    return n;
}

static size_t count_hex(struct str s)
{
    size_t n = 0;

    while (n < s.n && is_hex_digit(s.p[n]))
        n++;
    return n;
}

static struct str without_0x(struct str s)
{
    return str_starts(s, STR("0x")) ? str_from_to(s, 2, s.n) : s;
}

/* "11928: /usr/bin/demo -x", "11928 : -sh". */
static bool parse_process(struct str line, struct str *pid, struct str *comm)
{
    size_t n = count_digits(line);
    struct str rest = str_trim(str_from_to(line, n, line.n));

    if (n == 0 || rest.n == 0 || rest.p[0] != ':')
        return false;
    *pid = str_from_to(line, 0, n);
    rest = str_from_to(rest, 1, rest.n);
    if (!take_word(&rest, comm))
        *comm = STR("");
    return true;
}

/* "---------- tid# 6901809 (pthread ID:    258) ----------". */
static bool parse_thread(struct str line, struct str *tid)
{
    struct str mark = STR("---------- tid# ");

    if (!str_starts(line, mark))
        return false;
    line = str_trim(str_from_to(line, mark.n, line.n));
    *tid = str_from_to(line, 0, count_digits(line));
    return tid->n > 0;
}

/* Takes " + 0x1c8" off the end; false when there is none. */
static bool parse_offset(struct str *s)
{
    size_t from = s->n;

    while (from && is_hex_digit(s->p[from - 1]))
        from--;
    if (from == s->n)
        return false;
    if (from > 1 && s->p[from - 1] == 'x' && s->p[from - 2] == '0')
        from -= 2;
    struct str rest = str_trim(str_from_to(*s, 0, from));
    if (rest.n == 0 || rest.p[rest.n - 1] != '+')
        return false;
    *s = str_trim(str_from_to(rest, 0, rest.n - 1));
    return true;
}

/* Takes "()", "(?, ?)" or "(??, ??)" off the end, which stand for unknown arguments. Arguments of a
 * C++ name come before them. */
static void strip_arguments(struct str *s)
{
    size_t at = s->n;

    if (at == 0 || s->p[at - 1] != ')')
        return;
    for (at--; at && s->p[at - 1] != '('; at--)
        if (s->p[at - 1] != '?' && s->p[at - 1] != ',' && s->p[at - 1] != ' ')
            return;
    if (at > 1)
        *s = str_trim(str_from_to(*s, 0, at - 1));
}

/* Whether a name only says that it is unknown. */
static bool is_unknown(struct str name)
{
    size_t n = 0;

    while (n < name.n && name.p[n] == '?')
        n++;
    return n == name.n;
}

struct aix_frame {
    struct str address;
    struct str name;   /* empty: not known */
    struct str module; /* "[libc.a]" names an unknown function in it */
    bool whole;        /* to the end of its offset */
};

static bool parse_frame(struct str line, struct aix_frame *frame)
{
    struct str rest = without_0x(line);
    size_t n = count_hex(rest);

    if (n < ADDRESS_LEAST || (n < rest.n && !is_blank(rest.p[n])))
        return false;
    frame->address = str_from_to(rest, 0, n);
    rest = str_trim(str_from_to(rest, n, rest.n));
    frame->whole = parse_offset(&rest);
    strip_arguments(&rest);
    frame->name = is_unknown(rest) ? STR("") : rest;
    frame->module = STR("");
    if (rest.n > 2 && rest.p[0] == '[' && rest.p[rest.n - 1] == ']') {
        frame->module = str_from_to(rest, 1, rest.n - 1);
        frame->name = STR("");
    }
    return true;
}

static void set_label(struct aix *in, enum label_key key, struct str value)
{
    buf_clear(&in->labels[key]);
    buf_add(&in->labels[key], value);
}

static bool finish(struct aix *in)
{
    const uint64_t values[PROFILE_COLUMNS_MOST] = {1};
    struct builder *b = &in->text.builder;
    struct str labels[LABEL_KEYS];
    bool ok = true;

    for (size_t i = 0; i < LABEL_KEYS; i++)
        labels[i] = buf_str(&in->labels[i]);
    if (b->n && in->cut_off)
        ok = lines_bad(&in->text.lines, in->line, "a stack that is cut off", STR(""));
    else if (b->n && !in->damaged)
        ok = builder_add(b, LEAF_FIRST, label_builder_of(&in->label_builder, labels), values,
                         in->line);
    builder_begin(b);
    line_cache_begin(&in->line_cache);
    in->damaged = false;
    return ok;
}

static bool take_frame(struct aix *in, const struct aix_frame *frame, struct str whole)
{
    struct text *text = &in->text;
    size_t from = text->builder.n;

    if (from == 0)
        in->line = text->r->tally.lines;
    in->cut_off = !frame->whole && text->lines.at[-1] != '\n';
    if (!tidier_push(&text->tidier, frame->name, frame->module, frame->address, KIND_USER))
        return false;
    if (!in->cut_off)
        line_cache_add(&in->line_cache, whole, from);
    return true;
}

/* Any line that is no frame may be a message, except one that looks like the beginning of a frame
 * or thread. */
static bool read_damaged(struct aix *in, struct str line)
{
    if (str_starts(line, STR("-----")) && !finish(in))
        return false;
    in->damaged = in->damaged || str_starts(line, STR("0x")) || str_starts(line, STR("-----"));
    return lines_bad(&in->text.lines, in->text.r->tally.lines,
                     "neither a process, a thread nor a frame", line);
}

/* Reads a line; `whole` includes its newline. */
static bool read_line(struct aix *in, struct str line, struct str whole)
{
    struct aix_frame frame;
    struct str pid;
    struct str value;

    line = str_trim(line);
    if (line.n == 0) {
        in->text.r->tally.blank++;
        return true;
    }
    if (parse_thread(line, &value)) {
        bool ok = finish(in);
        set_label(in, TID, value);
        return ok;
    }
    if (parse_process(line, &pid, &value)) {
        bool ok = finish(in);
        set_label(in, COMM, value);
        set_label(in, PID, pid);
        set_label(in, TID, STR(""));
        return ok;
    }
    if (!parse_frame(line, &frame))
        return read_damaged(in, line);
    return take_frame(in, &frame, whole);
}

static bool read_lines(struct aix *in)
{
    struct lines *l = &in->text.lines;
    struct str line;
    bool taken;

    while (lines_more(l)) {
        const char *at = l->at;
        size_t from = in->text.builder.n;
        if (!line_cache_next(&in->line_cache, &taken))
            return false;
        if (!taken) {
            if (!lines_next(l, &line))
                return false;
            struct str whole = {at, (size_t)(l->at - at)};
            if (line.n && line.p[0] == '0' && !line_cache_find(&in->line_cache, whole, &taken))
                return false;
            if (!taken && !read_line(in, line, whole))
                return false;
        }
        if (taken && from == 0)
            in->line = in->text.r->tally.lines;
    }
    return l->f->kind == FAULT_NONE && finish(in);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct aix in = {0};

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, label_keys, LABEL_KEYS);
    line_cache_init(&in.line_cache, &in.text);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, &measure, 1) && read_lines(&in);
    for (size_t i = 0; i < LABEL_KEYS; i++)
        buf_free(&in.labels[i]);
    line_cache_free(&in.line_cache);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

/* The line of a thread suffices; a process with one thread has none. */
static unsigned recognise(struct str prefix)
{
    enum { LINES = 60, THREAD_BITS = 48, FRAME_BITS = 28 };
    struct str rest = prefix;
    struct str line;
    struct str pid;
    struct str value;
    struct aix_frame frame;
    bool process = false;
    unsigned frames = 0;

    for (unsigned i = 0; i < LINES && take_field(&rest, '\n', &line); i++) {
        line = str_trim(line);
        if (parse_thread(line, &value))
            return THREAD_BITS;
        if (parse_process(line, &pid, &value))
            process = true;
        else if (process && parse_frame(line, &frame) && frame.whole && frame.name.n)
            frames++;
    }
    return frames ? FRAME_BITS : 0;
}

static const char *const endings[] = {NULL};

const struct input_format input_aix = {
    .name = "aix",
    .about = "stacks that AIX's procstack prints, one dump or several",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .census = true,
};
