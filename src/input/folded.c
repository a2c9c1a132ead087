/* Folded stacks: "main;parse;read_[k] 42", root first, a weight at the end of each line. */
#include "input/folded.h"

#include <inttypes.h>

#include "base/mem.h"
#include "base/parse.h"
#include "base/utf8.h"
#include "input/common/signs.h"
#include "input/folded/statement.h"
#include "model/shown.h"

/* Of the callees of a stack, the last in the order of names: what comes behind it, as in sorted
 * input mostly, is a new stack that need not be looked for. */
enum { CALLEES_NONE };
#define CALLEES_ANY UINT32_MAX

/* A frame of the previous line: the next line starts from the longest prefix shared with it. */
struct line_frame {
    size_t end;     /* where the frame's text ends in the line */
    stack_id stack; /* of the frame with its callers */
    uint32_t empty; /* frames without a name up to here */
    name_id
        callee; /* the last that was added, all in order; CALLEES_NONE; CALLEES_ANY: not known */
};

struct folded {
    struct reading *r;
    struct profile *p;
    struct fault *f;
    struct str before; /* the stack text of the last line that was taken */
    char *kept;        /* owned: before, when its block is gone */
    size_t kept_room;
    struct line_frame *steps; /* of before */
    size_t steps_room;
    size_t depth;
    name_id outermost; /* as the callee of a step */
    bool modules;      /* frames are to know their files; names may share a frame */
    frame_id *rows;    /* by name: its frame, where frames are to know their files; 0: not yet */
    size_t rows_room;
    struct buf marked;        /* scratch */
    size_t n_counts;          /* at the end of each line */
    bool ends_in_two_numbers; /* every line so far ended in two numbers */
    uint64_t below_line;      /* the first whose count may be one below 0; 0: none */
};

/* The line that is being read. */
struct line {
    struct str text;                           /* trimmed */
    struct str stack;                          /* the text before the counts */
    struct decimal counts[FOLDED_COUNTS_MOST]; /* the last one first */
    bool indented;                             /* blanks at its start were removed */
    size_t shared; /* bytes at its start that are those of the line before */
};

static size_t common_prefix(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    uint64_t x[4];
    uint64_t y[4];

    while (i + sizeof x <= n) {
        memcpy(x, a + i, sizeof x);
        memcpy(y, b + i, sizeof y);
        if (((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3])) != 0)
            break;
        i += sizeof x;
    }
    while (i + 8 <= n && memcmp(a + i, b + i, 8) == 0)
        i += 8;
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

enum { DIGITS_MOST = 20 }; /* before the point; 2^64-1 has as many */

static const char no_count[] = "no count at the end of the line";

/* Most lines have nothing to trim. */
static struct str trim(struct str text)
{
    if (text.n && (unsigned char)text.p[0] > ' ' && (unsigned char)text.p[text.n - 1] > ' ')
        return text;
    return str_trim(text);
}

/* Takes a count of a few digits after a stack, the usual case. False for others. */
static bool parse_digits(struct line *line, struct decimal *count)
{
    enum { FEW = 18 };
    const char *p = line->stack.p;
    size_t n = line->stack.n;
    size_t from = n;
    uint64_t value = 0;

    for (uint64_t factor = 1; from && n - from < FEW && is_digit(p[from - 1]); factor *= 10)
        value += (uint64_t)(p[--from] - '0') * factor;
    if (from == n || from < 2 || !is_blank(p[from - 1]))
        return false;
    for (n = from - 1; n && is_blank(p[n - 1]);)
        n--;
    if (n == 0)
        return false;
    line->stack.n = n;
    *count = (struct decimal){value, 0};
    return true;
}

