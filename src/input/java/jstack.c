/* "main" #1 prio=5 os_prio=0 tid=0x00007f4e180178f0 nid=0x6e30 runnable  [0x00007f4e1dd1e000]
 *    java.lang.Thread.State: RUNNABLE
 *         at pkg.Class.method(Class.java:12)
 * and a blank line: thread dumps of HotSpot's jstack, jcmd Thread.print and kill -QUIT, as many as
 * the file holds; also those of VisualVM, jstack -F and ThreadInfo.toString. A name is the part
 * before "(Class.java:12)". Every thread of a dump is a sample, even VM threads without frames. */
#include "base/parse.h"
#include "input/java/frames.h"

/* Where the reader is. */
enum jstack_state {
    OUTSIDE,  /* headings and what the program itself printed */
    INSIDE,   /* a thread was begun */
    SKIPPING, /* after a damaged thread */
    REPEATED, /* below "Found one Java-level deadlock": stacks that were printed before */
};

struct jstack {
    struct text text;
    enum jstack_state state;
    struct java_thread thread;
    struct buf room;
    uint64_t line;     /* where it began */
    bool spans_blanks; /* of VisualVM: a blank line may be amid its frames */
};

static bool finish(struct jstack *in)
{
    if (in->state != INSIDE)
        return true;
    in->state = OUTSIDE;
    java_thread_settle_state(&in->thread);
    return java_thread_add(&in->thread, &in->text, in->line);
}

static void begin(struct jstack *in, struct str name)
{
    builder_begin(&in->text.builder);
    in->state = INSIDE;
    in->line = in->text.r->tally.lines;
    in->spans_blanks = false;
    java_thread_begin(&in->thread, name);
}

/* ---- the line that begins a thread */

/* Returns the text after `key` up to a blank or bracket; empty when there is none. */
static struct str value_of(struct str attributes, struct str key)
{
    size_t from = str_find(attributes, 0, key);

    if (from == attributes.n)
        return STR("");
    from += key.n;
    size_t to = from;
    while (to < attributes.n && !is_blank(attributes.p[to]) && attributes.p[to] != ']')
        to++;
    return str_from_to(attributes, from, to);
}

/* nid=0x6e30 is thread 28208 of the system; newer versions print that number, or [28208]. */
static void keep_tid(struct jstack *in, struct str attributes)
{
    struct str nid = value_of(attributes, STR("nid="));

    java_thread_set_tid(&in->thread, nid.n ? nid : value_of(attributes, STR(" [")));
}

/* Returns where the name that begins at 1 ends: at a quote followed by attributes, as a name may
 * contain quotes. 0: nowhere. */
static size_t end_of_name(struct str line)
{
    static const char *const attributes[] = {
        "\" prio=", "\" os_prio=", "\" daemon ", "\" Id=", "\" id=", "\" tid=", "\" - Thread t@"};

    for (size_t i = 1; i < line.n; i++) {
        if (line.p[i] != '"')
            continue;
        struct str rest = str_from_to(line, i, line.n);
        if (str_starts(rest, STR("\" #")) && str_find(rest, 3, STR(" tid=")) < rest.n)
            return i;
        for (size_t k = 0; k < sizeof attributes / sizeof attributes[0]; k++)
            if (str_starts(rest, str_of(attributes[k])))
                return i;
    }
    return 0;
}

/* The state of a thread without "java.lang.Thread.State:": what follows nid=0x6e31, up to two
 * blanks; or in ThreadInfo.toString, the word after Id=1. */
static void keep_first_state(struct jstack *in, struct str attributes)
{
    size_t at = str_find(attributes, 0, STR(" Id="));
    bool info = at < attributes.n;

    if (!info)
        at = str_find(attributes, 0, STR(" nid="));
    struct str rest = str_from_to(attributes, at, attributes.n);
    struct str word = rest;
    if (!take_word(&rest, &word))
        return;
    if (info)
        take_word(&rest, &word);
    else
        word = str_trim(str_from_to(rest, 0, str_find(rest, 0, STR("  "))));
    java_thread_set_state(&in->thread, word);
}

