/* !
 *  0xffffffff814cde75 : net_rx_action+0x105/0x2b0 [kernel]
 *  0xffffffff81066247 : __do_softirq+0xd7/0x240 [kernel]
 *         31
 * !
 * Kernel stacks, leaf first, from SystemTap, perf or DTrace by small scripts that print a line with
 * '!' before each and after the last. */
#include "base/parse.h"
#include "input/common/text.h"

struct kp {
    struct text text;
    uint64_t line; /* where the stack began */
    bool marked;   /* a '!' was seen: what precedes the first may be anything */
    bool open;     /* a '!' or a frame was seen since the last number */
};

/* The parts of a frame; missing ones are empty. */
struct kp_frame {
    struct str address;
    struct str name;
    struct str module;
    bool sure; /* it is a frame, not any other line */
};

static struct str without_0x(struct str text)
{
    return str_starts(text, STR("0x")) ? str_from_to(text, 2, text.n) : text;
}

/* Takes "+0x105/0x2b0", an offset, or "+ffffffff8101dc5f/", the address again, off the end. */
static bool strip_one(struct str *name)
{
    size_t plus = name->n;

    while (plus && name->p[plus - 1] != '+')
        plus--;
    struct str rest = str_from_to(*name, plus, name->n);
    struct str offset;
    if (plus < 2 || !take_field(&rest, '/', &offset) || !is_hex_number(without_0x(offset)))
        return false;
    if (rest.p && rest.n && !is_hex_number(without_0x(rest)))
        return false;
    *name = str_from_to(*name, 0, plus - 1);
    return true;
}

/* "keccak+0x3e+274e/": an offset of perf, and the address by the script that converted it. */
static struct str strip_offset(struct str name)
{
    for (int i = 0; i < 2; i++)
        if (!strip_one(&name))
            break;
    return name;
}

static struct str strip_end(struct str text, char quote)
{
    return text.n && text.p[text.n - 1] == quote ? str_from_to(text, 0, text.n - 1) : text;
}

/* "b'net_rx_action'+0x105" or "b'net_rx_action+0x105'": bytes as Python 3 prints them. */
static struct str strip_name(struct str text)
{
    if (!str_starts(text, STR("b'")) && !str_starts(text, STR("b\"")))
        return strip_offset(text);
    struct str inside = strip_end(str_from_to(text, 2, text.n), text.p[1]);
    return strip_end(strip_offset(inside), text.p[1]);
}

/* " [kernel]" at the end; its last bracket may be missing. */
static void strip_module(struct kp_frame *frame)
{
    struct str text = frame->name;
    size_t at = text.n;

    while (at > 1 && text.p[at - 1] != '[')
        at--;
    if (at < 2 || text.p[at - 2] != ' ')
        return;
    size_t end = text.p[text.n - 1] == ']' ? text.n - 1 : text.n;
    frame->module = str_from_to(text, at, end);
    frame->name = str_trim(str_from_to(text, 0, at - 2));
}

/* "genunix`syscall_mstate+0x60" of DTrace */
static void strip_dtrace(struct kp_frame *frame)
{
    const char *tick = frame->name.n ? memchr(frame->name.p, '`', frame->name.n) : NULL;

    if (!tick)
        return;
    size_t at = (size_t)(tick - frame->name.p);
    frame->module = str_from_to(frame->name, 0, at);
    frame->name = str_from_to(frame->name, at + 1, frame->name.n);
    frame->sure = true;
}

static struct kp_frame parse_frame(struct str text)
{
    struct kp_frame frame = {STR(""), text, STR(""), false};
    struct str rest = text;
    struct str word;
    struct str colon;

    if (take_word(&rest, &word) && is_hex_number(without_0x(word))) {
        struct str behind = rest;
        if (take_word(&behind, &colon) && str_equal(colon, STR(":"))) {
            frame.address = without_0x(word);
            frame.sure = true;
            frame.name = str_trim(behind);
        } else if (word.n >= 4) {
            frame.address = without_0x(word);
            frame.sure = str_starts(word, STR("0x"));
            frame.name = str_trim(rest);
        }
        strip_module(&frame);
    } else {
        strip_dtrace(&frame);
    }
    frame.name = strip_name(frame.name);
    if (str_starts(frame.name, STR("0x")) && is_hex_number(without_0x(frame.name))) {
        frame.address = without_0x(frame.name);
        frame.name = STR("");
    }
    return frame;
}

/* Kernel stacks, unless a frame says otherwise. */
static enum frame_kind kind_of(const struct kp_frame *frame)
{
    struct str module = frame->module;
    bool low = frame->address.n && (frame->address.n < 16 || frame->address.p[0] < '8');

