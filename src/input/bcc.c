/*     vfs_read
 *     read
 *     -                dd (25036)
 *         4
 * What profile, offcputime, offwaketime, wakeuptime and stackcount of bcc print without -f: frames
 * leaf first, the kernel's before those of the process, then whose they are, then the number. */
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/signs.h"
#include "input/common/text.h"

enum { KEY_WIDTH = 16 }; /* of "-", "waker:", "target:" and of addresses; a blank follows */

/* Where the reader is in a block. */
enum place_in_block {
    OUTSIDE,
    FRAMES, /* of the thread that is counted */
    WAKER,  /* of the one that woke it, root first: read upwards they go on where the others end */
    ENDED,  /* their owner is known: the number is to come */
};

struct bcc {
    struct text text;
    struct label_builder label_builder;
    enum place_in_block at;
    uint64_t line; /* where the block began */
    labels_id label;
    bool has_label;
    bool delimited;        /* a delimiter was seen: some stacks separate kernel and process */
    bool crossed;          /* in this block */
    size_t from;           /* frames before this one are the waker's */
    bool missed;           /* the last frame says that the stack of the process is lost */
    bool stackcount;       /* frames are indented by two blanks, the rest by four */
    bool measured;         /* what the numbers are is known */
    bool off_cpu;          /* the block goes through the scheduler */
    enum frame_kind first; /* of frames at the start of a block, by the title */
    enum frame_kind kind;  /* of the next frame */
};

/* The parts of a line. */
struct bcc_line {
    struct str text; /* trimmed */
    size_t indent;
    struct str key;  /* "-", "waker:", "target:", "--" where the line is one of these; else empty */
    struct str rest; /* behind it */
};

/* Whether the text begins with a key word, followed by a blank or nothing. */
static bool parse_key(struct str text, struct str *key)
{
    static const char *const keys[] = {"-", "--", "waker:", "target:"};

    if (text.p[0] != '-' && text.p[0] != 'w' && text.p[0] != 't')
        return false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        *key = str_of(keys[i]);
        if (str_starts(text, *key) && (text.n == key->n || text.p[key->n] == ' '))
            return true;
    }
    return false;
}

static struct bcc_line parse_words(struct str line)
{
    struct bcc_line w = {.text = str_trim(line), .key = STR(""), .rest = STR("")};
    struct str key;

    w.indent = (size_t)(w.text.p - line.p);
    if (w.text.n == 0 || !parse_key(w.text, &key))
        return w;
    w.key = key;
    w.rest = str_trim(str_from_to(w.text, key.n, w.text.n));
    if (w.text.n > KEY_WIDTH && w.rest.p > w.text.p + KEY_WIDTH) /* a name may begin with blanks */
        w.rest = str_from_to(w.text, KEY_WIDTH + 1, w.text.n);
    return w;
}

static bool measure(struct bcc *in, const char *name, const char *unit)
{
    const struct measure m = {name, unit};

    in->measured = true;
    return text_measures(&in->text, TEXT_TIDY_NAMES, &m, 1);
}

/* libbpf's offcputime prints no title; frames of the scheduler identify it. Otherwise the numbers
 * have no unit. */
static bool measure_untitled(struct bcc *in)
{
    return in->off_cpu ? measure(in, "time", "us") : measure(in, "count", "");
}

static bool bad(struct bcc *in, const char *reason)
{
    bool ok = lines_bad(&in->text.lines, in->line, reason, STR(""));

    in->at = OUTSIDE;
    return ok;
}

static bool end_without_number(struct bcc *in)
{
    return in->at == OUTSIDE || bad(in, "a stack without its number");
}

static void begin(struct bcc *in)
{
    if (in->at != OUTSIDE)
        return;
    builder_begin(&in->text.builder);
    in->at = FRAMES;
    in->line = in->text.r->tally.lines;
    in->label = 0;
    in->has_label = false;
    in->missed = false;
    in->kind = in->first;
    in->crossed = false;
    in->from = 0;
}

/* "dd (25036)" of profile, "dd [25036]" of stackcount, "dd 25036" of offwaketime; or just the name,
 * which may contain any of these characters. */
static void split_thread(struct str text, struct str *comm, struct str *pid)
{
    size_t to = text.n;
    uint64_t number;

    *comm = tidy_bytes(text);
    *pid = STR("");
    if (to && (text.p[to - 1] == ')' || text.p[to - 1] == ']'))
        to--;
    size_t from = to;
    while (from && is_digit(text.p[from - 1]))
        from--;
    if (!parse_u64(str_from_to(text, from, to), &number))
        return;
    size_t end = from;
    if (to < text.n && (!end || text.p[--end] != (text.p[to] == ')' ? '(' : '[')))
        return;
    if (!end || text.p[end - 1] != ' ')
        return;
    *pid = str_from_to(text, from, to);
    *comm = tidy_bytes(str_from_to(text, 0, end - 1));
}

