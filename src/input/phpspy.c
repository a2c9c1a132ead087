/* 0 sleep <internal>:-1
 * 1 Shop::serve /srv/shop/app.php:12
 * # uri = /cart
 * and a blank line: what phpspy prints, and reli, its like in PHP, leaf first. */
#include <inttypes.h>

#include "base/parse.h"
#include "input/common/dump.h"
#include "input/common/names/source_line.h"

enum { PID, URI, LABELS };
static const char *const label_keys[LABELS] = {"pid", "uri"};

struct phpspy {
    struct dump dump;
    uint64_t truncated; /* stacks without their outermost frames */
};

struct php_frame {
    uint64_t number;
    struct str name, file;
    uint64_t line; /* 0: not known */
};

/* Returns the length of a function before a blank. The names of closures may hold a path, in curly
 * brackets. */
static size_t until_blank(struct str s)
{
    size_t depth = 0;
    size_t n = 0;

    for (; n < s.n && (depth || s.p[n] != ' '); n++) {
        depth += s.p[n] == '{';
        depth -= depth && s.p[n] == '}';
    }
    return n;
}

/* 1 Shop::serve /srv/shop/app.php:12, without the number */
static bool parse_place(struct str s, struct php_frame *frame)
{
    size_t end = until_blank(s);
    struct str file = str_from_to(s, end < s.n ? end + 1 : s.n, s.n);
    size_t colon = str_find_last(file, STR(":"));

    if (end == 0 || colon == 0 || colon == file.n)
        return false;
    struct str line = str_from_to(file, colon + 1, file.n);
    frame->name = str_from_to(s, 0, end);
    frame->file = str_from_to(file, 0, colon);
    frame->line = 0;
    return parse_u64(line, &frame->line) || str_equal(line, STR("-1"));
}

static bool parse_number(struct str *rest, uint64_t *number)
{
    struct str word;

    return take_word(rest, &word) && parse_u64(word, number) && rest->n > 1;
}

static bool make_frame(struct phpspy *in, const struct php_frame *frame, frame_id *id)
{
    struct text *t = &in->dump.text;
    struct frame row = {0};

    return tidier_name(&t->tidier, frame->name, &row.name) &&
           source_line(t, &in->dump.room, frame->file, frame->line, &row) &&
           builder_row(&t->builder, &row, id);
}

static bool end_stack(struct phpspy *in)
{
    for (size_t i = 0; i < LABELS; i++)
        buf_clear(&in->dump.values[i]);
    return numbered_end(&in->dump.stack);
}

static bool take_frame(struct phpspy *in, struct str line)
{
    struct php_frame frame;
    struct str rest = line;
    bool wanted = false;

    if (!parse_number(&rest, &frame.number))
        return numbered_break(&in->dump.stack, "no frame of phpspy", line);
    if ((frame.number == 0 && !end_stack(in)) ||
        !numbered_frame(&in->dump.stack, frame.number, &wanted))
        return false;
    if (!wanted)
        return true;
    rest = str_from_to(rest, 1, rest.n);
    frame_id *known = frame_cache_frame(&in->dump.frame_cache, rest);
    if (!*known) {
        if (!parse_place(rest, &frame))
            return numbered_break(&in->dump.stack, "no frame of phpspy", line);
        if (!make_frame(in, &frame, known))
            return false;
    }
    return builder_push(&in->dump.text.builder, *known);
}

static void keep(struct phpspy *in, size_t label, struct str value)
{
    dump_keep(&in->dump, label, value);
    in->dump.stack.label = dump_kept(&in->dump);
}

/* "# uri = /cart": what is known of the stack before. */
static void take_remark(struct phpspy *in, struct str line)
{
    size_t equals = str_find(line, 0, STR(" = "));
    struct str key = str_trim(str_from_to(line, 1, equals));
    struct str value = str_trim(str_from_to(line, equals < line.n ? equals + 3 : line.n, line.n));
    uint64_t ns;

    in->dump.text.r->tally.comments++;
    if (!in->dump.stack.inside || value.n == 0)
        return;
    if (str_equal(key, STR("uri")) && !str_equal(value, STR("-")))
        keep(in, URI, value);
    else if (str_equal(key, STR("pid")))
        keep(in, PID, value);
    else if (str_equal(key, STR("trace_ts")) && parse_seconds(value, &ns))
        in->dump.text.builder.moment.at_ns = ns;
    else if (str_equal(key, STR("truncated")))
        in->truncated += !in->dump.stack.broken;
}

static bool take_line(void *reader, struct str line)
{
    struct phpspy *in = reader;

    if (str_trim(line).n == 0) {
        in->dump.text.r->tally.blank++;
        return end_stack(in);
    }
    if (line.p[0] == '#')
        take_remark(in, line);
    else if (is_digit(line.p[0]))
        return take_frame(in, line);
    else if (in->dump.stack.inside)
        return numbered_break(&in->dump.stack, "no frame of phpspy", line);
    return true;
}

static bool finish(void *reader)
{
    struct phpspy *in = reader;

    if (!end_stack(in))
        return false;
    if (in->truncated)
        reading_remark(&in->dump.text.r->info->remarks,
                       "stacks that phpspy cut off, without their outermost frames: %" PRIu64,
                       in->truncated);
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct dump_steps steps = {take_line, finish};
    struct phpspy in = {.truncated = 0};

    dump_init(&in.dump, r, blocks, p, f);
    bool ok = dump_begin(&in.dump, label_keys, LABELS) && dump_lines(&in.dump, &steps, &in);
    dump_free(&in.dump);
    return ok;
}

/* PHP's own functions, or a file of PHP. */
static bool is_php(const struct php_frame *frame)
{
    return str_equal(frame->file, STR("<internal>")) || str_ends(frame->file, STR(".php")) ||
           str_starts(frame->file, STR("/")) ||
           str_find(frame->file, 0, STR("://")) < frame->file.n;
}

/* Two frames that count up are some 40 bits; a function of PHP itself twice as many. */
static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    struct php_frame frame;
    uint64_t next = 0;
    unsigned best = 0;

    while (best < 60 && take_field(&rest, '\n', &line)) {
        struct str s = str_trim(line);
        if (s.n && s.p[0] == '#')
            continue;
        if (!s.n || (next == 0 && s.p[0] != '0') || !parse_number(&s, &frame.number) ||
            frame.number != next || !parse_place(str_from_to(s, 1, s.n), &frame) ||
            !is_php(&frame)) {
            next = 0;
            continue;
        }
        next++;
        unsigned bits = str_equal(frame.file, STR("<internal>")) ? 60 : next > 1 ? 40 : 12;
        best = bits > best ? bits : best;
    }
    return best;
}

static const char *const endings[] = {"phpspy", NULL};

const struct input_format input_phpspy = {
    .name = "phpspy",
    .about = "stacks of PHP that phpspy and reli print",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\n0")},
    .read = read,
    .cut = CUT_NOWHERE,
};
