/*  0xffffffff81317597 : submit_bio+0x77/0x150 [kernel]
 *  0xffffffffa02b5d6a [xfs] (inexact)
 *         12
 * What SystemTap's print_stack, print_backtrace and print_ubacktrace print: frames, leaf first. A
 * script that counts prints a number below each stack; without numbers each stack counts once, and
 * so it does where a script prints the time above each. */
#include "base/parse.h"
#include "input/common/label_builder.h"
#include "input/common/line_cache.h"

enum { LARGE = 1000000 }; /* rather a time than a count */

struct stap {
    struct text text;
    struct line_cache line_cache;
    struct label_builder label_builder;
    uint64_t line; /* where the stack began; 0: none is open */
    bool counted;  /* numbers follow the stacks */
    bool timed;    /* numbers precede them */
};

struct stap_frame {
    struct str address; /* hexadecimal without 0x; empty: not printed */
    struct str name;    /* empty: not known */
    struct str module;  /* empty: not known */
    bool offset;        /* one stands behind the name */
};

/* Takes "0xffff" off the start. */
static bool parse_address(struct str *text, struct str *address)
{
    size_t i = 2;

    if (!str_starts(*text, STR("0x")))
        return false;
    while (i < text->n && is_hex_digit(text->p[i]))
        i++;
    if (i == 2 || (i < text->n && !is_blank(text->p[i])))
        return false;
    *address = str_from_to(*text, 2, i);
    *text = str_trim(str_from_to(*text, i, text->n));
    return true;
}

/* Takes " [module]", " [/lib/libc.so+0x12/0x34]" or " [kernel" off the end. */
static struct str strip_module(struct str *text)
{
    size_t i = text->n;
    struct str module;

    while (i && text->p[i - 1] != '[')
        i--;
    if (i == 0 || (i > 1 && !is_blank(text->p[i - 2])))
        return STR("");
    module = str_from_to(*text, i, text->n);
    if (str_ends(module, STR("]")))
        module.n--;
    module.n = str_find(module, 0, STR("+0x"));
    *text = str_trim(str_from_to(*text, 0, i - 1));
    return module;
}

/* Returns where "+0x105/0x2b0" or "+0x105" at the end of s begins; s.n: there is none. */
static size_t offset_at(struct str s)
{
    size_t i = s.n;

    while (i && (is_hex_digit(s.p[i - 1]) || s.p[i - 1] == 'x' || s.p[i - 1] == '/'))
        i--;
    return i && i + 3 <= s.n && memcmp(s.p + i - 1, "+0x", 3) == 0 ? i - 1 : s.n;
}

/* Parses a trimmed line; false when it is no frame. */
static bool read_frame(struct str text, struct stap_frame *frame)
{
    bool addressed;
    size_t end;

    *frame = (struct stap_frame){STR(""), STR(""), STR(""), false};
    addressed = parse_address(&text, &frame->address);
    if (str_ends(text, STR("(inexact)")))
        text = str_trim(str_from_to(text, 0, text.n - 9));
    if (addressed && text.n && text.p[0] == ':')
        text = str_trim(str_from_to(text, 1, text.n));
    frame->module = strip_module(&text);
    end = offset_at(text);
    if (!addressed && end == text.n)
        return false;
    frame->name = str_from_to(text, 0, end);
    frame->offset = end < text.n;
    return addressed || frame->name.n > 0;
}

/* A module is a path in user space, a word in the kernel. */
static enum frame_kind kind_of(const struct stap_frame *frame)
{
    if (memchr(frame->module.p, '/', frame->module.n))
        return tidy_kind(frame->module);
    if (str_starts(frame->module, STR("vdso")))
        return KIND_USER;
    if (frame->module.n || (frame->address.n == 16 && frame->address.p[0] >= '8'))
        return KIND_KERNEL;
    return KIND_UNKNOWN;
}

static void forget(struct stap *in)
{
    builder_begin(&in->text.builder);
    line_cache_begin(&in->line_cache);
    in->line = 0;
}

