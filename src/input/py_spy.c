/* Thread 4711 (idle): "MainThread"
 *     wait (threading.py:327)
 * What py-spy dump prints, leaf first, and what it writes with --json. */
#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"
#include "input/json/json.h"

enum { THREAD, STATE, PID, TID, LABELS };
static const char *const label_keys[LABELS] = {"thread", "state", "pid", "tid"};

/* Depths in the JSON: [{"frames": [{"name": */
enum { DEPTH_THREAD = 1, DEPTH_FRAME = 3 };

struct py_spy {
    struct dump dump;
    bool inside; /* a thread was begun */
    bool broken; /* with a line that is no frame */
    uint64_t line;
    /* In JSON. */
    struct json json;
    struct buf name, file, short_file, number; /* of the frame */
    bool active, owns_gil, in_frames;
};

/* ---- threads and frames */

static void set(struct buf *to, struct str text)
{
    buf_clear(to);
    buf_add(to, text);
}

static bool finish(void *reader)
{
    static const uint64_t one[] = {1};
    struct py_spy *in = reader;
    struct text *t = &in->dump.text;
    bool wanted = in->inside && !in->broken;

    in->inside = false;
    if (!wanted)
        return true;
    if (t->builder.n == 0)
        return reading_bad(t->r, in->line, "a thread without a stack", STR(""), t->f);
    if (str_starts(buf_str(&in->dump.values[STATE]), STR("idle")))
        t->builder.moment.state = STATE_WAITING;
    return builder_add(&t->builder, LEAF_FIRST, dump_kept(&in->dump), one, in->line);
}

static void begin(struct py_spy *in, uint64_t line)
{
    builder_begin(&in->dump.text.builder);
    in->inside = true;
    in->broken = false;
    in->line = line;
    for (size_t i = 0; i < LABELS; i++)
        if (i != PID)
            buf_clear(&in->dump.values[i]);
}

/* The parts of a frame; empty: not known. */
struct py_frame {
    struct str name, file, line;
};

static bool make_frame(struct py_spy *in, const struct py_frame *frame, frame_id *id)
{
    struct text *t = &in->dump.text;
    struct frame row = {0};
    uint64_t line = 0;

    if (!parse_u64(frame->line, &line))
        line = 0;
    return tidier_name(&t->tidier, frame->name, &row.name) &&
           source_line(t, &in->dump.room, frame->file, line, &row) &&
           builder_row(&t->builder, &row, id);
}

/* ---- text */

/* Thread 4711 (idle): "MainThread", Thread 0x7F0A12345700 (active+gil) */
struct py_spy_thread {
    struct str tid, state, name;
};

static bool parse_thread(struct str line, struct py_spy_thread *thread)
{
    struct str rest = line;
    struct str word;
    uint64_t number;

    if (!str_starts(line, STR("Thread ")))
        return false;
    rest = str_from_to(line, 7, line.n);
    if (!take_word(&rest, &word) || (!parse_u64(word, &number) && !str_starts(word, STR("0x"))))
        return false;
    thread->tid = str_starts(word, STR("0x")) ? STR("") : word;
    size_t end = str_find(rest, 0, STR(")"));
    if (!str_starts(rest, STR(" (")) || end == rest.n)
        return false;
    thread->state = str_from_to(rest, 2, end);
    rest = str_trim(str_from_to(rest, end + 1, rest.n));
    thread->name = STR("");
    if (!str_starts(thread->state, STR("idle")) && !str_starts(thread->state, STR("active")))
        return false;
    if (rest.n == 0)
        return true;
    if (!str_starts(rest, STR(": \"")) || rest.n < 4 || rest.p[rest.n - 1] != '"')
        return false;
    thread->name = str_from_to(rest, 3, rest.n - 1);
    return true;
}

/* wait (threading.py:327), or work (app.so) where there is no line; files and functions may have
 * brackets of their own. */
