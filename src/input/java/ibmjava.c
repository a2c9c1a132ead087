/* 3XMTHREADINFO      "main" J9VMThread:0x22D7700, omrthread_t:0x78D0, state:R, prio=5
 * 3XMTHREADINFO3           Java callstack:
 * 4XESTACKTRACE                at pkg/Class.method(Class.java:12(Compiled Code))
 * javacores of IBM's and OpenJ9's Java, as many as the file holds. A name is the part before
 * "(Class.java:12)", a state J9's letter: R may run; CW, P, B and S wait. Every thread is a sample
 * with its Java stack, or if it has none, its native stack. */
#include "base/parse.h"
#include "input/java/frames.h"

enum javacore_state { OUTSIDE, INSIDE, SKIPPING };

struct ibmjava {
    struct text text;
    enum javacore_state state;
    struct java_thread thread;
    uint64_t line;      /* where it began */
    bool has_java;      /* its frames are those of the Java stack */
    bool below_current; /* "Current thread", which old ones print again among all threads */
    struct buf room;
    struct buf current; /* its address; empty: there was none */
};

static bool finish(struct ibmjava *in)
{
    if (in->state != INSIDE)
        return true;
    in->state = OUTSIDE;
    return java_thread_add(&in->thread, &in->text, in->line);
}

static bool skip(struct ibmjava *in, const char *reason, struct str near)
{
    uint64_t line = in->state == INSIDE ? in->line : in->text.r->tally.lines;

    in->state = SKIPPING;
    return lines_bad(&in->text.lines, line, reason, near);
}

/* Returns the text after `key` up to a ',' or ')'; empty when there is none. */
static struct str value_of(struct str attributes, struct str key)
{
    size_t from = str_find(attributes, 0, key);

    if (from == attributes.n)
        return STR("");
    from += key.n;
    size_t to = from;
    while (to < attributes.n && attributes.p[to] != ',' && attributes.p[to] != ')')
        to++;
    return str_from_to(attributes, from, to);
}

/* Returns the text between the first quote and the last, or everything: Anonymous native thread. */
static struct str name_of(struct str text, struct str *attributes)
{
    size_t end = text.n;

    *attributes = STR("");
    if (!text.n || text.p[0] != '"')
        return text;
    while (end > 1 && text.p[end - 1] != '"')
        end--;
    if (end == 1)
        return str_from_to(text, 1, text.n);
    *attributes = str_from_to(text, end, text.n);
    return str_from_to(text, 1, end - 1);
}

/* Whether the current thread was already read; the one read now may be the same. */
static bool was_read(struct ibmjava *in, struct str address)
{
    if (in->below_current) {
        in->below_current = false;
        buf_clear(&in->current);
        buf_add(&in->current, address);
        return false;
    }
    return address.n && str_equal(buf_str(&in->current), address);
}

/* "main" J9VMThread:0x22D7700, state:R, prio=5; older: "main" (TID:0x8E900, sys_thread_t:0x387A64,
 * state:CW, native ID:0x83C) prio=5 */
static bool read_thread(struct ibmjava *in, struct str text)
{
    struct str attributes;
    struct str name = name_of(text, &attributes);

    if (!finish(in))
        return false;
    in->state = OUTSIDE;
    if (name.n == 0)
        return skip(in, "a thread without a name", text);
    struct str address = value_of(attributes, STR("J9VMThread:"));
    if (!address.n)
        address = value_of(attributes, STR("TID:"));
    if (was_read(in, address)) {
        in->text.r->tally.comments++;
        in->state = SKIPPING;
        return true;
    }
    builder_begin(&in->text.builder);
    java_thread_begin(&in->thread, name);
    java_thread_set_state(&in->thread, value_of(attributes, STR("state:")));
    java_thread_set_tid(&in->thread, value_of(attributes, STR("native ID:")));
    in->state = INSIDE;
    in->line = in->text.r->tally.lines;
    in->has_java = false;
    return true;
}

static bool read_frame(struct ibmjava *in, struct str text)
{
    struct str frame = java_at(text);
    struct str name = frame.p ? java_name(frame) : STR("");

    if (name.n == 0)
        return skip(in, "a thread with a frame that is cut off", text);
    if (!in->has_java)
        builder_begin(&in->text.builder);
    in->has_java = true;
    return java_push_line(&in->text, &in->room, name, frame);
}