/* Takes a count off the end of line->stack. Returns an error, or NULL. */
static const char *parse_count(struct line *line, struct decimal *count)
{
    struct str text = line->stack;
    size_t from = text.n;

    if (parse_digits(line, count))
        return NULL;
    while (from && !is_blank(text.p[from - 1]))
        from--;
    size_t to = from;
    while (to && is_blank(text.p[to - 1]))
        to--;
    struct str number = str_from_to(text, from, text.n);
    line->stack = str_from_to(text, 0, to);
    if (parse_decimal(number, PROFILE_SCALE_MAX, count)) {
        if (to == 0)
            return "no stack before the count";
        return number.n > DIGITS_MOST + 1 + PROFILE_SCALE_MAX ? "a count of too many digits" : NULL;
    }
    if (number.p[0] == '-' && number.n > 1 && is_digit(number.p[1]))
        return "a negative count";
    if (!is_digit(number.p[0]))
        return no_count;
    for (size_t i = 0; i < number.n; i++)
        if (!is_digit(number.p[i]) && number.p[i] != '.')
            return no_count;
    return "a count that is not a number below 2^64 with at most 6 digits after the point";
}

/* Takes n counts off the end of a trimmed line. Returns an error, or NULL. */
static const char *parse_counts(struct line *line, size_t n)
{
    line->stack = line->text;
    for (size_t i = 0; i < n; i++) {
        const char *wrong = parse_count(line, &line->counts[i]);
        if (wrong)
            return i && wrong == no_count ? "only one count at the end of the line" : wrong;
    }
    return NULL;
}

/* Returns how many frames this line shares with the start of the previous one. A shared frame ends
 * at a ';' in both lines, or at the end of the previous line and a ';' here. */
static size_t shared_depth(const struct folded *in, const struct line *line)
{
    size_t depth = in->depth;

    while (depth) {
        size_t end = in->steps[depth - 1].end;
        if (end < line->shared ||
            (end == line->shared && end < line->stack.n && line->stack.p[end] == ';'))
            break;
        depth--;
    }
    return depth;
}

/* Takes a frame apart as py-spy writes it, "parse (reader.py:12)": all lines of a file belong to
 * one function. False for others. */
static bool parse_file_frame(struct str frame, struct str *function, struct str *file)
{
    size_t blank = str_find(frame, 0, STR(" "));
    size_t colon = frame.n;
    uint64_t line;

    if (blank == 0 || !str_starts(str_from_to(frame, blank, frame.n), STR(" (")) ||
        frame.p[frame.n - 1] != ')')
        return false;
    while (colon > blank + 2 && frame.p[colon - 1] != ':')
        colon--;
    if (colon <= blank + 3 || !parse_u64(str_from_to(frame, colon, frame.n - 1), &line))
        return false;
    *function = str_from_to(frame, 0, blank);
    *file = str_from_to(frame, blank + 2, colon - 1);
    return true;
}

/* The row of a name if frames have modules: the file serves as module. */
static frame_id frame_in_file(struct folded *in, struct str frame, name_id name)
{
    struct profile *p = in->p;
    struct frame row = {.name = name};
    struct str function;
    struct str file;

    in->rows = mem_grow(in->rows, &in->rows_room, (size_t)p->names.n + 2, sizeof *in->rows);
    if (in->rows[name])
        return in->rows[name];
    if (parse_file_frame(frame, &function, &file)) {
        row.module = names_add(&p->names, file);
        row.name = names_add(&p->names, function);
        row.shown = in->r->ask->naming.shown ? shown_add(&p->names, frame, &in->marked) : 0;
    } else {
        row.kind = kind_of_mark(frame);
    }
    in->rows[name] = frames_add(&p->frames, &row);
    return in->rows[name];
}

static bool beyond_limits(const struct folded *in, struct str frame)
{
    const struct limits *l = &in->r->ask->limits;
    struct place place;

    place_of(&place, in->r->name, in->r->tally.lines);
    if (frame.n > l->name)
        return limits_reached(in->f, place.text, "name", l->name);
    return limits_reached(in->f, place.text, "depth", l->depth);
}

static inline name_id name_of(struct folded *in, struct str frame)
{
    struct profile *p = in->p;
    name_id known = p->names.n;
    name_id name = names_add(&p->names, frame);

    if (name == known && !in->r->tally.non_utf8_line && !utf8_plain(frame))
        in->r->tally.non_utf8_line = in->r->tally.lines;
    return name;
}