    if (module.n && (module.p[0] == '/' || str_find(module, 0, STR(".so")) < module.n))
        return KIND_USER;
    if (str_equal(frame->name, STR("(usermode)")))
        return KIND_USER;
    return low && module.n == 0 ? KIND_USER : KIND_KERNEL;
}

static void begin(struct kp *in)
{
    builder_begin(&in->text.builder);
    in->open = true;
    in->line = in->text.r->tally.lines;
}

static bool mark(struct kp *in)
{
    if (in->open && in->text.builder.n &&
        !lines_bad(&in->text.lines, in->line, "a stack without its number", STR("")))
        return false;
    in->marked = true;
    begin(in);
    in->text.r->tally.comments++;
    return true;
}

static bool number(struct kp *in, uint64_t value, struct str line)
{
    struct tally *tally = &in->text.r->tally;

    if (!in->open && !in->marked) {
        tally->comments++;
        return true;
    }
    if (!in->open)
        return lines_bad(&in->text.lines, tally->lines, "a number without a stack", line);
    in->open = false;
    return builder_add(&in->text.builder, LEAF_FIRST, 0, &value, in->line);
}

/* Adds a frame. Where frames have modules, functions can be looked at by instruction, so that rows
 * have their addresses too; offset 0 is none. */
static bool push(struct kp *in, const struct kp_frame *line)
{
    struct tidier *t = &in->text.tidier;
    struct frame row = {.kind = kind_of(line)};
    uint64_t offset;
    frame_id frame = 0;

    if (!in->text.r->ask->naming.modules || line->name.n == 0 || !tidier_is_one(line->name) ||
        !parse_hex_u64(line->address, &offset))
        return tidier_push(t, line->name, line->module, line->address, row.kind);
    if (!tidier_row(t, line->name, line->module, line->address, &row))
        return false;
    row.offset = offset;
    return builder_row(&in->text.builder, &row, &frame) && builder_push(&in->text.builder, frame);
}

static bool other_line(struct kp *in, struct str text)
{
    struct kp_frame frame = parse_frame(text);
    struct tally *tally = &in->text.r->tally;
    bool is_word = memchr(text.p, ' ', text.n) == NULL;

    if (!frame.sure && !in->marked) {
        lines_other(&in->text.lines);
        return true;
    }
    if (is_whole_number(text)) {
        in->open = false;
        return lines_bad(&in->text.lines, tally->lines, "a number that is not from 0 to 2^64-1",
                         text);
    }
    if (!frame.sure && !is_word)
        return lines_bad(&in->text.lines, tally->lines, "neither a frame nor a number", text);
    if (!in->open)
        begin(in);
    return push(in, &frame);
}

static bool read_lines(struct kp *in)
{
    struct lines *l = &in->text.lines;
    struct str line;

    while (lines_next(l, &line)) {
        struct str text = str_trim(line);
        uint64_t value;
        bool ok = true;
        if (text.n == 0)
            in->text.r->tally.blank++;
        else if (text.n == 1 && text.p[0] == '!')
            ok = mark(in);
        else if (is_digit(text.p[0]) && parse_u64(text, &value))
            ok = number(in, value, text);
        else
            ok = other_line(in, text);
        if (!ok)
            return false;
    }
    if (l->f->kind != FAULT_NONE)
        return false;
    return !in->open || in->text.builder.n == 0 ||
           lines_bad(l, in->line, "a stack without its number", STR(""));
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    const struct measure samples = {"samples", "samples"};
    struct kp in = {.line = 0};

    text_init(&in.text, r, blocks, p, f);
    bool ok = text_measures(&in.text, TEXT_TIDY_NAMES, &samples, 1) && read_lines(&in);
    text_free(&in.text);
    return ok;
}

/* A line with just '!', then a line that is certainly a frame, and a number: 64 bits, as
 * a title of bcc may precede. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str text;
    bool marked = false;
    bool framed = false;
    uint64_t value;

    while (take_field(&rest, '\n', &text)) {
        text = str_trim(text);
        if (text.n == 1 && text.p[0] == '!') {
            marked = true;
            framed = false;
        } else if (marked && framed && parse_u64(text, &value)) {
            return 64;
        } else if (marked && text.n) {
            framed = framed || parse_frame(text).sure;
        }
    }
    return 0;
}

static const char *const endings[] = {"kp", NULL};

const struct input_format input_kp = {
    .name = "kp",
    .about = "stacks of SystemTap, perf or DTrace, separated by lines with '!'",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\n!")},
    .read = read,
};