static bool parse_frame(struct str text, struct py_frame *frame)
{
    size_t depth = 0;
    size_t from = text.n;

    if (text.n == 0 || text.p[text.n - 1] != ')')
        return false;
    while (from-- > 0) {
        depth += text.p[from] == ')';
        if (text.p[from] == '(' && --depth == 0)
            break;
    }
    if (depth || from < 2 || text.p[from - 1] != ' ')
        return false;
    frame->name = str_from_to(text, 0, from - 1);
    struct str place = str_from_to(text, from + 1, text.n - 1);
    size_t colon = str_find_last(place, STR(":"));
    frame->file = str_from_to(place, 0, colon);
    frame->line = colon < place.n ? str_from_to(place, colon + 1, place.n) : STR("");
    return place.n > 0;
}

/* Which lines these are: frames have four blanks in front, before version 0.2 a tab and a blank;
 * the variables of --locals, that follow theirs, have more. */
enum indent { AT_MARGIN, OF_FRAME, OF_LOCALS };

static enum indent indent_of(struct str line)
{
    size_t n = 0;

    while (n < line.n && is_blank(line.p[n]))
        n++;
    if (n == 0)
        return AT_MARGIN;
    return n <= 4 ? OF_FRAME : OF_LOCALS;
}

static bool begin_thread(struct py_spy *in, const struct py_spy_thread *thread)
{
    if (!finish(in))
        return false;
    begin(in, in->dump.text.r->tally.lines);
    dump_keep(&in->dump, THREAD, thread->name);
    dump_keep(&in->dump, STATE, thread->state);
    dump_keep(&in->dump, TID, thread->tid);
    return true;
}

static bool take_frame(struct py_spy *in, struct str text)
{
    struct py_frame frame;
    frame_id *known = frame_cache_frame(&in->dump.frame_cache, text);

    if (!*known) {
        if (!parse_frame(text, &frame)) {
            in->broken = true;
            return lines_bad(&in->dump.text.lines, in->dump.text.r->tally.lines,
                             "no frame of py-spy", text);
        }
        if (!make_frame(in, &frame, known))
            return false;
    }
    return builder_push(&in->dump.text.builder, *known);
}

/* Process 4711: python app.py */
static void keep_pid(struct py_spy *in, struct str line)
{
    struct str rest = str_from_to(line, 8, line.n);
    struct str pid;
    uint64_t number;

    if (take_field(&rest, ':', &pid) && parse_u64(pid, &number))
        dump_keep(&in->dump, PID, pid);
}

static bool skip_thread(struct py_spy *in, const char *reason, struct str line)
{
    in->inside = in->broken = true;
    return lines_bad(&in->dump.text.lines, in->dump.text.r->tally.lines, reason, line);
}

static bool take_line(void *reader, struct str line)
{
    struct py_spy *in = reader;
    struct tally *tally = &in->dump.text.r->tally;
    struct py_spy_thread thread;
    enum indent indent = indent_of(line);

    if (str_trim(line).n == 0) {
        tally->blank++;
        return finish(in);
    }
    if (indent == OF_FRAME && in->inside)
        return in->broken || take_frame(in, str_trim(line));
    if (indent == OF_FRAME)
        return skip_thread(in, "frames without a thread", line);
    if (indent == OF_LOCALS)
        return lines_keep(&in->dump.text.lines);
    if (parse_thread(line, &thread))
        return begin_thread(in, &thread);
    if (!finish(in))
        return false;
    if (str_starts(line, STR("Thread ")))
        return skip_thread(in, "a thread without its state or the end of its name", line);
    const bool is_process = str_starts(line, STR("Process "));
    if (is_process)
        keep_pid(in, line);
    if (is_process || str_starts(line, STR("Python v")))
        tally->comments++;
    else
        lines_other(&in->dump.text.lines);
    return true;
}

/* ---- JSON */

static bool end_thread(struct py_spy *in)
{
    dump_keep(&in->dump, STATE,
              in->owns_gil ? STR("active+gil")
              : in->active ? STR("active")
                           : STR("idle"));
    return finish(in);
}

static void take_member(struct py_spy *in, const struct json_item *item)
{
    bool is = item->kind == JSON_TRUE;

    in->in_frames = item->kind == JSON_ARRAY && json_says(item, "frames");
    if (json_says(item, "active"))
        in->active = is;
    else if (json_says(item, "owns_gil"))
        in->owns_gil = is;
    else if (item->kind == JSON_STRING && json_says(item, "thread_name"))
        dump_keep(&in->dump, THREAD, item->text);
    else if (item->kind == JSON_NUMBER && json_says(item, "os_thread_id"))
        dump_keep(&in->dump, TID, item->text);
    else if (item->kind == JSON_NUMBER && json_says(item, "pid"))
        dump_keep(&in->dump, PID, item->text);
}