/* Whether a comes before b in sorted lines: a frame ends with a ';', which it does not contain. */
static bool comes_before(struct str a, struct str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = memcmp(a.p, b.p, n);

    if (order)
        return order < 0;
    return a.n < b.n ? (unsigned char)b.p[n] > ';' : b.n < a.n && (unsigned char)a.p[n] < ';';
}

static bool is_next(const struct profile *p, name_id callee, struct str frame)
{
    return callee == CALLEES_NONE ||
           (callee != CALLEES_ANY && comes_before(names_get(&p->names, callee), frame));
}

/* Goes from a step to a callee; *callee is the last that the step knows. */
static inline void go_on(struct folded *in, struct line_frame *step, name_id *callee,
                         struct str frame)
{
    struct profile *p = in->p;
    name_id name = name_of(in, frame);
    frame_id row = in->modules ? frame_in_file(in, frame, name)
                               : frames_add_named(&p->frames, &p->names, name);

    if (is_next(p, *callee, frame)) {
        *callee = name;
        step->callee = CALLEES_NONE;
        step->stack = stacks_append(&p->stacks, step->stack, row);
        return;
    }
    stack_id newest = p->stacks.n;
    step->stack = stacks_add(&p->stacks, step->stack, row);
    step->callee = step->stack == newest && !in->modules ? CALLEES_NONE : CALLEES_ANY;
}

/* Makes the steps those of the line: keeps the shared ones, adds the rest. */
static bool walk_stack(struct folded *in, const struct line *line, uint32_t *empty)
{
    const struct limits *l = &in->r->ask->limits;
    const char *base = line->stack.p;
    const char *end = base + line->stack.n;
    size_t depth = shared_depth(in, line);
    struct line_frame last = {0};
    name_id *callee = depth ? &in->steps[depth - 1].callee : &in->outermost;
    const char *at = base;

    if (depth) {
        last = in->steps[depth - 1];
        at += last.end + 1;
    }
    while (at <= end) {
        const char *stop = at < end ? memchr(at, ';', (size_t)(end - at)) : NULL;
        if (!stop)
            stop = end;
        struct str frame = {at, (size_t)(stop - at)};
        at = stop + 1;
        if (frame.n == 0) {
            last.empty++;
            continue;
        }
        if (depth == l->depth || frame.n > l->name)
            return beyond_limits(in, frame);
        last.end = (size_t)(stop - base);
        go_on(in, &last, callee, frame);
        if (depth == in->steps_room)
            in->steps = mem_grow(in->steps, &in->steps_room, depth + 1, sizeof *in->steps);
        in->steps[depth] = last;
        callee = &in->steps[depth++].callee;
    }
    in->depth = depth;
    *empty = last.empty;
    return true;
}

static bool overflow(const struct folded *in)
{
    static const char grows[] =
        "the sum of all counts grows beyond 2^64-1 here, wanted one that fits";
    struct place place;

    place_of(&place, in->r->name, in->r->tally.lines);
    if (!in->below_line)
        return fault_set(in->f, FAULT_INPUT, "%s: %s", place.text, grows);
    return fault_set(in->f, FAULT_INPUT,
                     "%s: %s; the count of line %" PRIu64
                     " is one below 0 if a counter ran backwards: leave such lines out",
                     place.text, grows, in->below_line);
}

static void note_below(struct folded *in, struct decimal count)
{
    if (!count.scale && !in->below_line)
        in->below_line = in->r->tally.lines;
}

/* Converts a count and its column to the same scale. */
static bool scale_count(struct folded *in, size_t column, struct decimal count, uint64_t *value)
{
    const uint64_t most = UINT64_C(1) << 63; /* of a counter, see builder_is_below */
    struct column *c = &in->p->columns[column];

    if (count.value > most)
        note_below(in, count);
    while (count.scale && count.value % 10 == 0) {
        count.value /= 10;
        count.scale--;
    }
    if (count.scale > c->scale && !profile_rescale(in->p, column, count.scale))
        return overflow(in);
    if (count.scale < c->scale && !decimal_scale(&count, c->scale))
        return overflow(in);
    *value = count.value;
    return true;
}

