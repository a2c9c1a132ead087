/* Exception in thread "main" java.lang.RuntimeException: cannot load
 *         at pkg.Class.method(Class.java:12)
 * Caused by: java.io.IOException: no such page
 *         ... 2 more
 * Java's stack traces in a log, with anything between them. Every trace is a sample, also those of
 * causes and suppressed exceptions; the frames that "... 2 more" omits are restored. A name is the
 * part before "(Class.java:12)". */
#include "base/mem.h"
#include "base/parse.h"
#include "input/java/frames.h"

enum exception_state {
    OUTSIDE,
    HEADED,   /* after "Caused by:", whose message may have more lines */
    INSIDE,   /* a trace has frames */
    SKIPPING, /* a frame of it was truncated */
};

/* Java prints at most 1024 frames by default; without a limit, each line of a hostile log could
 * stand for a million omitted ones. */
enum { LEVELS = 16, HEAD_MOST = 400, MESSAGE_LINES = 20, COMMON_MOST = 2048 };

/* The last trace at a level: its suppressed exceptions are one level deeper. */
struct level {
    frame_id *frames; /* owned; leaf first, the last COMMON_MOST */
    size_t n, room;
    size_t indent; /* of the line above it */
};

enum { THREAD, EXCEPTION, ROLE, LABELS };
static const char *const label_keys[LABELS] = {"thread", "exception", "role"};

/* Owns its levels and bytes. */
struct exceptions {
    struct text text;
    struct label_builder label_builder;
    struct level levels[LEVELS];
    enum exception_state state;
    struct buf room;
    struct buf thread; /* of the trace that was thrown, and so of what it links to */
    /* The trace that is read. */
    uint64_t line;
    size_t level;
    size_t enclosing;     /* the level whose frames it leaves out; level + 1: none */
    uint64_t message;     /* lines of it so far */
    const char *role;     /* thrown, cause or suppressed */
    char head[HEAD_MOST]; /* the line above, which may say what was thrown */
    size_t n_head;
};

/* ---- exceptions and threads */

static bool is_class(struct str word)
{
    size_t last = 0; /* after the last point */

    for (size_t i = 0; i < word.n; i++) {
        char c = word.p[i];
        if (!is_letter(c) && !is_digit(c) && c != '_' && c != '$' && c != '.')
            return false;
        if (c == '.')
            last = i + 1;
    }
    return last && last < word.n && word.p[last] >= 'A' && word.p[last] <= 'Z';
}

/* Returns the class that a line names: its first word, or one that looks like an exception. */
static struct str exception_of(struct str head)
{
    struct str word;
    bool first = true;

    while (take_word(&head, &word)) {
        if (word.p[word.n - 1] == ':')
            word.n--;
        if (is_class(word) && (first || str_ends(word, STR("Exception")) ||
                               str_ends(word, STR("Error")) || str_ends(word, STR("Throwable"))))
            return word;
        first = false;
    }
    return STR("");
}

static struct str thread_of(struct str head)
{
    static const struct str start = {"Exception in thread \"", 21};
    size_t at = str_find(head, 0, start);

    if (at == head.n)
        return STR("");
    at += start.n;
    size_t end = str_find(head, at, STR("\""));
    return end < head.n ? str_from_to(head, at, end) : STR("");
}

static void keep_head(struct exceptions *in, struct str line)
{
    in->n_head = line.n < HEAD_MOST ? line.n : HEAD_MOST;
    memcpy(in->head, line.p, in->n_head);
}

/* ---- traces */

/* Keeps the trace for those that omit its frames. */
static void keep_trace(struct exceptions *in)
{
    const struct builder *b = &in->text.builder;
    struct level *level = &in->levels[in->level];

    level->n = b->n < COMMON_MOST ? b->n : COMMON_MOST;
    level->frames = mem_grow(level->frames, &level->room, level->n, sizeof *level->frames);
    memcpy(level->frames, b->frames + (b->n - level->n), level->n * sizeof *level->frames);
}

static bool finish(struct exceptions *in)
{
    static const uint64_t one[PROFILE_COLUMNS_MOST] = {1};
    struct str head = {in->head, in->n_head};
    const struct str values[LABELS] = {buf_str(&in->thread), exception_of(head), str_of(in->role)};

    if (in->state == INSIDE) {
        keep_trace(in);
        in->state = OUTSIDE;
        return builder_add(&in->text.builder, LEAF_FIRST,
                           label_builder_of(&in->label_builder, values), one, in->line);
    }
    if (in->state == SKIPPING)
        in->levels[in->level].n = 0;
    in->state = OUTSIDE;
    return true;
}

static void begin(struct exceptions *in, const char *role)
{
    builder_begin(&in->text.builder);
    in->role = role;
    in->line = in->text.r->tally.lines;
    in->message = 0;
}

static void begin_thrown(struct exceptions *in)
{
    begin(in, "thrown");
    buf_clear(&in->thread);
    buf_add(&in->thread, thread_of((struct str){in->head, in->n_head}));
    in->state = INSIDE;
    in->level = 0;
    in->enclosing = 1;
    in->levels[0].indent = 0;
}

/* "Caused by: java.io.IOException: text" below the trace it belongs to, or further indented
 * "Suppressed: " */
static bool begin_linked(struct exceptions *in, struct str rest, size_t indent, bool is_cause)
{
    if (!finish(in))
        return false;
    while (in->level && (is_cause ? in->levels[in->level].indent > indent
                                  : in->levels[in->level].indent >= indent))
        in->level--;
    in->enclosing = in->level;
    if (!is_cause && in->level + 1 < LEVELS)
        in->level++;
    in->levels[in->level].indent = indent;
    begin(in, is_cause ? "cause" : "suppressed");
    in->state = HEADED;
    keep_head(in, rest);
    return true;
}

