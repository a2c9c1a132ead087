/* [11:16:38] Top 2 stacks with outstanding allocations:
 *         160 bytes in 10 allocations from stack
 *                 0x0000000000400d11      main+0x6d [allocs]
 *                 0x00007f6a9c0b5a30      __libc_start_main+0xf0 [libc-2.21.so]
 * What memleak of bcc, of its libbpf tools ("0 [<400d11>] main+0x6d [allocs]") and mallocstacks
 * print. Each report says what is held at its time: a snapshot. */
#include "base/parse.h"
#include "input/common/names/source_line.h"
#include "input/common/snapshot_builder.h"
#include "input/common/snapshot_labels.h"

enum place_in_report {
    OUTSIDE, /* of a report */
    REPORT,
    STACK,   /* in a report */
    SKIPPED, /* in a stack whose first line is damaged */
};

struct memleak {
    struct text text;
    struct snapshot_builder snapshots;
    struct buf room;
    enum place_in_report at;
    bool measured; /* the measures are named */
    bool counted;  /* and are bytes and allocations, not bytes alone */
    uint64_t line; /* where the stack began */
    uint64_t bytes, allocations;
    struct snapshot_draft snapshot;
    size_t n_stacks; /* in the report */
};

/* The parts of a frame; missing ones are empty. */
struct memleak_frame {
    struct str address, name, module, file;
    uint64_t line;
};

static const struct measure measures[] = {{"bytes", "bytes"}, {"allocations", "allocations"}};
static const char end_of_title[] = " stacks with outstanding allocations:";

/* "80 bytes in 5 allocations from stack" of memleak, "80 bytes allocated at:" of mallocstacks. */
struct head {
    struct str bytes, allocations;
    bool counted;
};

static bool parse_head(struct str text, struct head *head)
{
    struct str rest = text;
    struct str word;

    *head = (struct head){STR(""), STR(""), false};
    if (!take_word(&rest, &head->bytes) || !take_word(&rest, &word) ||
        !str_equal(word, STR("bytes")))
        return false;
    rest = str_trim(rest);
    if (str_equal(rest, STR("allocated at:")))
        return true;
    head->counted = true;
    return take_word(&rest, &word) && str_equal(word, STR("in")) &&
           take_word(&rest, &head->allocations) &&
           str_equal(str_trim(rest), STR("allocations from stack"));
}

/* "[11:16:38] Top 2 stacks with outstanding allocations:", with its time lent. */
static bool parse_title(struct str text, struct str *time)
{
    size_t end = str_find(text, 0, STR("] Top "));

    if (!str_starts(text, STR("[")) || end >= text.n || !str_ends(text, str_of(end_of_title)))
        return false;
    *time = str_from_to(text, 1, end);
    return true;
}

/* "^C96 bytes allocated at:": the terminal shows the key that ended the tool. */
static struct str without_echo(struct str text)
{
    return str_starts(text, STR("^C")) ? str_from_to(text, 2, text.n) : text;
}

/* Takes "[libc-2.21.so]" off the end of a name. */
static struct str strip_module(struct str *name)
{
    size_t at = name->n;

    if (at == 0 || name->p[at - 1] != ']')
        return STR("");
    while (at && name->p[at - 1] != '[')
        at--;
    if (at < 2 || name->p[at - 2] != ' ')
        return STR("");
    struct str module = str_from_to(*name, at, name->n - 1);
    *name = str_trim(str_from_to(*name, 0, at - 1));
    return module;
}

/* Takes the address off the start: "0x400d11 main", or "0 [<400d11>] main". */
static struct str strip_address(struct str *text)
{
    struct str rest = *text;
    struct str word;
    uint64_t number;

    if (!take_word(&rest, &word))
        return STR("");
    if (parse_u64(word, &number) && take_word(&rest, &word) && str_starts(word, STR("[<")) &&
        str_ends(word, STR(">]"))) {
        *text = str_trim(rest);
        return str_from_to(word, 2, word.n - 2);
    }
    if (!str_starts(word, STR("0x")) || !is_hex_number(str_from_to(word, 2, word.n)))
        return STR("");
    *text = str_trim(rest);
    return str_from_to(word, 2, word.n);
}