static bool read_thread(struct jstack *in, struct str line)
{
    size_t end = end_of_name(line);

    if (!finish(in))
        return false;
    if (!end) {
        in->state = SKIPPING;
        return lines_bad(&in->text.lines, in->text.r->tally.lines,
                         "a thread without what follows its name", line);
    }
    struct str attributes = str_from_to(line, end + 1, line.n);
    begin(in, str_from_to(line, 1, end));
    keep_tid(in, attributes);
    keep_first_state(in, attributes);
    in->spans_blanks = str_find(attributes, 0, STR(" - Thread t@")) < attributes.n;
    in->thread.is_waiting = str_find(attributes, 0, STR(" waiting on condition")) < attributes.n;
    return true;
}

/* Thread 4711: (state = BLOCKED): jstack -F. */
static bool is_forced(struct str line, struct str *tid, struct str *state)
{
    struct str rest = str_from_to(line, 7, line.n);
    uint64_t value;

    if (!take_field(&rest, ':', tid) || !parse_u64(*tid, &value) || !rest.p ||
        !str_starts(rest, STR(" (state = ")) || rest.p[rest.n - 1] != ')')
        return false;
    *state = str_from_to(rest, 10, rest.n - 1);
    return true;
}

/* ---- the lines below it */

static bool read_frame(struct jstack *in, struct str frame)
{
    struct str name = java_name(frame);

    if (name.n == 0) {
        in->state = SKIPPING;
        return lines_bad(&in->text.lines, in->line, "a thread with a frame that is cut off", frame);
    }
    if (in->text.builder.n == 0)
        java_thread_set_leaf(&in->thread, name);
    return java_push_line(&in->text, &in->room, name, frame);
}

/* Whether a line within a thread says something else than a frame. */
static bool is_remark(struct str text)
{
    static const char *const remarks[] = {
        "- ",
        "Locked ",
        "Carrying virtual thread",
        "JavaThread state:",
        "Compiling:",
        "No compile",
        "Number ",
        "Thread: ",
        "...",
        "Locked:",
        "JNI locked monitors:",
    };

    for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++)
        if (str_starts(text, str_of(remarks[i])))
            return true;
    return false;
}

static bool read_inside(struct jstack *in, struct str line)
{
    static const struct str state = {"java.lang.Thread.State: ", 24};
    struct str frame = java_at(line);
    struct str text = str_trim(line);
    struct str word;

    if (frame.p)
        return read_frame(in, frame);
    if (str_starts(text, STR("- ")) && str_find(text, 0, STR(" @bci=")) < text.n)
        return read_frame(in, str_from_to(text, 2, text.n));
    if (str_starts(text, state)) {
        struct str rest = str_from_to(text, state.n, text.n);
        if (take_word(&rest, &word))
            java_thread_set_state(&in->thread, word);
        in->thread.is_asleep = str_equal(str_trim(rest), STR("(sleeping)"));
        return true;
    }
    if (str_starts(text, STR("Mounted virtual thread "))) {
        if (!finish(in))
            return false;
        begin(in, str_from_to(text, 8, text.n));
        return true;
    }
    if (in->spans_blanks && str_starts(text, STR("Locked ownable synchronizers:")))
        return finish(in);
    if (is_remark(text))
        return true;
    return lines_bad(&in->text.lines, in->text.r->tally.lines, "neither a thread nor a frame",
                     line);
}