static bool add_sample(struct folded *in, const struct decimal *counts, stack_id stack)
{
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};

    for (size_t i = 0; i < in->n_counts; i++)
        if (!scale_count(in, i, counts[i], &values[i]))
            return false;
    return profile_add(in->p, stack, 0, values) || overflow(in);
}

static bool skip_bad(struct folded *in, struct str text, const char *reason)
{
    struct reading *r = in->r;
    struct place place;
    struct excerpt near;

    r->tally.bad++;
    reading_keep_rest(r, text);
    notes_add(&r->notes, r->name, r->tally.lines, reason, text);
    if (!r->ask->strict)
        return true;
    return fault_set(in->f, FAULT_INPUT, "%s: %s, wanted \"frame;frame %s\" (near \"%s\")",
                     place_of(&place, r->name, r->tally.lines), reason,
                     in->n_counts == 1 ? "count" : "before after", excerpt_of(&near, text));
}

/* Whether the stack itself ends in a number after a blank, as in a line with two counts. */
static bool ends_in_number(struct str stack)
{
    size_t from = stack.n;
    struct decimal number;

    if (!is_digit(stack.p[stack.n - 1]))
        return false;
    while (from && !is_blank(stack.p[from - 1]))
        from--;
    return from && parse_decimal(str_from_to(stack, from, stack.n), PROFILE_SCALE_MAX, &number);
}

bool folded_has_two_counts(struct str prefix)
{
    bool two = false;

    while (prefix.n) {
        size_t end = str_find(prefix, 0, STR("\n"));
        struct str line = trim(str_from_to(prefix, 0, end));
        struct str count = line;
        if (end == prefix.n && two)
            return true; /* the rest of the line may be missing */
        prefix = str_from_to(prefix, end < prefix.n ? end + 1 : end, prefix.n);
        if (!line.n || line.p[0] == '#')
            continue;
        while (count.n && !is_blank(count.p[count.n - 1]))
            count.n--;
        count = trim(count);
        two = count.n && ends_in_number(line) && ends_in_number(count);
        if (!two)
            return false;
    }
    return two;
}

static bool take_line(struct folded *in, const struct line *line)
{
    struct tally *t = &in->r->tally;
    uint32_t empty = 0;

    if (!walk_stack(in, line, &empty))
        return false;
    in->before = line->stack;
    if (in->depth == 0)
        return skip_bad(in, line->text, "no frame with a name before the count");
    t->empty_frames += empty;
    t->taken++;
    t->indented += line->indented;
    if (in->ends_in_two_numbers) {
        in->ends_in_two_numbers = ends_in_number(line->stack);
        t->ends_in_two_numbers += in->ends_in_two_numbers;
    }
    return add_sample(in, line->counts, in->steps[in->depth - 1].stack) &&
           reading_within_limits(in->p, &in->r->ask->limits, in->r->name, t->lines, in->f);
}

/* Reads a line; its first `shared` bytes are those of the previous line. */
static bool read_line(struct folded *in, struct str text, size_t shared)
{
    struct tally *t = &in->r->tally;
    struct line line = {.text = trim(text), .shared = shared};
    const char *wrong;

    t->lines++;
    if (line.text.n == 0) {
        t->blank++;
        return true;
    }
    if (line.text.p[0] == '#') {
        t->comments++;
        return in->n_counts > 1 || folded_statement_take(in->r, in->p, line.text, in->f);
    }
    if (line.shared > line.text.n)
        line.shared = line.text.n;
    if (line.text.p != text.p) {
        line.shared = common_prefix(line.text.p, in->before.p,
                                    line.text.n < in->before.n ? line.text.n : in->before.n);
        line.indented = true;
    }
    if (memchr(line.text.p + line.shared, '\r', line.text.n - line.shared))
        return skip_bad(in, line.text, "a carriage return inside the line");
    wrong = parse_counts(&line, in->n_counts);
    if (wrong)
        return skip_bad(in, line.text, wrong);
    return take_line(in, &line);
}