static bool add(struct stap *in, struct str comm, uint64_t value)
{
    labels_id id = comm.n ? label_builder_of(&in->label_builder, &comm) : 0;
    bool ok = builder_add(&in->text.builder, LEAF_FIRST, id, &value, in->line);

    forget(in);
    return ok;
}

/* Ends a stack without a number below it. */
static bool finish(struct stap *in)
{
    uint64_t line = in->line;

    if (!line)
        return true;
    if (!in->counted)
        return add(in, STR(""), 1);
    forget(in);
    return lines_bad(&in->text.lines, line, "a stack without a number", STR(""));
}

static bool take_frame(struct stap *in, const struct stap_frame *frame, struct str whole)
{
    size_t from = in->text.builder.n;

    if (!in->line)
        in->line = in->text.r->tally.lines;
    if (!tidier_push(&in->text.tidier, frame->name, frame->module, frame->address, kind_of(frame)))
        return false;
    line_cache_add(&in->line_cache, whole, from);
    return true;
}

/* "12", or "bash 12" if the script prints more of its key. */
static bool parse_value(struct str text, struct str *comm, uint64_t *value)
{
    size_t i = text.n;

    while (i && is_digit(text.p[i - 1]))
        i--;
    *comm = str_trim(str_from_to(text, 0, i));
    return (i == 0 || is_blank(text.p[i - 1])) && parse_u64(str_from_to(text, i, text.n), value);
}

/* The kernel stack of a thread in user space is empty. */
static bool add_unknown(struct stap *in, uint64_t value)
{
    in->line = in->text.r->tally.lines;
    return tidier_push(&in->text.tidier, STR(""), STR(""), STR(""), KIND_UNKNOWN) &&
           add(in, STR(""), value);
}

/* A number above the first stack is that of an empty one, unless it may be a time. */
static bool add_first(struct stap *in, struct str text, uint64_t value)
{
    if (value < LARGE)
        return add_unknown(in, value);
    return lines_bad(&in->text.lines, in->text.r->tally.lines,
                     "a number above the first stack, a time or the number of an empty stack",
                     text);
}

/* A line that is no frame. */
static bool read_other(struct stap *in, struct str text)
{
    struct tally *tally = &in->text.r->tally;
    struct str comm;
    uint64_t value;

    if (text.n == 0) {
        tally->blank++;
        return in->counted || finish(in);
    }
    if (in->timed && is_whole_number(text)) {
        tally->comments++;
        return finish(in);
    }
    if (in->counted && !in->line && !tally->taken && parse_u64(text, &value))
        return add_first(in, text, value);
    if (str_starts(text, STR("WARNING:")) || str_starts(text, STR("ERROR:"))) {
        tally->comments++;
        return true;
    }
    if (!in->counted || (!in->line && !tally->taken)) {
        lines_other(&in->text.lines);
        return in->counted || finish(in);
    }
    if (in->line && parse_value(text, &comm, &value))
        return add(in, comm, value);
    if (!in->line && parse_u64(text, &value))
        return add_unknown(in, value);
    if (is_whole_number(text)) {
        forget(in);
        return lines_bad(&in->text.lines, tally->lines, "a number below 0 or above 2^64-1", text);
    }
    return lines_bad(&in->text.lines, tally->lines, "neither a frame nor a number below a stack",
                     text);
}

static bool read_line(struct stap *in, struct str line, struct str whole)
{
    struct stap_frame frame;
    bool taken;

    if (!line_cache_find(&in->line_cache, whole, &taken))
        return false;
    if (!taken && !read_frame(str_trim(line), &frame))
        return read_other(in, str_trim(line));
    if (taken && !in->line)
        in->line = in->text.r->tally.lines;
    return taken || take_frame(in, &frame, whole);
}

static bool read_lines(struct stap *in)
{
    struct lines *l = &in->text.lines;
    struct str line;
    bool taken = false;

    while (lines_more(l)) {
        if (in->line && !line_cache_next(&in->line_cache, &taken))
            return false;
        if (in->line && taken)
            continue;
        const char *at = l->at;
        if (!lines_next(l, &line) || !read_line(in, line, (struct str){at, (size_t)(l->at - at)}))
            return false;
    }
    return l->f->kind == FAULT_NONE && finish(in);
}