/* Takes "+0x6d" off the end of the name, with a source line behind it: "/src/a.c:12". */
static void strip_offset(struct memleak_frame *frame)
{
    size_t at = frame->name.n;

    while (at >= 3 && memcmp(frame->name.p + at - 3, "+0x", 3) != 0)
        at--;
    if (at < 4)
        return;
    struct str place = str_from_to(frame->name, at, frame->name.n);
    struct str digits;
    if (!take_word(&place, &digits) || !is_hex_number(digits))
        return;
    frame->name = str_from_to(frame->name, 0, at - 3);
    place = str_trim(place);
    size_t colon = place.n;
    while (colon && place.p[colon - 1] != ':')
        colon--;
    if (colon > 1 && parse_u64(str_from_to(place, colon, place.n), &frame->line))
        frame->file = str_from_to(place, 0, colon - 1);
}

static struct memleak_frame parse_frame(struct str text)
{
    struct memleak_frame frame = {.name = text, .file = STR("")};

    frame.address = strip_address(&frame.name);
    frame.name = tidy_bytes(frame.name);
    frame.module = strip_module(&frame.name);
    strip_offset(&frame);
    frame.name = tidy_bytes(frame.name);
    strip_offset(&frame);
    if (str_equal(frame.name, STR("<null sym>")))
        frame.name = STR("");
    return frame;
}

static bool push(struct memleak *in, struct str text)
{
    struct tidier *t = &in->text.tidier;
    struct memleak_frame frame = parse_frame(text);
    enum frame_kind kind = tidy_kind(frame.module);
    struct frame row = {.kind = kind};
    frame_id id = 0;

    if (!frame.file.n || !frame.name.n || (!t->naming.modules && !t->naming.sources))
        return tidier_push(t, frame.name, frame.module, frame.address, kind);
    if (!tidier_row(t, frame.name, frame.module, frame.address, &row) ||
        !source_line(&in->text, &in->room, frame.file, frame.line, &row))
        return false;
    source_line_show_pushed(&in->text, frame.name, &row);
    return builder_row(&in->text.builder, &row, &id) && builder_push(&in->text.builder, id);
}

static bool push_named(struct memleak *in, struct str name)
{
    struct builder *b = &in->text.builder;
    frame_id frame = 0;

    return builder_frame(b, name, KIND_UNKNOWN, &frame) && builder_push(b, frame);
}

static bool end_stack(struct memleak *in)
{
    struct builder *b = &in->text.builder;

    if (in->at == SKIPPED)
        in->at = REPORT;
    if (in->at != STACK)
        return true;
    in->at = REPORT;
    in->n_stacks++;
    return (b->n || push_named(in, STR("[unknown]"))) &&
           snapshot_builder_add(&in->snapshots, builder_stack(b, LEAF_FIRST), in->bytes,
                                in->allocations, in->line);
}

/* A report of nothing still counts. */
static bool end_report(struct memleak *in)
{
    if (!end_stack(in))
        return false;
    if (in->at == OUTSIDE)
        return true;
    builder_begin(&in->text.builder);
    if (!in->n_stacks &&
        (!push_named(in, STR("[heap]")) ||
         !snapshot_builder_add(&in->snapshots, builder_stack(&in->text.builder, LEAF_FIRST), 0, 0,
                               in->text.r->tally.lines)))
        return false;
    snapshot_builder_keep(&in->snapshots, &in->snapshot);
    in->at = OUTSIDE;
    return true;
}

static bool begin_report(struct memleak *in, struct str time)
{
    if (!end_report(in))
        return false;
    in->at = REPORT;
    in->n_stacks = 0;
    in->snapshot =
        (struct snapshot_draft){.is.number = in->snapshots.n_snapshots, .has_tree = true};
    snapshot_time_read(time, &in->snapshot.is);
    return !time.n || builder_name(&in->text.builder, time, &in->snapshot.is.time);
}

static bool name_measures(struct memleak *in, bool counted)
{
    if (in->measured)
        return true;
    in->measured = true;
    in->counted = counted;
    return text_measures(&in->text, TEXT_TIDY_NAMES, measures, counted ? 2 : 1);
}