static void begin_frame(struct py_spy *in)
{
    buf_clear(&in->name);
    buf_clear(&in->file);
    buf_clear(&in->short_file);
    buf_clear(&in->number);
}

static void take_part(struct py_spy *in, const struct json_item *item)
{
    if (item->kind == JSON_NUMBER && json_says(item, "line"))
        set(&in->number, item->text);
    if (item->kind != JSON_STRING)
        return;
    if (json_says(item, "name"))
        set(&in->name, item->text);
    else if (json_says(item, "filename"))
        set(&in->file, item->text);
    else if (json_says(item, "short_filename"))
        set(&in->short_file, item->text);
}

static bool end_frame(struct py_spy *in)
{
    const struct py_frame frame = {
        buf_str(&in->name),
        in->short_file.n ? buf_str(&in->short_file) : buf_str(&in->file),
        buf_str(&in->number),
    };
    frame_id id = 0;

    if (in->broken)
        return true;
    if (frame.name.n == 0) {
        in->broken = true;
        return json_bad(&in->json, in->line, "a frame without a name", STR(""));
    }
    return make_frame(in, &frame, &id) && builder_push(&in->dump.text.builder, id);
}

static bool take(void *context, const struct json_item *item)
{
    struct py_spy *in = context;
    bool object = item->kind == JSON_OBJECT;

    if (item->kind == JSON_DAMAGE) {
        in->inside = false;
        return true;
    }
    if (item->depth == DEPTH_THREAD && object) {
        begin(in, json_line(&in->json));
        buf_clear(&in->dump.values[PID]);
        in->active = in->owns_gil = in->in_frames = false;
        return true;
    }
    if (!in->inside)
        return true;
    if (item->depth == DEPTH_THREAD && item->kind == JSON_OBJECT_END)
        return end_thread(in);
    if (item->depth == DEPTH_THREAD + 1)
        take_member(in, item);
    else if (!in->in_frames)
        return true;
    else if (item->depth == DEPTH_FRAME && object)
        begin_frame(in);
    else if (item->depth == DEPTH_FRAME && item->kind == JSON_OBJECT_END)
        return end_frame(in);
    else if (item->depth == DEPTH_FRAME + 1)
        take_part(in, item);
    return true;
}

static bool read_json(struct py_spy *in, struct blocks *blocks)
{
    in->json = (struct json){.r = in->dump.text.r,
                             .blocks = blocks,
                             .f = in->dump.text.f,
                             .take = take,
                             .context = in,
                             .records = DEPTH_THREAD};
    return json_read(&in->json);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_steps steps = {take_line, finish};
    struct py_spy in = {.inside = false};
    struct str prefix;

    if (!reading_prefix(r, blocks, &prefix, f))
        return false;
    dump_init(&in.dump, r, blocks, p, f);
    bool ok =
        dump_begin(&in.dump, label_keys, LABELS) &&
        (json_first(prefix) == '[' ? read_json(&in, blocks) : dump_lines(&in.dump, &steps, &in));
    buf_free(&in.name);
    buf_free(&in.file);
    buf_free(&in.short_file);
    buf_free(&in.number);
    dump_free(&in.dump);
    return ok;
}

/* A thread and a frame are some 20 characters each that all must be as they are. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct py_spy_thread thread;
    struct py_frame frame;
    bool any = false;

    if (json_first(prefix) == '[')
        return json_mentions(prefix, "owns_gil") && json_mentions(prefix, "frames") ? 80 : 0;
    while (take_field(&rest, '\n', &line)) {
        if (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        if (any && indent_of(line) == OF_FRAME && parse_frame(str_trim(line), &frame))
            return 60;
        any = any || parse_thread(line, &thread);
    }
    return 0;
}

static const char *const endings[] = {"py-spy", NULL};

const struct input_format input_py_spy = {
    .name = "py-spy",
    .about = "thread dumps of py-spy dump, as text or with --json",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\nThread ", "\"owns_gil\"")},
    .read = read,
    .census = true,
};