static void label(struct bcc *in, struct str thread)
{
    struct str values[2];

    split_thread(thread, &values[0], &values[1]);
    in->label = label_builder_of(&in->label_builder, values);
    in->has_label = true;
}

/* "ffffffff8136ebc3 generic_make_request": an address in a column of its own. */
static struct str strip_address(struct str text, struct str *address)
{
    size_t n = 0;

    *address = STR("");
    while (n < text.n && n < KEY_WIDTH &&
           (is_digit(text.p[n]) || (text.p[n] >= 'a' && text.p[n] <= 'f')))
        n++;
    *address = str_from_to(text, 0, n);
    size_t at = n;
    while (at < text.n && at <= KEY_WIDTH && text.p[at] == ' ')
        at++;
    if (n >= 4 && at == KEY_WIDTH + 1 && at < text.n)
        return str_from_to(text, at, text.n);
    *address = STR("");
    return text;
}

/* "#3  0x00007f12 main+0x1c (/bin/a+0x12c)", as libbpf's tools print with -v. */
static struct str strip_numbered(struct str text, struct str *address, struct str *module)
{
    struct str rest = text;
    struct str word;
    uint64_t number;

    if (!take_word(&rest, &word) || word.n < 2 ||
        !parse_u64(str_from_to(word, 1, word.n), &number) || !take_word(&rest, &word) ||
        !str_starts(word, STR("0x")))
        return text;
    *address = str_from_to(word, 2, word.n);
    rest = str_trim(rest);
    if (rest.n == 0 || rest.p[rest.n - 1] != ')')
        return rest;
    size_t open = rest.n - 1;
    while (open && rest.p[open] != '(')
        open--;
    if (rest.p[open] != '(' || (open && rest.p[open - 1] != ' '))
        return rest;
    *module = str_from_to(rest, open + 1, rest.n - 1);
    return str_from_to(rest, 0, open ? open - 1 : 0);
}

static struct str strip_offset(struct str name)
{
    size_t at = name.n;

    while (at && (is_digit(name.p[at - 1]) || (name.p[at - 1] >= 'a' && name.p[at - 1] <= 'f')))
        at--;
    if (at == name.n || at < 3 || memcmp(name.p + at - 3, "+0x", 3) != 0)
        return name;
    return str_from_to(name, 0, at - 3);
}

/* Whether the frame is one of those through which a thread leaves the processor. */
static bool is_scheduler(struct str name)
{
    return str_equal(name, STR("schedule")) || str_equal(name, STR("__schedule")) ||
           str_starts(name, STR("finish_task_switch"));
}

/* "[Missed User Stack] -14" becomes a frame, as in the folded output of these tools. */
static bool read_missed_stack(struct bcc *in, struct str text, struct str *name,
                              enum frame_kind *kind)
{
    if (str_starts(text, STR("[Missed User Stack]"))) {
        *name = STR("[Missed User Stack]");
        *kind = in->at == WAKER ? KIND_WAKER : KIND_USER;
        in->missed = in->at != WAKER;
        return true;
    }
    if (!str_equal(text, STR("[Missed Kernel Stack]")))
        return false;
    *kind = in->at == WAKER ? KIND_WAKER : KIND_KERNEL;
    return true;
}

static bool frame(struct bcc *in, struct str text)
{
    struct str address = STR("");
    struct str module = STR("");
    struct str name = text;

    if (in->at == ENDED || in->missed)
        if (!end_without_number(in))
            return false;
    begin(in);
    enum frame_kind kind = in->kind;
    if (!read_missed_stack(in, text, &name, &kind)) {
        name = text.p[0] == '#' ? strip_numbered(text, &address, &module)
                                : strip_address(text, &address);
        name = strip_offset(tidy_bytes(strip_offset(name)));
        if (kind_of_mark(name) != KIND_UNKNOWN) {
            kind = kind_of_mark(name);
            name = name_without_mark(name);
        }
        in->off_cpu = in->off_cpu || is_scheduler(name);
    }
    return tidier_push(&in->text.tidier, name, strip_offset(module), address, kind);
}

/* A thread at the end of a chain of wakeups becomes a frame, as in the folded output of these
 * tools. */
