/* P1234;T0:1235;/srv/demo/work.py:main:12;/srv/demo/work.py:spin:4 100, root first, below lines
 * "# mode: wall": what the sampler Austin prints. */
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/names/source_line.h"
#include "input/common/text.h"

enum mode {
    MODE_UNKNOWN,
    MODE_WALL,
    MODE_CPU,
    MODE_MEMORY,
    MODE_FULL, /* time, whether idle, memory: 100,0,-4096; formerly time, memory and -memory */
};

struct austin {
    struct text text;
    struct label_builder label_builder;
    enum mode mode;
    bool measured; /* the columns are named */
};

static const struct measure unknown[] = {{"time", ""}};
static const struct measure wall[] = {{"wall", "us"}};
static const struct measure cpu[] = {{"cpu", "us"}};
static const struct measure memory[] = {{"alloc", "bytes"}, {"free", "bytes"}};
static const struct measure full[] = {
    {"wall", "us"}, {"cpu", "us"}, {"alloc", "bytes"}, {"free", "bytes"}};

static const struct {
    const char *word;
    const struct measure *measures;
    size_t n;
} modes[] = {
    [MODE_UNKNOWN] = {"", unknown, 1}, [MODE_WALL] = {"wall", wall, 1},
    [MODE_CPU] = {"cpu", cpu, 1},      [MODE_MEMORY] = {"memory", memory, 2},
    [MODE_FULL] = {"full", full, 4},
};

static const char *const label_keys[] = {"pid", "thread", "tid"};

/* Takes "P1234;" or, in old versions, "Process 1234;" off the start of a line; threads likewise. */
static bool parse_id(struct str *rest, struct str letter, struct str word, struct str *id)
{
    struct str text = *rest;
    struct str start = str_starts(text, word) ? word : letter;

    if (!str_starts(text, start))
        return false;
    text = str_from_to(text, start.n, text.n);
    return take_field(&text, ';', id) && (*rest = text, true);
}

/* A thread is 0x7f00, 1235 or a name, possibly after the number of its interpreter: "0:1235". */
static void split_thread(struct str id, struct str *name, struct str *tid)
{
    size_t n = 0;
    bool number = true;

    while (n < id.n && is_digit(id.p[n]))
        n++;
    if (n && n + 1 < id.n && id.p[n] == ':')
        id = str_from_to(id, n + 1, id.n);
    for (size_t i = 0; i < id.n; i++)
        number = number && (is_digit(id.p[i]) || (id.p[i] >= 'a' && id.p[i] <= 'f') ||
                            (i == 1 && id.p[i] == 'x'));
    *name = number ? STR("") : id;
    *tid = number ? id : STR("");
}

/* Takes the text after the last blank off the end of *rest. */
static bool parse_last(struct str *rest, struct str *word)
{
    size_t at = rest->n;

    while (at && rest->p[at - 1] != ' ')
        at--;
    if (at == 0)
        return false;
    *word = str_from_to(*rest, at, rest->n);
    *rest = str_from_to(*rest, 0, at - 1);
    return true;
}

/* Reads "4096" to up, "-4096" to down. */
static bool read_delta(struct str word, uint64_t *up, uint64_t *down)
{
    bool negative = word.n && word.p[0] == '-';

    *up = 0;
    *down = 0;
    return parse_u64(str_from_to(word, negative, word.n), negative ? down : up);
}

/* 100,0,-4096, or in old versions three words: wall time, CPU time, and two numbers for memory. */
static bool read_full(struct str *rest, struct str word, uint64_t *values)
{
    struct str time;
    struct str middle;
    uint64_t none;

    if (take_field(&word, ',', &time) && word.p) {
        if (!take_field(&word, ',', &middle) || !word.p || !parse_u64(time, &values[0]) ||
            !read_delta(word, &values[2], &values[3]))
            return false;
        values[1] = str_equal(middle, STR("1")) ? 0 : values[0];
        return str_equal(middle, STR("0")) || str_equal(middle, STR("1"));
    }
    values[1] = 0;
    return read_delta(time, &none, &values[3]) && parse_last(rest, &middle) &&
           parse_u64(middle, &values[2]) && parse_last(rest, &time) && parse_u64(time, &values[0]);
}

static bool parse_metrics(const struct austin *in, struct str *rest, uint64_t *values)
{
    struct str word;

    if (!parse_last(rest, &word))
        return false;
    if (in->mode == MODE_FULL)
        return read_full(rest, word, values);
    if (in->mode == MODE_MEMORY)
        return read_delta(word, &values[0], &values[1]);
    return parse_u64(word, &values[0]);
}

/* Without a mode, values are times, or everything if lines end in three numbers. */
static bool name_measures(struct austin *in, struct str line)
{
    struct str word;

    if (in->measured)
        return true;
    in->measured = true;
    if (in->mode == MODE_UNKNOWN && parse_last(&line, &word) && memchr(word.p, ',', word.n))
        in->mode = MODE_FULL;
    return text_measures(&in->text, TEXT_FULL_NAMES, modes[in->mode].measures, modes[in->mode].n);
}

/* "/srv/demo/work.py:spin:4", "kernel:read:0"; old versions print "spin (/srv/demo/work.py)" with
 * the line behind it as a frame, L4. False for other texts: ":GC:" */