/* pthread_cond_wait+0xbc (cond.c:12, 0x7F909BC8E [libc.so.6+0x9bc8e]), (0x7C92A702 [jvm+0x4e]) */
static bool read_native(struct ibmjava *in, struct str text)
{
    size_t at = text.n;
    struct str name;
    struct str module = STR("");

    while (at && text.p[at - 1] != '(')
        at--;
    struct str place = at ? str_from_to(text, at, text.n) : text;
    name = str_trim(str_from_to(text, 0, at ? at - 1 : 0));
    size_t offset = str_find(name, 0, STR("+0x"));
    name.n = offset ? offset : name.n;
    size_t open = str_find(place, 0, STR("["));
    if (open < place.n)
        module = str_from_to(place, open + 1, str_find(place, open + 1, STR("]")));
    module.n = str_find(module, 0, STR("+0x"));
    size_t from = str_find(place, 0, STR("0x"));
    size_t to = from;
    while (to < open && !is_blank(place.p[to]) && place.p[to] != ')')
        to++;
    return tidier_push(&in->text.tidier, name, module, str_from_to(place, from, to), KIND_USER);
}

/* A line whose tag begins with 3XM or 4XE. */
static bool read_tagged(struct ibmjava *in, struct str tag, struct str text)
{
    if (str_equal(tag, STR("3XMTHREADINFO")))
        return read_thread(in, text);
    if (in->state == OUTSIDE) {
        if (tag.p[0] == '4')
            return skip(in, "frames without a thread", text);
        in->text.r->tally.comments++;
        return true;
    }
    if (in->state == SKIPPING)
        return true;
    if (str_equal(tag, STR("4XESTACKTRACE")))
        return read_frame(in, text);
    if (str_equal(tag, STR("4XENATIVESTACK")))
        return in->has_java || read_native(in, text);
    if (str_equal(tag, STR("3XMTHREADINFO1")))
        java_thread_set_tid(&in->thread, value_of(text, STR("(native thread ID:")));
    return true;
}

/* 1XMCURTHDINFO, NULL, or the line of an ornament. */
static bool is_tag(struct str word)
{
    return str_equal(word, STR("NULL")) || word.p[0] == '-' ||
           (word.n > 2 && is_digit(word.p[0]) && word.p[1] >= 'A' && word.p[1] <= 'Z');
}

static bool read_line(struct ibmjava *in, struct str line)
{
    struct str rest = line;
    struct str tag;

    if (!take_word(&rest, &tag)) {
        in->text.r->tally.blank++;
        return true;
    }
    if (str_starts(tag, STR("4XE")) || str_starts(tag, STR("3XM")))
        return read_tagged(in, tag, str_trim(rest));
    if (str_starts(tag, STR("5XE")) || (in->state != OUTSIDE && str_equal(tag, STR("NULL"))))
        return true;
    if (in->state == INSIDE && !is_digit(tag.p[0]))
        return lines_bad(&in->text.lines, in->text.r->tally.lines, "a line without a tag", line);
    if (is_tag(tag))
        in->text.r->tally.comments++;
    else
        lines_other(&in->text.lines);
    if (str_equal(tag, STR("1XMCURTHDINFO")))
        in->below_current = true;
    else if (str_equal(tag, STR("0SECTION")) || str_starts(tag, STR("1XM")))
        in->below_current = false;
    else
        return true;
    if (str_equal(tag, STR("0SECTION")))
        buf_clear(&in->current);
    bool ok = finish(in);
    in->state = OUTSIDE;
    return ok;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct measure samples = {"samples", "samples"};
    struct ibmjava in = {.state = OUTSIDE};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    java_thread_init(&in.thread, p);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, &samples, 1);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && finish(&in);
    buf_free(&in.current);
    buf_free(&in.room);
    java_thread_free(&in.thread);
    text_free(&in.text);
    return ok;
}

/* The threads may be far from the start; the title never is. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;

    while (take_field(&rest, '\n', &line))
        if (str_starts(line, STR("0SECTION       TITLE")) ||
            str_starts(line, STR("0SECTION       THREADS")) ||
            str_starts(line, STR("3XMTHREADINFO ")))
            return 60;
    return 0;
}

static const char *const endings[] = {"javacore", NULL};

const struct input_format input_ibmjava = {
    .name = "ibmjava",
    .about = "javacores: thread dumps of IBM's and OpenJ9's Java",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\n0SECTION ", "\n3XMTHREADINFO ")},
    .read = read,
    .census = true,
};