static bool thread_frame(struct bcc *in, struct str thread, enum frame_kind kind)
{
    struct str comm;
    struct str pid;
    frame_id id;

    split_thread(thread, &comm, &pid);
    return builder_frame(&in->text.builder, comm, kind, &id) && builder_push(&in->text.builder, id);
}

/* The line between the waker's stack and the stack in which the thread waited. */
static bool push_separator(struct bcc *in)
{
    frame_id id;

    in->at = FRAMES;
    in->kind = in->first;
    in->from = in->text.builder.n + 1;
    return builder_frame(&in->text.builder, STR("--"), KIND_UNKNOWN, &id) &&
           builder_push(&in->text.builder, id);
}

static bool waker(struct bcc *in, struct str thread)
{
    if (in->at == FRAMES && in->text.builder.n) { /* below the frames: it is whose they are */
        label(in, thread);
        in->at = ENDED;
        return true;
    }
    if (!end_without_number(in))
        return false;
    begin(in);
    in->at = WAKER;
    in->kind = KIND_WAKER;
    return thread_frame(in, thread, KIND_WAKER);
}

/* Above frames: the woken thread, and the frames are its waker's. Below frames: the thread they
 * belong to. */
static bool target(struct bcc *in, struct str thread)
{
    if (in->at == FRAMES) {
        label(in, thread);
        in->at = ENDED;
        return true;
    }
    if (!end_without_number(in))
        return false;
    begin(in);
    in->kind = KIND_WAKER;
    return thread_frame(in, thread, KIND_UNKNOWN);
}

/* After the kernel's frames. */
static void cross_to_process(struct bcc *in)
{
    struct builder *b = &in->text.builder;

    begin(in);
    if (in->at != FRAMES)
        return;
    builder_rekind(b, in->from, b->n, KIND_UNKNOWN, KIND_KERNEL);
    in->kind = KIND_USER;
    in->delimited = true;
    in->crossed = true;
}

/* With delimiters, a stack without one is of the kernel or of the process only. Without delimiters,
 * the function through which Linux enters the kernel separates the two. */
static void tell_kinds(struct bcc *in)
{
    struct builder *b = &in->text.builder;
    const struct profile *p = in->text.p;
    size_t kernel = b->n;

    if (in->crossed || in->first != KIND_UNKNOWN || in->kind == KIND_WAKER)
        return;
    while (kernel > in->from &&
           !tidy_enters_kernel(names_get(&p->names, p->frames.rows[b->frames[kernel - 1]].name)))
        kernel--;
    if (!in->delimited && kernel == in->from)
        return;
    builder_rekind(b, in->from, kernel, KIND_UNKNOWN, KIND_KERNEL);
    builder_rekind(b, kernel, b->n, KIND_UNKNOWN, KIND_USER);
}

static bool key(struct bcc *in, const struct bcc_line *w)
{
    if (str_equal(w->key, STR("waker:")))
        return waker(in, w->rest);
    if (str_equal(w->key, STR("target:")))
        return target(in, w->rest);
    if (w->rest.n && in->at == WAKER)
        return push_separator(in);
    if (w->rest.n == 0) {
        cross_to_process(in);
        return true;
    }
    if (in->at == ENDED && !end_without_number(in))
        return false;
    begin(in);
    label(in, w->rest);
    in->at = ENDED;
    return true;
}

static bool count(struct bcc *in, uint64_t value)
{
    if (in->at == OUTSIDE) {
        in->line = in->text.r->tally.lines;
        return bad(in, "a number without a stack");
    }
    if (in->at == WAKER)
        return bad(in, "a waker without what it woke");
    if (!in->measured && !measure_untitled(in))
        return false;
    tell_kinds(in);
    in->at = OUTSIDE;
    return builder_add(&in->text.builder, LEAF_FIRST, in->label, &value, in->line);
}

/* "Tracing off-CPU time (us) of all threads by user + kernel stack for 5 secs.", or libbpf's
 * "Tracing off-CPU time (us)... Hit Ctrl-C to end." */
static bool title(struct bcc *in, struct str line)
{
    size_t by = str_find(line, 0, STR(" by "));
    struct str stacks = by < line.n ? str_from_to(line, by + 4, line.n) : STR("");
    bool both = str_find(stacks, 0, STR("+")) < stacks.n;

    in->first = KIND_UNKNOWN;
    in->stackcount = false;
    if (!both && str_starts(stacks, STR("kernel")))
        in->first = KIND_KERNEL;
    if (!both && str_starts(stacks, STR("user")))
        in->first = KIND_USER;
    if (str_starts(line, STR("Sampling at ")))
        return measure(in, "samples", "samples");
    if (str_find(line, 0, STR(" functions for \"")) == line.n)
        return measure(in, "time", "us");
    in->stackcount = true;
    return measure(in, "calls", "calls");
}

