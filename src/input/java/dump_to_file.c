/* #21 "worker" virtual
 *       java.base/java.lang.Thread.sleep(Thread.java:507)
 * and a blank line: what jcmd Thread.dump_to_file writes, of virtual threads too, and the same with
 * -format=json. From JDK 24 on, threads have states. A name is the part before "(Thread.java:507)".
 */
#include "base/parse.h"
#include "input/java/frames.h"
#include "input/json/json.h"

enum dump_state {
    OUTSIDE,  /* the heading */
    INSIDE,   /* a thread was begun */
    SKIPPING, /* after a damaged thread */
};

struct dump_to_file {
    struct text text;
    struct java_thread thread;
    struct buf room;
    enum dump_state state;
    uint64_t line; /* where the thread began */
    /* In JSON. */
    struct json json;
    size_t depth;         /* of thread objects; 0: none expected */
    bool in_stack;        /* in the array of a thread's frames */
    struct buf name, tid; /* of the thread */
    struct buf thread_state;
};

/* ---- threads */

static bool finish(struct dump_to_file *in)
{
    bool inside = in->state == INSIDE;

    in->state = OUTSIDE;
    if (!inside)
        return true;
    java_thread_settle_state(&in->thread);
    return java_thread_add(&in->thread, &in->text, in->line);
}

/* Names the thread; virtual threads without a name get the name that thread dumps of jstack give
 * them. */
static void name_thread(struct dump_to_file *in, struct str name, struct str tid)
{
    if (name.n) {
        java_thread_begin(&in->thread, name);
        return;
    }
    java_thread_begin(&in->thread, STR("virtual thread #"));
    buf_add(&in->thread.name, tid);
}

/* ---- text */

/* A line that begins a thread. */
struct dump_thread {
    struct str tid, name, state;
};

/* RUNNABLE, TIMED_WAITING */
static bool is_state(struct str word)
{
    for (size_t i = 0; i < word.n; i++)
        if (word.p[i] != '_' && (word.p[i] < 'A' || word.p[i] > 'Z'))
            return false;
    return word.n > 0;
}

/* #21 "worker" virtual WAITING 2025-06-07T08:09:10.123Z: all after the name may be absent, and the
 * name may contain quotes. */
static bool parse_thread(struct str line, struct dump_thread *thread)
{
    size_t n = 1;
    size_t end = str_find_last(line, STR("\""));
    struct str word;

    *thread = (struct dump_thread){.state = STR("")};
    while (n < line.n && is_digit(line.p[n]))
        n++;
    if (n == 1 || line.p[0] != '#' || !str_starts(str_from_to(line, n, line.n), STR(" \"")) ||
        end < n + 2 || end == line.n)
        return false;
    thread->tid = str_from_to(line, 1, n);
    thread->name = str_from_to(line, n + 2, end);
    struct str rest = str_from_to(line, end + 1, line.n);
    while (take_word(&rest, &word)) {
        if (is_state(word))
            thread->state = word;
        else if (!is_digit(word.p[0]) && !str_equal(word, STR("virtual")))
            return false;
    }
    return true;
}

/* The text of a frame; older releases print it without "at". */
static struct str frame_of(struct str line)
{
    struct str frame = java_at(line);

    return frame.p ? frame : str_trim(line);
}

static bool read_thread(struct dump_to_file *in, struct str line)
{
    struct dump_thread thread;

    if (!finish(in))
        return false;
    if (!parse_thread(line, &thread)) {
        in->state = SKIPPING;
        return lines_bad(&in->text.lines, in->text.r->tally.lines,
                         "a thread without number and name", line);
    }
    builder_begin(&in->text.builder);
    in->state = INSIDE;
    in->line = in->text.r->tally.lines;
    name_thread(in, thread.name, thread.tid);
    java_thread_set_state(&in->thread, thread.state);
    return true;
}

static bool read_frame(struct dump_to_file *in, struct str line)
{
    struct str frame = frame_of(line);
    struct str name = java_name(frame);

    if (str_starts(frame, STR("- ")) || str_starts(frame, STR("//")))
        return true;
    if (name.n == 0) {
        in->state = SKIPPING;
        return lines_bad(&in->text.lines, in->text.r->tally.lines,
                         "a thread with a frame that is cut off", line);
    }
    if (in->text.builder.n == 0)
        java_thread_set_leaf(&in->thread, name);
    return java_push_line(&in->text, &in->room, name, frame);
}

static bool read_line(struct dump_to_file *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;

    if (str_trim(line).n == 0) {
        tally->blank++;
        return finish(in);
    }
    if (line.p[0] == '#')
        return read_thread(in, line);
    if (is_blank(line.p[0]) && in->state == INSIDE)
        return read_frame(in, line);
    if (is_blank(line.p[0]) && in->state == OUTSIDE && java_name(frame_of(line)).n) {
        in->state = SKIPPING;
        return lines_bad(&in->text.lines, tally->lines, "frames without a thread", line);
    }
    if (in->state == SKIPPING)
        return true;
    tally->comments++;
    return finish(in);
}

