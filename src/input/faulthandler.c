/*   File "/srv/demo/work.py", line 12 in wait: leaf first, below "Thread 0x00007fe0 (most recent
 * call first):", what Python's faulthandler prints. */
#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"
#include "input/common/text.h"

/* Caches what a line says by its text: lines repeat. */
struct faulthandler {
    struct dump dump;
    struct buf name;
    bool inside;   /* a header was seen */
    bool broken;   /* with a line that is no frame */
    uint64_t line; /* of the header */
    labels_id label;
};

static const char *const label_keys[] = {"thread", "tid"};

/* The parts of one line. */
struct place_in_file {
    struct str file, line, function;
};

/* File "/srv/demo/work.py", line 12 in wait; Python writes ??? for what it could not find out. */
static bool read_place(struct str line, struct place_in_file *place)
{
    size_t from = 5;
    size_t next;
    uint64_t number;

    if (str_starts(line, STR("File \""))) {
        from++;
        next = str_find_last(line, STR("\", line "));
        if (next == line.n || next < from)
            return false;
        place->file = str_from_to(line, from, next);
        next += 8;
    } else if (str_starts(line, STR("File ???, line "))) {
        place->file = STR("???");
        next = 15;
    } else {
        return false;
    }
    struct str rest = str_from_to(line, next, line.n);
    size_t in = str_find(rest, 0, STR(" in "));
    if (in == rest.n || in + 4 == rest.n)
        return false;
    place->line = str_from_to(rest, 0, in);
    place->function = str_from_to(rest, in + 4, rest.n);
    return str_equal(place->line, STR("???")) || parse_u64(place->line, &number);
}

/* Thread 0x00007fe02ad0d6c0 [name] (most recent call first):, Current thread ..., Stack ... */
static bool read_header(struct str line, struct str *tid, struct str *name)
{
    static const char *const words[] = {"Thread ", "Current thread ", "Stack "};
    size_t end = str_find_last(line, STR("(most recent call first):"));

    *tid = STR("");
    *name = STR("");
    if (end == line.n)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!str_starts(line, str_of(words[i])))
            continue;
        struct str rest = str_trim(str_from_to(line, strlen(words[i]), end));
        if (rest.n && str_starts(rest, STR("0x")) && take_word(&rest, tid))
            *tid = str_from_to(*tid, 2, tid->n);
        rest = str_trim(rest);
        if (rest.n > 2 && rest.p[0] == '[' && rest.p[rest.n - 1] == ']')
            *name = str_from_to(rest, 1, rest.n - 1);
        return true;
    }
    return false;
}

static bool finish(void *reader)
{
    static const uint64_t one[] = {1};
    struct faulthandler *in = reader;
    struct text *t = &in->dump.text;
    bool ok = true;

    if (in->inside && !in->broken) {
        if (t->builder.n)
            ok = builder_add(&t->builder, LEAF_FIRST, in->label, one, in->line);
        else
            ok = lines_bad(&t->lines, in->line, "a thread without a stack", STR(""));
    }
    in->inside = false;
    return ok;
}

static bool begin(struct faulthandler *in, struct str tid, struct str name)
{
    if (!finish(in))
        return false;
    builder_begin(&in->dump.text.builder);
    in->inside = true;
    in->broken = false;
    in->line = in->dump.text.r->tally.lines;
    in->label = label_builder_of(&in->dump.label_builder, (const struct str[]){name, tid});
    return true;
}

static bool add_frame(struct faulthandler *in, const struct place_in_file *place, frame_id *frame)
{
    struct text *t = &in->dump.text;
    struct frame row = {0};

    buf_clear(&in->name);
    buf_add(&in->name, place->file);
    buf_add_byte(&in->name, ':');
    buf_add(&in->name, place->line);
    buf_add_byte(&in->name, ':');
    buf_add(&in->name, place->function);
    struct source_place at = {.file = place->file};
    if (str_equal(at.file, STR("???")))
        at.file = STR("");
    if (!parse_u64(place->line, &at.line))
        at.line = 0;
    return source_line_printed(t, buf_str(&in->name), place->function, &at, &row) &&
           builder_row(&t->builder, &row, frame);
}

/* Outside of a stack, such a line belongs to other output. */
static bool no_frame(struct faulthandler *in, struct str line)
{
    if (!in->inside || in->broken)
        return true;
    in->broken = true;
    return lines_bad(&in->dump.text.lines, in->dump.text.r->tally.lines, "no frame of faulthandler",
                     line);
}

static bool take_frame(struct faulthandler *in, struct str line)
{
    struct place_in_file place;
    frame_id *known = frame_cache_frame(&in->dump.frame_cache, line);

    if (!*known) {
        if (!read_place(line, &place))
            return no_frame(in, line);
        if (!add_frame(in, &place, known))
            return false;
    }
    if (!in->inside && !begin(in, STR(""), STR("")))
        return false;
    return in->broken || builder_push(&in->dump.text.builder, *known);
}

/* A line below a header that is no place in a file. */
static bool take_other(struct faulthandler *in, struct str line)
{
    struct text *t = &in->dump.text;

    if (!in->inside || str_starts(line, STR("...")))
        return lines_keep(&t->lines);
    if (line.p[0] == '<' || str_equal(line, STR("Garbage-collecting")))
        return in->broken || tidier_push(&t->tidier, line, STR(""), STR(""), KIND_UNKNOWN);
    return no_frame(in, line);
}

/* Lines in between that are not indented are other output. */
static bool take_line(void *reader, struct str line)
{
    struct faulthandler *in = reader;
    bool indented = line.n && is_blank(line.p[0]);
    struct str tid;
    struct str name;

    line = str_trim(line);
    if (line.n == 0) {
        in->dump.text.r->tally.blank++;
        return finish(in);
    }
    if (indented)
        return str_starts(line, STR("File ")) ? take_frame(in, line) : take_other(in, line);
    if (read_header(line, &tid, &name))
        return begin(in, tid, name);
    if (str_ends(line, STR("(most recent call first):")) ||
        str_ends(line, STR("(most recent call last):")))
        return finish(in); /* of C code, which 3.14 prints as well, or of an exception */
    if (!str_starts(line, STR("Fatal Python error: ")) &&
        !str_starts(line, STR("Extension modules:")))
        lines_other(&in->dump.text.lines);
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_steps steps = {take_line, finish};
    struct faulthandler in = {.inside = false};

    dump_init(&in.dump, r, blocks, p, f);
    bool ok = dump_begin(&in.dump, label_keys, sizeof label_keys / sizeof label_keys[0]) &&
              dump_lines(&in.dump, &steps, &in);
    buf_free(&in.name);
    dump_free(&in.dump);
    return ok;
}

/* The words of the header are 25 bytes, a frame about as many. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct str tid;
    struct str name;
    struct place_in_file place;
    bool header = false;

    while (take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (header && read_place(line, &place))
            return 60;
        header = header || read_header(line, &tid, &name);
    }
    return header ? 40 : 0;
}

static const char *const endings[] = {"faulthandler", NULL};

const struct input_format input_faulthandler = {
    .name = "faulthandler",
    .about = "tracebacks of Python's faulthandler, one dump or several",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("(most recent call first):")},
    .read = read,
    .dump_lines = 2, /* the error */
    .census = true,
    .cut = CUT_NOWHERE,
};
