/* COST CENTRE MODULE SRC no. entries %time %alloc %time %alloc ticks bytes, and below it a row for
 * each cost centre, indented below its caller: what a Haskell program writes with +RTS -p.
 */
#include "base/parse.h"
#include "input/common/path.h"
#include "input/common/text.h"

/* "30.4" percent is 304 of a thousand. */
enum { NUMBERS_MOST = 8, MEASURES = 4, PERMILLE_SCALE = 1 };

/* Numbers of a row, counted from its end. */
enum { TICKS_FROM_END = 2, BYTES_FROM_END = 1 };

struct ghcprof {
    struct text text;
    struct path path;
    struct buf name;
    bool begun;    /* the header of the tree was seen */
    size_t module; /* characters before it */
    size_t width;  /* characters of the first row, which no whole row falls short of; 0: not yet */
    size_t n_numbers; /* of a row */
    bool exact;       /* the last two are ticks and bytes */
    struct str numbers[NUMBERS_MOST];
};

static const struct measure measures[MEASURES] = {
    {"time", "per mille"},
    {"alloc", "per mille"},
    {"ticks", "ticks"},
    {"bytes", "bytes"},
};

static bool bad(struct ghcprof *in, const char *reason, struct str line)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, line);
}

/* Returns the position after n characters, or s.n. */
static size_t skip_characters(struct str s, size_t n)
{
    size_t at = 0;
    uint64_t eight;

    for (; n >= sizeof eight && s.n - at >= sizeof eight; at += sizeof eight, n -= sizeof eight) {
        memcpy(&eight, s.p + at, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    while (at < s.n && n > 0) {
        at++;
        while (at < s.n && ((unsigned char)s.p[at] & 0xC0) == 0x80)
            at++;
        n--;
    }
    return at;
}

/* Takes the last word off *rest. */
static bool parse_last(struct str *rest, struct str *word)
{
    size_t to = rest->n;

    while (to && is_blank(rest->p[to - 1]))
        to--;
    size_t from = to;
    while (from && !is_blank(rest->p[from - 1]))
        from--;
    *word = str_from_to(*rest, from, to);
    rest->n = from;
    return to > from;
}

/* Whether the line is the header of the tree; that of the table before it has no entry numbers. */
static bool is_header(struct str line)
{
    return str_starts(line, STR("COST CENTRE ")) && str_find(line, 0, STR(" no. ")) < line.n &&
           str_find(line, 0, STR(" MODULE ")) < line.n;
}

static bool read_header(struct ghcprof *in, struct str line)
{
    struct reading *r = in->text.r;
    struct place place;
    struct str rest = line;
    struct str word;

    r->tally.comments++;
    path_cut(&in->path, 0);
    in->begun = true;
    in->module = str_find(line, 0, STR(" MODULE ")) + 1;
    in->width = 0;
    in->n_numbers = 1;
    in->exact = false;
    while (parse_last(&rest, &word) && !str_equal(word, STR("no."))) {
        in->exact = in->exact || (in->n_numbers == 1 && str_equal(word, STR("bytes")));
        in->n_numbers++;
    }
    if (in->n_numbers != (in->exact ? NUMBERS_MOST : NUMBERS_MOST - 2))
        return fault_set(in->text.f, FAULT_INPUT,
                         "%s: a header with other columns, wanted no., entries, %%time and %%alloc "
                         "twice, and ticks and bytes or none",
                         place_of(&place, r->name, r->tally.lines));
    return text_measures(&in->text, TEXT_FULL_NAMES, measures, in->exact ? MEASURES : 2);
}

/* Splits a row into cost centre and module by the columns of the header; by blanks if the cost
 * centre is longer than its column. */
static bool split(const struct ghcprof *in, struct str line, size_t depth, struct str *name,
                  struct str *module)
{
    size_t at = skip_characters(line, in->module);
    struct str rest;

    if (at < line.n && at > depth && is_blank(line.p[at - 1])) {
        *name = str_trim(str_from_to(line, depth, at));
        rest = str_from_to(line, at, line.n);
        return !is_blank(line.p[at]) && take_word(&rest, module) && name->n;
    }
    rest = str_from_to(line, depth, line.n);
    return take_word(&rest, name) && take_word(&rest, module);
}

static bool read_numbers(struct ghcprof *in, struct str line, uint64_t *values)
{
    enum { NUMBER, ENTRIES, TIME, ALLOC };
    uint64_t ignored;
    size_t n = in->n_numbers;

    for (size_t i = n; i > 0; i--)
        if (!parse_last(&line, &in->numbers[i - 1]))
            return false;
    return parse_u64(in->numbers[NUMBER], &ignored) && parse_u64(in->numbers[ENTRIES], &ignored) &&
           parse_scaled(in->numbers[TIME], PERMILLE_SCALE, &values[0]) &&
           parse_scaled(in->numbers[ALLOC], PERMILLE_SCALE, &values[1]) &&
           (!in->exact || (parse_u64(in->numbers[n - TICKS_FROM_END], &values[2]) &&
                           parse_u64(in->numbers[n - BYTES_FROM_END], &values[3])));
}

/* Finds or adds the frame of a cost centre. */
static bool frame_of(struct ghcprof *in, struct str name, struct str module, frame_id *frame)
{
    buf_clear(&in->name);
    buf_add(&in->name, module);
    buf_add_byte(&in->name, '.');
    buf_add(&in->name, name);
    return tidier_frame(&in->text.tidier, buf_str(&in->name), KIND_UNKNOWN, frame);
}

/* Whether the last row is truncated: numbers are right-aligned, and it ends before the columns do.
 */
static bool is_cut_off(const struct ghcprof *in, struct str line)
{
    return in->text.lines.at[-1] != '\n' && in->width &&
           skip_characters(line, in->width - 1) == line.n;
}

static size_t count_characters(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += ((unsigned char)s.p[i] & 0xC0) != 0x80;
    return n;
}

static bool read_row(struct ghcprof *in, struct str line)
{
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};
    struct builder *b = &in->text.builder;
    struct str name;
    struct str module;
    frame_id frame;
    stack_id stack;
    size_t depth = 0;

    while (depth < line.n && line.p[depth] == ' ')
        depth++;
    if (!split(in, line, depth, &name, &module)) {
        path_cut(&in->path, depth);
        return bad(in, "a row without a cost centre or its module", line);
    }
    if (!frame_of(in, name, module, &frame))
        return false;
    if (!path_put(&in->path, depth, frame))
        return bad(in, "a row whose caller is missing", line);
    if (is_cut_off(in, line) || !read_numbers(in, line, values))
        return bad(in, "a row whose numbers are invalid or cut off", line);
    if (in->width == 0)
        in->width = count_characters(line);
    if (!(values[0] | values[1] | values[2] | values[3]))
        return true;
    return path_stack(&in->path, b, &stack) &&
           builder_add_stack(b, stack, 0, values, in->text.r->tally.lines);
}

static bool read_line(struct ghcprof *in, struct str line)
{
    struct reading *r = in->text.r;
    struct place place;

    if (str_trim(line).n == 0) {
        r->tally.blank++;
        return true;
    }
    if (is_header(line))
        return read_header(in, line);
    if (in->begun)
        return read_row(in, line);
    if (line.p[0] == '{')
        return fault_set(in->text.f, FAULT_INPUT,
                         "%s: a profile in JSON (+RTS -pj), wanted the text of +RTS -p or -P",
                         place_of(&place, r->name, r->tally.lines));
    if (is_blank(line.p[0]))
        r->tally.comments++; /* the title, the command and the totals */
    else
        lines_other(&in->text.lines);
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct ghcprof in = {0};
    struct str line;
    bool ok = true;

    text_init(&in.text, r, blocks, p, f);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE;
    buf_free(&in.name);
    path_free(&in.path);
    text_free(&in.text);
    return ok;
}

/* Recognises the JSON form as well, in order to refuse it by name. */
static unsigned recognise(struct str prefix)
{
    enum { BITS = 60, JSON_BITS = 40 };
    struct str rest = prefix;
    struct str line;

    if (rest.n && rest.p[0] == '{')
        return str_find(rest, 0, STR("\"rts_arguments\"")) < rest.n &&
                       str_find(rest, 0, STR("\"cost_centres\"")) < rest.n
                   ? JSON_BITS
                   : 0;
    while (take_field(&rest, '\n', &line))
        if (is_header(line) ||
            (line.n && line.p[0] == '\t' &&
             str_find(line, 0, STR(" Time and Allocation Profiling Report  (")) < line.n))
            return BITS;
    return 0;
}

static const char *const endings[] = {"prof", NULL};

const struct input_format input_ghcprof = {
    .name = "ghcprof",
    .about = "GHC's cost centres: time in per mille, or --value alloc, and with -P ticks, bytes",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("COST CENTRE ", " Time and Allocation Profiling Report  (",
                     "\"rts_arguments\"")},
    .read = read,
};