static bool split_frame(struct str text, struct str *function, struct source_place *place)
{
    size_t line = str_find_last(text, STR(":"));
    size_t open = str_find_last(text, STR(" ("));

    place->line = 0;
    if (open && open < text.n && text.p[text.n - 1] == ')') {
        *function = str_from_to(text, 0, open);
        place->file = str_from_to(text, open + 2, text.n - 1);
        return true;
    }
    if (line == text.n || !parse_u64(str_from_to(text, line + 1, text.n), &place->line))
        return false;
    struct str before = str_from_to(text, 0, line);
    size_t name = str_find_last(before, STR(":"));
    if (name == 0 || name + 1 >= before.n)
        return false;
    place->file = str_from_to(before, 0, name);
    *function = str_from_to(before, name + 1, before.n);
    return true;
}

/* "L884" behind a frame of old versions. */
static bool is_line(struct str text)
{
    return text.n > 1 && text.p[0] == 'L' && is_whole_number(str_from_to(text, 1, text.n));
}

static bool push_frame(struct austin *in, struct str text, bool *lined)
{
    struct text *t = &in->text;
    struct frame row = {.kind = KIND_UNKNOWN};
    struct source_place place;
    struct str function;
    frame_id id = 0;

    if (*lined && is_line(text) && !t->tidier.naming.sources) {
        *lined = false;
        return true;
    }
    *lined = text.p[text.n - 1] == ')';
    bool is_split = split_frame(text, &function, &place);
    if (str_starts(text, STR("kernel:"))) {
        row.kind = KIND_KERNEL;
        place.file = STR("");
    }
    return (is_split ? source_line_printed(t, text, function, &place, &row)
                     : tidier_name(&t->tidier, text, &row.name)) &&
           builder_row(&t->builder, &row, &id) && builder_push(&t->builder, id);
}

static bool push_frames(struct austin *in, struct str stack)
{
    struct text *t = &in->text;
    struct str frame;
    bool lined = false; /* the frame before may have its line behind it */

    builder_begin(&t->builder);
    while (take_field(&stack, ';', &frame)) {
        if (frame.n == 0) {
            t->r->tally.empty_frames += stack.p != NULL;
            continue;
        }
        if (!push_frame(in, frame, &lined))
            return false;
    }
    frame_id nothing = 0;
    return t->builder.n > 0 ||
           (builder_frame(&t->builder, STR("[unknown]"), KIND_UNKNOWN, &nothing) &&
            builder_push(&t->builder, nothing));
}

static bool take_line(struct austin *in, struct str line)
{
    struct text *t = &in->text;
    uint64_t at = t->r->tally.lines;
    uint64_t values[4] = {0};
    struct str rest = line;
    struct str pid;
    struct str thread;
    struct str name;
    struct str tid;

    if (!name_measures(in, line))
        return false;
    if (!parse_metrics(in, &rest, values))
        return lines_bad(&t->lines, at, "no metric of Austin at the end of the line", line);
    if (!parse_id(&rest, STR("P"), STR("Process "), &pid))
        pid = STR("");
    if (!rest.p || !parse_id(&rest, STR("T"), STR("Thread "), &thread))
        return lines_bad(&t->lines, at, "no thread at the start of the line", line);
    split_thread(thread, &name, &tid);
    if (!push_frames(in, rest.p ? rest : STR("")))
        return false;
    labels_id label = label_builder_of(&in->label_builder, (const struct str[]){pid, name, tid});
    return builder_add(&t->builder, ROOT_FIRST, label, values, at);
}

/* # mode: wall. Footers, and modes after the first sample, are ignored. */
static void read_comment(struct austin *in, struct str line)
{
    struct str word = str_from_to(line, 1, line.n);

    in->text.r->tally.comments++;
    word = str_trim(word);
    if (!str_starts(word, STR("mode: ")) || in->measured)
        return;
    word = str_trim(str_from_to(word, 6, word.n));
    for (size_t i = MODE_WALL; i < sizeof modes / sizeof modes[0]; i++)
        if (str_equal(word, str_of(modes[i].word)))
            in->mode = (enum mode)i;
}

static bool read_lines(struct austin *in)
{
    struct text *t = &in->text;
    struct str line;

    while (lines_next(&t->lines, &line)) {
        line = str_trim(line);
        if (line.n == 0)
            t->r->tally.blank++;
        else if (line.p[0] == '#')
            read_comment(in, line);
        else if (!take_line(in, line))
            return false;
    }
    return t->f->kind == FAULT_NONE;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct austin in = {.mode = MODE_UNKNOWN};

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, label_keys, sizeof label_keys / sizeof label_keys[0]);
    bool ok = read_lines(&in);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

/* P1234;T0x7f00;..., in old versions Process 1234;Thread 1235;... */
static bool is_sample(struct str line)
{
    struct str id;
    uint64_t number;

    if (!parse_id(&line, STR("P"), STR("Process "), &id) || !parse_u64(id, &number) || !line.p ||
        !parse_id(&line, STR("T"), STR("Thread "), &id) || id.n == 0)
        return false;
    return is_digit(id.p[0]) || (id.p[0] >= 'a' && id.p[0] <= 'f');
}

/* The first word of the header counts 72 bits; a line without it about 30. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;

    while (take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (str_starts(line, STR("# austin: ")))
            return 60;
        if (line.n && line.p[0] != '#')
            return is_sample(line) ? 28 : 0;
    }
    return 0;
}

static const char *const endings[] = {"austin", NULL};

const struct input_format input_austin = {
    .name = "austin",
    .about =
        "samples of Austin, one per line: process, thread and Python frames, then time or memory",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .cut = CUT_NOWHERE,
};