static bool read_text(struct dump_to_file *in)
{
    struct str line;

    while (lines_next(&in->text.lines, &line))
        if (!read_line(in, line))
            return false;
    return in->text.f->kind == FAULT_NONE && finish(in);
}

/* ---- JSON */

static void set(struct buf *to, struct str text)
{
    buf_clear(to);
    buf_add(to, text);
}

static void begin_object(struct dump_to_file *in)
{
    builder_begin(&in->text.builder);
    java_thread_begin(&in->thread, STR(""));
    in->state = INSIDE;
    in->in_stack = false;
    in->line = json_line(&in->json);
    buf_clear(&in->name);
    buf_clear(&in->tid);
    buf_clear(&in->thread_state);
}

/* Its members come in any order, so that its leaf may be known before its name. */
static bool end_object(struct dump_to_file *in)
{
    bool is_waiting = in->thread.is_waiting;
    bool in_network = in->thread.in_network;

    if (in->state != INSIDE)
        return true;
    name_thread(in, buf_str(&in->name), buf_str(&in->tid));
    in->thread.is_waiting = is_waiting;
    in->thread.in_network = in_network;
    java_thread_set_state(&in->thread, buf_str(&in->thread_state));
    return finish(in);
}

static bool take_frame(struct dump_to_file *in, const struct json_item *item)
{
    struct str name = item->kind == JSON_STRING ? java_name(item->text) : STR("");

    if (name.n == 0) {
        in->state = SKIPPING;
        return json_bad(&in->json, in->line, "a thread with a frame that is none", item->text);
    }
    if (in->text.builder.n == 0)
        java_thread_set_leaf(&in->thread, name);
    return java_push_line(&in->text, &in->room, name, item->text);
}

static void take_member(struct dump_to_file *in, const struct json_item *item)
{
    bool text = item->kind == JSON_STRING || item->kind == JSON_NUMBER;

    in->in_stack = item->kind == JSON_ARRAY && json_says(item, "stack");
    if (text && json_says(item, "name"))
        set(&in->name, item->text);
    else if (text && json_says(item, "tid"))
        set(&in->tid, item->text);
    else if (text && json_says(item, "state"))
        set(&in->thread_state, item->text);
}

/* A thread without its end is skipped; other damage leaves no way to tell what follows. */
static bool take_damage(struct dump_to_file *in, const struct json_item *item)
{
    in->state = OUTSIDE;
    return item->text.n == 0 || json_invalid(&in->json, item, "a thread dump");
}

static bool take(void *context, const struct json_item *item)
{
    struct dump_to_file *in = context;

    if (item->kind == JSON_DAMAGE)
        return take_damage(in, item);
    if (in->state == OUTSIDE && item->kind == JSON_ARRAY && json_says(item, "threads"))
        in->depth = item->depth + 1;
    if (!in->depth || item->depth < in->depth)
        return true;
    if (item->depth == in->depth) {
        if (item->kind == JSON_OBJECT_END)
            return end_object(in);
        if (item->kind == JSON_OBJECT)
            begin_object(in);
        return true;
    }
    if (in->state != INSIDE)
        return true;
    if (item->depth == in->depth + 1)
        take_member(in, item);
    return !(in->in_stack && item->depth == in->depth + 2) || take_frame(in, item);
}

static bool read_json(struct dump_to_file *in, struct blocks *blocks)
{
    in->json = (struct json){
        .r = in->text.r, .blocks = blocks, .f = in->text.f, .take = take, .context = in};
    return json_read(&in->json);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct measure samples = {"samples", "samples"};
    struct dump_to_file in = {.state = OUTSIDE};
    struct str prefix;

    if (!reading_prefix(r, blocks, &prefix, f))
        return false;
    text_init(&in.text, r, blocks, p, f);
    java_thread_init(&in.thread, p);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, &samples, 1) &&
              (json_first(prefix) == '{' ? read_json(&in, blocks) : read_text(&in));
    buf_free(&in.room);
    buf_free(&in.name);
    buf_free(&in.tid);
    buf_free(&in.thread_state);
    java_thread_free(&in.thread);
    text_free(&in.text);
    return ok;
}

/* The keys of the JSON are 20 bytes and more; a thread and a frame below it as many as text. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct dump_thread thread;
    bool any = false;

    if (json_first(prefix) == '{')
        return json_mentions(prefix, "threadDump") && json_mentions(prefix, "threadContainers")
                   ? 100
                   : 0;
    while (take_field(&rest, '\n', &line)) {
        bool indented = line.n && is_blank(line.p[0]);
        line = str_trim(line);
        if (any && indented && java_name(frame_of(line)).n)
            return 44;
        if (line.n && line.p[0] == '#')
            any = parse_thread(line, &thread);
    }
    return 0;
}

static const char *const endings[] = {"dump-to-file", NULL};

const struct input_format input_dump_to_file = {
    .name = "dump-to-file",
    .about = "thread dumps with virtual threads: jcmd Thread.dump_to_file, as text or JSON",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\n#0", "\n#1", "\n#2", "\n#3", "\n#4", "\n#5", "\n#6", "\n#7", "\n#8", "\n#9",
                     "\"threadDump\"")},
    .read = read,
    .census = true,
};