/* What the JVM says between threads: addresses, its lists, the time alone on its line. */
static bool is_of_vm(struct str line)
{
    static const char *const begins[] = {
        "JNI ",      "VM ",     "Threads class SMR", "_java_thread_list", "_to_delete", "Heap",
        "Found ",    "No dead", "Deadlock ",         "Attaching to ",     "Debugger ",  "Server ",
        "Client ",   "JVM ",    "Java stack ",       "Locked ownable",    "0x",         "}",
        "Java-level"};
    enum { TIME = 19 }; /* 2026-11-03 09:12:00 */
    bool is = is_blank(line.p[0]) || line.p[0] == '=' || line.p[0] == '-' ||
              (line.n == TIME && is_digit(line.p[0]));

    for (size_t i = 0; !is && i < sizeof begins / sizeof begins[0]; i++)
        is = str_starts(line, str_of(begins[i]));
    return is;
}

static bool read_outside(struct jstack *in, struct str line)
{
    if (in->state == OUTSIDE && java_at(line).p && java_name(java_at(line)).n) {
        in->state = SKIPPING;
        return lines_bad(&in->text.lines, in->text.r->tally.lines, "frames without a thread", line);
    }
    if (str_starts(line, STR("Found ")) && str_ends(line, STR(" deadlock:")))
        in->state = REPEATED;
    if (in->state == OUTSIDE && !is_of_vm(line)) {
        lines_other(&in->text.lines);
        return true;
    }
    in->text.r->tally.comments += in->state == OUTSIDE || in->state == REPEATED;
    lines_keep(&in->text.lines);
    return true;
}

static bool read_line(struct jstack *in, struct str line)
{
    struct str tid;
    struct str state;

    if (str_trim(line).n == 0) {
        in->text.r->tally.blank++;
        if (in->spans_blanks && in->state == INSIDE)
            return true;
        bool ok = finish(in);
        if (in->state != REPEATED)
            in->state = OUTSIDE;
        return ok;
    }
    if (line.p[0] == '"' && !(in->state == REPEATED && str_ends(line, STR("\":"))))
        return read_thread(in, line);
    if (str_starts(line, STR("Thread ")) && is_forced(line, &tid, &state)) {
        if (!finish(in))
            return false;
        begin(in, str_from_to(line, 0, 7 + tid.n));
        java_thread_set_tid(&in->thread, tid);
        java_thread_set_state(&in->thread, state);
        in->thread.is_waiting = str_equal(state, STR("BLOCKED")); /* by anything */
        return true;
    }
    if (str_starts(line, STR("Full thread dump"))) {
        in->text.r->tally.comments++;
        bool ok = finish(in);
        in->state = OUTSIDE;
        return ok;
    }
    return in->state == INSIDE ? read_inside(in, line) : read_outside(in, line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct measure samples = {"samples", "samples"};
    struct jstack in = {.state = OUTSIDE};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    java_thread_init(&in.thread, p);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, &samples, 1);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && finish(&in);
    buf_free(&in.room);
    java_thread_free(&in.thread);
    text_free(&in.text);
    return ok;
}

/* The heading of a dump suffices; without it, a thread's line and its state. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct str word;
    unsigned threads = 0;
    unsigned bodies = 0;

    while (take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (str_starts(line, STR("Full thread dump ")))
            return 60;
        if (line.n == 0)
            continue;
        if (line.p[0] == '"' && end_of_name(line))
            threads++;
        else if (str_starts(line, STR("Thread ")) && is_forced(line, &word, &word))
            threads += 2;
        else if (threads && (java_at(line).p || str_starts(line, STR("java.lang.Thread.State: "))))
            bodies++;
        if (threads && bodies)
            return 40;
    }
    return threads > 1 ? 24 : 0;
}

static const char *const endings[] = {"jstack", "tdump", NULL};

const struct input_format input_jstack = {
    .name = "jstack",
    .about = "thread dumps of Java's HotSpot: jstack, jcmd Thread.print, kill -QUIT, VisualVM",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\nFull thread dump ", "\n\"", " (state = ")},
    .read = read,
    .dump_lines = 1, /* the time */
    .census = true,
};
