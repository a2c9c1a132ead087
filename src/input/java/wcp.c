/* 81.789% ===================================== (256 samples)
 *      1: read_nocancel   (at syscall.S:81)
 *     41:|   source text of that line
 *      2: main   (at main.cpp:41)
 * and a blank line: what wallClockProfiler reports, leaf first. Only stacks below "Full stacks"
 * count; the functions and partial stacks above them are parts of the same. The first versions
 * print only full stacks, without sample counts: these follow from the share and the total above.
 */
#include "base/parse.h"
#include "input/common/text.h"

enum { SHARE_SCALE = 3 };

enum wcp_state { OUTSIDE, INSIDE, SKIPPING };

struct wcp {
    struct text text;
    enum wcp_state state;
    bool partial;   /* below a heading of what is counted again below */
    uint64_t total; /* of all stacks, as the report says; 0: it did not */
    /* The stack that is read. */
    uint64_t line;
    uint64_t samples;
};

static bool finish(struct wcp *in)
{
    const uint64_t values[PROFILE_COLUMNS_MOST] = {in->samples};

    if (in->state != INSIDE)
        return true;
    in->state = OUTSIDE;
    return builder_add(&in->text.builder, LEAF_FIRST, 0, values, in->line);
}

static bool skip(struct wcp *in, uint64_t line, const char *reason, struct str near)
{
    in->state = SKIPPING;
    return lines_bad(&in->text.lines, line, reason, near);
}

/* Takes "81.789% =====" off a line; the share in 1/1000 of a percent. */
static bool parse_head(struct str *line, uint64_t *share)
{
    struct str rest = *line;
    struct str word;

    if (!take_word(&rest, &word) || word.n < 2 || word.p[word.n - 1] != '%' ||
        !parse_scaled(str_from_to(word, 0, word.n - 1), SHARE_SCALE, share))
        return false;
    if (!take_word(&rest, &word) || !str_starts(word, STR("==========")))
        return false;
    for (size_t i = 0; i < word.n; i++)
        if (word.p[i] != '=')
            return false;
    *line = str_trim(rest);
    return true;
}

/* "(256 samples)"; if missing, the share of the total, rounded to an integer. */
static bool read_samples(const struct wcp *in, struct str text, uint64_t share, uint64_t *samples)
{
    if (text.n == 0) {
        if (!in->total || share > 100000 || in->total > (UINT64_MAX - 50000) / 100000)
            return false;
        *samples = (in->total * share + 50000) / 100000;
        return true;
    }
    size_t end = str_find(text, 0, STR(" sample"));
    return text.p[0] == '(' && text.p[text.n - 1] == ')' && end < text.n &&
           parse_u64(str_from_to(text, 1, end), samples);
}

static bool begin(struct wcp *in, struct str text, uint64_t share, struct str line)
{
    if (in->partial) {
        in->text.r->tally.comments++;
        return true;
    }
    if (!read_samples(in, text, share, &in->samples))
        return skip(in, in->text.r->tally.lines, "a stack without a number of samples", line);
    in->state = INSIDE;
    in->line = in->text.r->tally.lines;
    builder_begin(&in->text.builder);
    return true;
}

/* "main   (at main.cpp:41)"; gdb writes "??" for what it does not know. */
static bool push(struct wcp *in, struct str text)
{
    size_t end = text.n && text.p[text.n - 1] == ')' ? text.n : 0;
    struct frame row = {.kind = KIND_USER};
    frame_id frame = 0;

    while (end && !str_starts(str_from_to(text, end, text.n), STR("   (at ")))
        end--;
    if (end == 0)
        return skip(in, in->line, "a stack with a frame that is cut off", text);
    text = str_trim(str_from_to(text, 0, end));
    if (str_equal(text, STR("??")))
        return tidier_push(&in->text.tidier, STR(""), STR(""), STR(""), KIND_USER);
    return tidier_name(&in->text.tidier, text, &row.name) &&
           builder_row(&in->text.builder, &row, &frame) && builder_push(&in->text.builder, frame);
}

/* A line below the head of a stack. */
static bool read_inside(struct wcp *in, struct str line)
{
    struct str rest = line;
    struct str number;
    uint64_t n;

    if (!take_field(&rest, ':', &number) || !rest.p || !parse_u64(number, &n))
        return skip(in, in->line, "a stack with a line that is not a frame", line);
    if (rest.n && rest.p[0] == '|')
        return true;
    if (n != in->text.builder.n + 1)
        return skip(in, in->line, "a stack whose frames are not numbered one by one", line);
    return push(in, str_trim(rest));
}

static bool is_heading(struct str line)
{
    static const char *const begins[] = {
        "Sampling stack", "Program ", "Report:", "Functions with", "Full stacks", "Partial stacks"};
    static const char *const ends[] = {" stack samples taken", " unique stacks sampled"};
    bool is = false;

    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        is = is || str_starts(line, str_of(begins[i]));
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        is = is || str_ends(line, str_of(ends[i]));
    return is;
}

/* A line between stacks. */
static bool read_outside(struct wcp *in, struct str line)
{
    struct str rest = line;
    struct str word;
    uint64_t n;

    if (is_heading(line))
        in->text.r->tally.comments++;
    else
        lines_other(&in->text.lines);
    if (str_starts(line, STR("Functions with")) || str_starts(line, STR("Partial stacks")))
        in->partial = true;
    else if (str_starts(line, STR("Full stacks")) || str_equal(line, STR("Report:")))
        in->partial = false;
    else if (take_word(&rest, &word) && parse_u64(word, &n) &&
             str_equal(rest, STR(" stack samples taken")))
        in->total = n;
    return true;
}

static bool read_line(struct wcp *in, struct str line)
{
    struct str text = str_trim(line);
    struct str rest = text;
    uint64_t share;

    if (text.n == 0) {
        in->text.r->tally.blank++;
        bool ok = finish(in);
        in->state = OUTSIDE;
        return ok;
    }
    if (parse_head(&rest, &share))
        return finish(in) && begin(in, rest, share, text);
    if (in->state == SKIPPING)
        return true;
    return in->state == INSIDE ? read_inside(in, text) : read_outside(in, text);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct measure samples = {"samples", "samples"};
    struct wcp in = {.state = OUTSIDE};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, &samples, 1);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && finish(&in);
    text_free(&in.text);
    return ok;
}

static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    uint64_t share;

    while (take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (parse_head(&line, &share))
            return 48;
    }
    return 0;
}

const struct input_format input_wcp = {
    .name = "wcp",
    .about = "the report of wallClockProfiler, which samples stacks through gdb",
    .recognise = recognise,
    .signs = {ANY_OF("==========")},
    .read = read,
};