/* What the first lines show. */
struct look {
    unsigned frames; /* with an address */
    unsigned sure;   /* of these: a name with its offset, or a module alone, as SystemTap has it */
    unsigned odd;    /* an address and other text, as in what disassembles */
    bool counted;    /* a number follows a frame */
    bool other;      /* it is another format with such frames */
    bool led;        /* the first stack has a number above it, and none is less than one before */
    bool open;       /* the last stack has none below it */
    uint64_t first, last; /* numbers on lines of their own */
};

static void look_at_frame(struct look *look, const struct stap_frame *frame, struct str text)
{
    const bool sure = frame->name.n ? frame->offset : frame->module.n > 0;

    look->frames +=
        frame->address.n > 0 && (frame->name.n == 0 || text.p[2 + frame->address.n] == ' ');
    look->sure += sure;
    look->odd += !sure && frame->name.n > 0;
}

static void look_at_number(struct look *look, struct str text)
{
    uint64_t value;

    if (!parse_u64(text, &value)) {
        look->led = look->led && look->frames;
        return;
    }
    if (!look->frames)
        look->led = true;
    if (look->last == 0)
        look->first = value;
    look->led = look->led && value >= look->last;
    look->last = value;
}

/* Whether the numbers are times above stacks, not counts below them: the first count may be that of
 * an empty stack. Of a text that is cut, large numbers decide. */
static bool is_timed(const struct look *look, size_t n)
{
    return look->led && look->open && (n < SOURCE_PREFIX || look->first >= LARGE);
}

static struct look look_at(struct str prefix, unsigned lines)
{
    struct look look = {0};
    struct str rest = prefix;
    struct str line;
    struct stap_frame frame;
    bool below = false;

    for (unsigned n = 0; n < lines && take_field(&rest, '\n', &line); n++) {
        struct str text = str_trim(line);
        struct str comm;
        uint64_t value;
        if (read_frame(text, &frame)) {
            look_at_frame(&look, &frame, text);
            below = true;
        } else if (text.n) {
            look.counted = look.counted || (below && parse_value(text, &comm, &value));
            look.other = look.other || str_equal(text, STR("!"));
            look_at_number(&look, text);
            below = false;
        }
        look.open = below;
    }
    return look;
}

static const char *const label_keys[] = {"comm"};
static const struct measure measures[] = {{"count", "samples"}};

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct stap in = {.line = 0};
    struct str prefix;

    if (!reading_prefix(r, blocks, &prefix, f))
        return false;
    const struct look look = look_at(prefix, UINT32_MAX);
    in.timed = is_timed(&look, prefix.n);
    in.counted = look.counted && !in.timed;
    text_init(&in.text, r, blocks, p, f);
    line_cache_init(&in.line_cache, &in.text);
    label_builder_init(&in.label_builder, p, label_keys, sizeof label_keys / sizeof label_keys[0]);
    bool ok = text_measures(&in.text, TEXT_TIDY_NAMES, measures, 1) && read_lines(&in);
    if (ok && in.timed)
        reading_remark(&r->info->remarks, "the number above each stack is taken for its time, and "
                                          "each stack counts once");
    label_builder_free(&in.label_builder);
    line_cache_free(&in.line_cache);
    text_free(&in.text);
    return ok;
}

static unsigned recognise(struct str prefix)
{
    enum { LINES = 200 };
    struct look look = look_at(prefix, LINES);

    if (look.other || look.frames < 2 || !look.sure || look.odd > look.sure)
        return 0;
    return look.counted ? 24 : 20;
}

static const char *const endings[] = {"stap", NULL};

const struct input_format input_stap = {
    .name = "stap",
    .about = "stacks that SystemTap prints, with or without a number below each",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\n0x")},
    .read = read,
    .prints = true,
    .cut = CUT_NOWHERE,
};