static bool begin_stack(struct memleak *in, const struct head *head, struct str line)
{
    struct lines *lines = &in->text.lines;

    if (!end_stack(in) || !name_measures(in, head->counted))
        return false;
    if (in->at == OUTSIDE && !begin_report(in, STR(""))) /* mallocstacks has no titles */
        return false;
    in->at = SKIPPED;
    in->line = in->text.r->tally.lines;
    in->allocations = 0;
    if (head->counted != in->counted)
        return lines_bad(lines, in->line, "other measures than in the first stack", line);
    if (!parse_u64(head->bytes, &in->bytes) ||
        (head->counted && !parse_u64(head->allocations, &in->allocations)))
        return lines_bad(lines, in->line, "a number that is not from 0 to 2^64-1", line);
    if (builder_is_below(&in->bytes, 1) || builder_is_below(&in->allocations, 1))
        return builder_bad_below(&in->text.builder, in->line);
    if (in->bytes > UINT64_MAX - in->snapshot.bytes)
        return lines_bad(lines, in->line, "more than 2^64-1 bytes in a report", line);
    in->snapshot.bytes += in->bytes;
    in->at = STACK;
    builder_begin(&in->text.builder);
    return true;
}

/* "addr = 948cd0 size = 16": one allocation, printed with -a; it is in the sums. */
static bool is_allocation(struct str text)
{
    return str_starts(text, STR("addr = ")) && str_find(text, 0, STR(" size = ")) < text.n;
}

/* What the tools print beside their reports. */
static bool is_message(struct str text)
{
    static const char *const starts[] = {"Attaching to ", "WARN",      "^C",
                                         "libbpf:",       "using ",    "tracing ",
                                         "Tracing ",      "Detaching", "failed to "};

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (str_starts(text, str_of(starts[i])))
            return true;
    return false;
}

static bool read_line(struct memleak *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;
    struct str text = without_echo(str_trim(line));
    struct str time;
    struct head head;

    if (text.n == 0) {
        tally->blank++;
        return end_stack(in);
    }
    if (parse_title(text, &time)) {
        tally->comments++;
        return begin_report(in, time);
    }
    if (parse_head(text, &head))
        return begin_stack(in, &head, text);
    if (in->at == STACK && is_blank(line.p[0]) && !is_allocation(text))
        return push(in, text);
    if (in->at == SKIPPED && is_blank(line.p[0])) /* counted with its first line */
        return true;
    if (is_allocation(text) || is_message(text)) {
        tally->comments++;
        return true;
    }
    if (in->at == OUTSIDE) {
        lines_other(&in->text.lines);
        return true;
    }
    return lines_bad(&in->text.lines, tally->lines, "neither a report nor a stack", text);
}

static bool read_lines(struct memleak *in)
{
    struct str line;

    while (lines_next(&in->text.lines, &line))
        if (!read_line(in, line))
            return false;
    return in->text.f->kind == FAULT_NONE && end_report(in) &&
           snapshot_builder_finish(&in->snapshots, STR(""));
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct memleak in = {.at = OUTSIDE};

    text_init(&in.text, r, blocks, p, f);
    snapshot_builder_init(&in.snapshots, &in.text);
    in.snapshots.no_peak = true;
    bool ok = read_lines(&in);
    snapshot_builder_free(&in.snapshots);
    buf_free(&in.room);
    text_free(&in.text);
    return ok;
}

/* The first line of a stack counts 60 bits, after a title 120. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct str time;
    struct head head;
    bool titled = false;

    while (take_field(&rest, '\n', &line)) {
        struct str text = without_echo(str_trim(line));
        if (text.n == 0 || (text.p[0] != '[' && !is_digit(text.p[0])))
            continue;
        titled = titled || parse_title(text, &time);
        if (parse_head(text, &head))
            return titled ? 120 : 60;
    }
    return titled ? 60 : 0;
}

static const char *const endings[] = {"memleak", NULL};

const struct input_format input_memleak = {
    .name = "memleak",
    .about = "memory not freed yet, as memleak and mallocstacks of bcc print it",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("allocated at:", "allocations from stack", end_of_title)},
    .read = read,
    .census = true,
};