/* Adds the last n frames of the enclosing trace. */
static bool push_common(struct exceptions *in, uint64_t n)
{
    const struct level *around = in->enclosing <= in->level ? &in->levels[in->enclosing] : NULL;
    size_t have = around ? around->n : 0;
    size_t from = n < have ? have - (size_t)n : 0;

    in->state = INSIDE;
    for (size_t i = from; i < have; i++)
        if (!builder_push(&in->text.builder, around->frames[i]))
            return false;
    if (n <= have)
        return true;
    return java_push_unknown(&in->text);
}

/* ---- lines */

static bool is_omitted_frames(struct str text)
{
    return str_starts(text, STR("... ")) &&
           (str_ends(text, STR(" more")) || str_ends(text, STR(" common frames omitted")));
}

/* Counts the trace as damaged and skips the rest of it. */
static bool skip(struct exceptions *in, const char *reason, struct str near)
{
    in->state = SKIPPING;
    return lines_bad(&in->text.lines, in->line, reason, near);
}

/* "... 2 more", "... 2 common frames omitted" */
static bool read_more(struct exceptions *in, struct str text)
{
    struct str rest = str_from_to(text, 4, text.n);
    struct str word;
    uint64_t n;

    if (!take_word(&rest, &word) || !parse_u64(word, &n))
        return skip(in, "a trace with an invalid number of omitted frames", text);
    return push_common(in, n);
}

/* Whether a name before brackets is a method, and not prose. */
static bool is_method(struct str name, struct str frame)
{
    if (!name.n || (!memchr(name.p, '.', name.n) && !memchr(name.p, '/', name.n)))
        return false;
    if (!memchr(name.p, ' ', name.n))
        return true;
    size_t colon = str_find(frame, name.n, STR(":"));
    return colon + 1 < frame.n && is_digit(frame.p[colon + 1]);
}

/* Handles a line outside of a trace, or of its message. */
static bool take_other(struct exceptions *in, struct str line)
{
    if (in->state == HEADED && in->message++ < MESSAGE_LINES)
        return true;
    if (!finish(in))
        return false;
    in->text.r->tally.comments++;
    lines_keep(&in->text.lines);
    if (!is_blank(line.p[0])) {
        in->level = 0;
        in->levels[0].n = 0;
        buf_clear(&in->thread);
    }
    keep_head(in, line);
    return true;
}

static bool read_frame(struct exceptions *in, struct str line, struct str frame)
{
    struct str name = java_name(frame);

    if (is_method(name, frame)) {
        if (in->state == SKIPPING)
            return true;
        if (in->state == OUTSIDE)
            begin_thrown(in);
        in->state = INSIDE;
        return java_push_line(&in->text, &in->room, name, frame);
    }
    if (in->state == OUTSIDE || in->state == HEADED || !is_blank(line.p[0]) ||
        memchr(frame.p, ')', frame.n))
        return take_other(in, line);
    if (in->state == SKIPPING)
        return true;
    return skip(in, "a trace with a frame that is cut off", frame);
}

static bool read_line(struct exceptions *in, struct str line)
{
    struct str frame = java_at(line);
    struct str text;

    if (frame.p && frame.n)
        return read_frame(in, line, frame);
    text = str_trim(line);
    if (text.n == 0) {
        in->text.r->tally.blank++;
        return in->state == HEADED || finish(in);
    }
    size_t indent = (size_t)(text.p - line.p);
    if (str_starts(text, STR("Caused by: ")) || str_starts(text, STR("Wrapped by: ")))
        return begin_linked(in, str_from_to(text, 11, text.n), indent, true);
    if (str_starts(text, STR("Suppressed: ")))
        return begin_linked(in, str_from_to(text, 12, text.n), indent, false);
    if ((in->state == HEADED || in->state == INSIDE) && is_omitted_frames(text))
        return read_more(in, text);
    if (in->state == INSIDE && indent && str_starts(text, STR("- ")))
        return true; /* - locked <0x0> (a java.lang.Object) */
    return take_other(in, line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct measure samples = {"samples", "samples"};
    struct exceptions in = {.role = ""};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, label_keys, LABELS);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, &samples, 1);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && finish(&in);
    for (size_t i = 0; i < LEVELS; i++)
        mem_free(in.levels[i].frames, in.levels[i].room, sizeof *in.levels[i].frames);
    buf_free(&in.thread);
    buf_free(&in.room);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

/* Whether a frame's location can only be Java's. */
static bool is_java_place(struct str place)
{
    static const char *const places[] = {
        ".java", ".kt", ".scala", ".groovy", "Native Method)", "(Unknown Source)"};

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (str_find(place, 0, str_of(places[i])) < place.n)
            return true;
    return false;
}

static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    unsigned frames = 0;
    unsigned heads = 0;

    while (frames < 2 && take_field(&rest, '\n', &line)) {
        struct str frame = java_at(line);
        while (frame.p && frame.n && frame.p[frame.n - 1] == '\r')
            frame.n--;
        struct str name = frame.p ? java_name(frame) : STR("");
        if (frame.p && is_method(name, frame) && is_java_place(str_from_to(frame, name.n, frame.n)))
            frames++;
        heads += thread_of(line).n || str_find(line, 0, STR("Exception: ")) < line.n;
    }
    return frames ? 14 + 4 * frames + (heads ? 8 : 0) : 0;
}

const struct input_format input_java_exceptions = {
    .name = "java-exceptions",
    .about = "stack traces of Java's exceptions in a log",
    .recognise = recognise,
    .signs = {ANY_OF("\nat ")},
    .read = read,
};