static bool read_block(struct folded *in, struct str block)
{
    const char *at = block.p;
    const char *end = block.p + block.n;

    while (at < end) {
        size_t n = (size_t)(end - at);
        size_t shared = common_prefix(at, in->before.p, n < in->before.n ? n : in->before.n);
        const char *stop = memchr(at + shared, '\n', n - shared);
        struct str text = {at, stop ? (size_t)(stop - at) : n};
        if (!read_line(in, text, shared))
            return false;
        at = stop ? stop + 1 : end;
    }
    return true;
}

/* Copies the previous line before its block is dropped. */
static void keep_before(struct folded *in)
{
    in->kept = mem_grow(in->kept, &in->kept_room, in->before.n + 1, 1);
    memmove(in->kept, in->before.p, in->before.n);
    in->before.p = in->kept;
}

static bool read_blocks(struct folded *in, struct blocks *blocks)
{
    struct reading *r = in->r;
    struct str block;
    bool first = r->first_part;

    for (;;) {
        if (!blocks_next(blocks, r->tally.lines, &block, in->f))
            return false;
        if (block.n == 0)
            return true;
        r->tally.bytes += block.n;
        if (first && !reading_skip_mark(&block, r->name, in->f))
            return false;
        first = false;
        if (!read_block(in, block))
            return false;
        keep_before(in);
        if (r->progress)
            r->progress(r->progress_context, r->tally.bytes * r->parts);
    }
}

bool folded_read(size_t n_counts, struct reading *r, struct blocks *blocks, struct profile *p,
                 struct fault *f)
{
    struct folded in = {.r = r,
                        .p = p,
                        .f = f,
                        .before = STR(""),
                        .n_counts = n_counts,
                        .modules = r->ask->naming.modules,
                        .outermost = p->stacks.n == 1 && !r->ask->naming.modules ? CALLEES_NONE
                                                                                 : CALLEES_ANY,
                        .ends_in_two_numbers = n_counts == 1};
    bool ok = (n_counts > 1 || folded_statement_of_head(r, p, f)) && read_blocks(&in, blocks);

    if (!in.ends_in_two_numbers)
        r->tally.ends_in_two_numbers = 0;
    mem_free(in.kept, in.kept_room, 1);
    mem_free(in.rows, in.rows_room, sizeof *in.rows);
    buf_free(&in.marked);
    mem_free(in.steps, in.steps_room, sizeof *in.steps);
    return ok;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    return folded_read(1, r, blocks, p, f);
}

static const char *const endings[] = {"folded", "collapsed", NULL};

/* Takes ".gz" or the like off a path. */
static struct str without_ending(struct str path, const char *ending)
{
    size_t n = strlen(ending);

    return path.n > n && path.p[path.n - n - 1] == '.' && str_ends(path, str_of(ending))
               ? str_from_to(path, 0, path.n - n - 1)
               : path;
}

bool folded_is_called_so(struct str path)
{
    static const char *const packings[] = {"gz", "xz", "zst", NULL};
    size_t n = path.n;

    for (size_t i = 0; packings[i] && path.n == n; i++)
        path = without_ending(path, packings[i]);
    n = path.n;
    for (size_t i = 0; endings[i] && path.n == n; i++)
        path = without_ending(path, endings[i]);
    return path.n < n;
}

const struct input_format input_folded = {
    .name = "folded",
    .alias = "collapse",
    .about = "folded stacks, one per line: frames from the root, separated by ';', then a count",
    .endings = endings,
    .recognise = folded_recognise,
    .signs = {ANY_OF(SIGNS_DIGIT_ENDS, ".\n", SIGN_NO_LINE)},
    .read = read,
    .cut = CUT_LINES,
    .part_least = 4 << 20,
};