static bool is_title(struct str line)
{
    return str_starts(line, STR("Sampling at ")) || str_starts(line, STR("Tracing "));
}

/* Other messages that these programs print on either stream. */
static bool is_said(struct str line)
{
    return str_starts(line, STR("Detaching...")) || str_starts(line, STR("WARN")) ||
           str_starts(line, STR("^C")) || str_starts(line, STR("failed to ")) ||
           str_starts(line, STR("libbpf:")) || line.p[0] == '#' ||
           (line.n >= 8 && line.p[2] == ':' && line.p[5] == ':');
}

static bool outer_line(struct bcc *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;

    if (is_title(line)) {
        tally->comments++;
        return end_without_number(in) && title(in, line);
    }
    if (is_said(line)) {
        tally->comments++;
        return true;
    }
    return lines_bad(&in->text.lines, tally->lines, "neither a frame nor a number", line);
}

/* In stackcount, lines that are no frames are indented further than these. */
static bool stackcount_line(struct bcc *in, const struct bcc_line *w)
{
    uint64_t value;

    if (str_equal(w->text, STR("--"))) {
        cross_to_process(in);
        return true;
    }
    if (parse_u64(w->text, &value))
        return count(in, value);
    if (in->has_label && !end_without_number(in))
        return false;
    begin(in);
    label(in, w->text);
    return true;
}

static bool read_line(struct bcc *in, struct str line)
{
    struct bcc_line w = parse_words(line);
    uint64_t value;

    if (w.text.n == 0) {
        in->text.r->tally.blank++;
        return end_without_number(in);
    }
    if (w.indent == 0)
        return outer_line(in, w.text);
    if (w.indent <= 2)
        in->stackcount = true;
    else if (in->stackcount)
        return stackcount_line(in, &w);
    if (w.key.n)
        return key(in, &w);
    if (w.indent > 4 && is_digit(w.text.p[0]) && parse_u64(w.text, &value))
        return count(in, value);
    if (w.indent > 4 && in->at == ENDED)
        return bad(in, "a number that is not from 0 to 2^64-1");
    return frame(in, w.text);
}

static bool read_lines(struct bcc *in)
{
    struct str line;

    while (lines_next(&in->text.lines, &line))
        if (!read_line(in, line))
            return false;
    return in->text.f->kind == FAULT_NONE && end_without_number(in);
}

static const char *const label_keys[] = {"comm", "pid"};

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct bcc in = {.at = OUTSIDE};

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, label_keys, sizeof label_keys / sizeof label_keys[0]);
    bool ok = read_lines(&in);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

/* A title counts 60 bits. Without one, a line that names the owner of the frames, in its column and
 * followed by a number, counts 40. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str text;
    bool whose = false;
    bool framed = false;

    while (take_field(&rest, '\n', &text)) {
        struct bcc_line w = parse_words(text);
        uint64_t value;
        if (w.text.n == 0)
            continue;
        if (w.indent == 0 &&
            (str_starts(text, STR("Sampling at ")) || str_starts(text, STR("Tracing off-CPU ")) ||
             str_starts(text, STR("Tracing blocked "))) &&
            (str_find(text, 0, STR(" stack")) < text.n || str_find(text, 0, STR("(us)")) < text.n))
            return 60;
        if (w.indent == 0 && str_starts(text, STR("Tracing ")) &&
            str_find(text, 0, STR(" functions for \"")) < text.n)
            return 60;
        if (whose && w.indent >= 4 && parse_u64(w.text, &value))
            return w.indent > 4 ? 40 : 16;
        bool is_thread = framed && w.indent == 4 && w.text.p[w.text.n - 1] == ']' &&
                         str_find(w.text, 0, STR(" [")) < w.text.n;
        whose = (w.indent == 4 && w.key.n && w.rest.n) || is_thread;
        framed = w.indent == 2 || (framed && w.indent);
    }
    return 0;
}

static const char *const endings[] = {"bcc", NULL};

const struct input_format input_bcc = {
    .name = "bcc",
    .about = "stacks of bcc's profile, offcputime, offwaketime, wakeuptime, stackcount without -f",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\nSampling at ", "\nTracing ", "\n-", "\nwaker:", "\ntarget:", "]\n"),
              ANY_OF("\nSampling at ", "\nTracing ", SIGNS_DIGIT_ENDS)},
    .read = read,
};
