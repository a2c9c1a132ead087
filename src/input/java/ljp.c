/* 42d 2        pkg.Class.method(Class.java:12)
 *         pkg.Main.main(Main.java:3)
 * and a blank line: what the Lightweight Java Profiler writes: how often a stack was seen, its
 * number of frames, and these, leaf first; "Total trace count" ends them. The 'd' after the count
 * is a mistake of newer versions. A name is the part before "(Class.java:12)". */
#include "base/parse.h"
#include "input/java/frames.h"

enum ljp_state {
    OUTSIDE,
    INSIDE,   /* a trace was begun */
    SKIPPING, /* after a damaged one */
    BEHIND,   /* the total: the hottest methods may follow, which are no stacks */
};

struct ljp {
    struct text text;
    enum ljp_state state;
    /* The trace that is read. */
    uint64_t line;
    uint64_t count;
    uint64_t n_frames; /* as it says; the profiler leaves out frames that it cannot name */
};

static bool finish(struct ljp *in)
{
    const uint64_t values[PROFILE_COLUMNS_MOST] = {in->count};

    if (in->state != INSIDE)
        return true;
    in->state = OUTSIDE;
    if (in->text.builder.n == 0 && !java_push_unknown(&in->text))
        return false;
    return builder_add(&in->text.builder, LEAF_FIRST, 0, values, in->line);
}

static bool skip(struct ljp *in, uint64_t line, const char *reason, struct str near)
{
    in->state = SKIPPING;
    return lines_bad(&in->text.lines, line, reason, near);
}

/* The numbers that begin a trace. An error trace has only its count, followed by 'd'. */
static bool parse_head(struct str *rest, uint64_t *count, uint64_t *n_frames)
{
    struct str after = *rest;
    struct str word;

    if (!take_word(&after, &word))
        return false;
    bool marked = word.p[word.n - 1] == 'd';
    word.n -= marked;
    if (!parse_u64(word, count))
        return false;
    *n_frames = 0;
    *rest = after;
    if (!take_word(&after, &word))
        return marked;
    if (!parse_u64(word, n_frames))
        return false;
    *rest = after;
    return true;
}

static bool read_frame(struct ljp *in, struct str frame)
{
    struct str name = java_name(frame);

    if (name.n == 0)
        return skip(in, in->line, "a trace with a frame that is cut off", frame);
    return java_push(&in->text, name);
}

static bool begin(struct ljp *in, struct str rest)
{
    in->state = INSIDE;
    in->line = in->text.r->tally.lines;
    builder_begin(&in->text.builder);
    rest = str_trim(rest);
    return rest.n == 0 || read_frame(in, rest);
}

static bool read_line(struct ljp *in, struct str line)
{
    struct str rest = line;
    struct tally *tally = &in->text.r->tally;
    struct str text = str_trim(line);
    uint64_t count;
    uint64_t n_frames;

    if (text.n == 0) {
        tally->blank++;
        bool ok = finish(in);
        in->state = in->state == BEHIND ? BEHIND : OUTSIDE;
        return ok;
    }
    if (is_digit(text.p[0]) && parse_head(&rest, &count, &n_frames)) {
        if (!finish(in))
            return false;
        in->count = count;
        in->n_frames = n_frames;
        return begin(in, rest);
    }
    if (str_starts(text, STR("Total trace count"))) {
        tally->comments++;
        bool ok = finish(in);
        in->state = BEHIND;
        return ok;
    }
    if (in->state == INSIDE && is_blank(line.p[0]))
        return read_frame(in, text);
    if (in->state == SKIPPING)
        return true;
    if (in->state == BEHIND) {
        tally->comments++; /* tables of what is hot */
        lines_keep(&in->text.lines);
        return true;
    }
    return finish(in) && skip(in, tally->lines, "neither a trace nor a frame", line);
}

/* The last trace is complete if it has all its frames, or something follows it. */
static bool finish_last(struct ljp *in)
{
    if (in->state == INSIDE && in->text.builder.n < in->n_frames)
        return skip(in, in->line, "a trace with fewer frames than it states", STR(""));
    return finish(in);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct measure samples = {"samples", "samples"};
    struct ljp in = {.state = OUTSIDE};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, &samples, 1);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && finish_last(&in);
    text_free(&in.text);
    return ok;
}

/* The first line that is not blank begins a trace, and the next is an indented frame, or the total.
 */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct str frame;
    uint64_t count;
    uint64_t n_frames;
    unsigned frames = 0;
    bool head = false;

    while (frames < 2 && take_field(&rest, '\n', &line)) {
        frame = str_trim(line);
        if (frame.n == 0)
            continue;
        if (str_starts(frame, STR("Total trace count = ")))
            return 40;
        if (is_digit(frame.p[0]) && parse_head(&frame, &count, &n_frames)) {
            head = true;
            frame = str_trim(frame);
        } else if (!head || !is_blank(line.p[0])) {
            return 0;
        }
        if (frame.n && !java_name(frame).n)
            return 0;
        frames += frame.n > 0;
    }
    return frames == 2 ? 24 : 0;
}

const struct input_format input_ljp = {
    .name = "ljp",
    .about = "traces of the Lightweight Java Profiler",
    .recognise = recognise,
    .read = read,
};
