/* 2,"Tracer.Trace(int32)","2,893",54.37,4.21,0.04,0.00,"demo.exe",: a function below its caller, as
 * Visual Studio's CallTreeSummary.csv has it. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/csv.h"
#include "input/common/text.h"

/* Visual Studio prints percentages with two digits. */
enum { PERCENT_SCALE = 2 };

struct open_call {
    stack_id stack;
    uint64_t calls; /* that are left to the function itself */
    uint64_t line;
};

/* The final data of a stack. Most files have one for each row, so its size matters. */
struct total {
    uint64_t calls;
    uint64_t time;
    uint64_t line; /* of the row that calls are from; 0: none */
};

struct vsprof {
    struct text text;
    struct csv csv;
    struct open_call *steps; /* by level, less one */
    size_t n, steps_room;
    struct total *totals; /* by stack, where calls are counted */
    size_t totals_room;
    struct buf digits;
    bool begun;
    bool sampled;              /* the rows are samples, which are exclusive as they are */
    size_t name, number, time; /* cells; time: CSV_CELLS where there is none */
};

static const struct measure call_measures[] = {{"calls", "calls"}, {"time", "%"}};
static const struct measure sample_measures[] = {{"samples", "samples"}};

/* Returns the length of a thousands separator at the start of s: , . ' or a kind of blank. */
static size_t thousands_mark(struct str s)
{
    static const char *const marks[] = {",", ".", "'", " ", "\xC2\xA0", "\xE2\x80\xAF", "\xA0"};

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (str_starts(s, str_of(marks[i])))
            return strlen(marks[i]);
    return 0;
}

/* "2893824", "2,893,824". */
static bool read_count(struct vsprof *in, struct str text, uint64_t *value)
{
    size_t group = 0; /* digits since the last mark */
    bool parted = false;

    if (parse_u64(text, value))
        return true;
    buf_clear(&in->digits);
    for (size_t i = 0; i < text.n;) {
        if (is_digit(text.p[i])) {
            buf_add_byte(&in->digits, text.p[i++]);
            group++;
            continue;
        }
        size_t mark = thousands_mark(str_from_to(text, i, text.n));
        if (!mark || (parted ? group != 3 : group == 0 || group > 3))
            return false;
        parted = true;
        group = 0;
        i += mark;
    }
    return (!parted || group == 3) && parse_u64(buf_str(&in->digits), value);
}

/* "18.39", "18,39". */
static bool read_percent(struct vsprof *in, struct str text, uint64_t *value)
{
    if (parse_scaled(text, PERCENT_SCALE, value))
        return true;
    buf_clear(&in->digits);
    buf_add(&in->digits, text);
    for (size_t i = 0; i < in->digits.n; i++)
        if (in->digits.p[i] == ',')
            in->digits.p[i] = '.';
    return parse_scaled(buf_str(&in->digits), PERCENT_SCALE, value);
}

static bool bad(struct vsprof *in, const char *reason, struct str near)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, near);
}

static struct total *total_of(struct vsprof *in, stack_id stack)
{
    in->totals = mem_grow(in->totals, &in->totals_room, (size_t)stack + 1, sizeof *in->totals);
    return &in->totals[stack];
}

/* If a path occurs more than once, the calls of the last row count, as is known of this format;
 * notes the others. */
static void write_calls(struct vsprof *in, const struct open_call *step)
{
    const struct profile *p = in->text.p;
    struct total *total = total_of(in, step->stack);
    struct reading *r = in->text.r;

    if (step->calls == 0)
        return;
    if (total->calls)
        notes_add(&r->notes, r->name, total->line, "calls of a path that is repeated below",
                  names_get(&p->names, p->frames.rows[p->stacks.rows[step->stack].frame].name));
    total->calls = step->calls;
    total->line = step->line;
}

/* Leaves functions until `to` of them are left. `back`: the next row belongs to a caller of the
 * last function. The last callee's calls are subtracted from its caller's if they are fewer; if
 * they are as many, the caller is only known through it. */
static void leave(struct vsprof *in, size_t to, bool back)
{
    uint64_t below = 0;

    while (in->n > to) {
        const struct open_call *step = &in->steps[--in->n];
        if (below != step->calls)
            write_calls(in, step);
        below = step->calls;
        if (back && in->n && below < in->steps[in->n - 1].calls)
            in->steps[in->n - 1].calls -= below;
    }
}

static bool enter(struct vsprof *in, uint64_t level, struct str name)
{
    struct reading *r = in->text.r;
    struct profile *p = in->text.p;
    frame_id frame = 0;
    struct place place;

    if (level > r->ask->limits.depth)
        return limits_reached(in->text.f, place_of(&place, r->name, r->tally.lines), "depth",
                              r->ask->limits.depth);
    if (!tidier_frame(&in->text.tidier, name, KIND_UNKNOWN, &frame))
        return false;
    stack_id caller = in->n ? in->steps[in->n - 1].stack : 0;
    stack_id stack = stacks_add(&p->stacks, caller, frame);
    in->steps = mem_grow(in->steps, &in->steps_room, in->n + 1, sizeof *in->steps);
    in->steps[in->n++] = (struct open_call){stack, 0, r->tally.lines};
    return reading_within_limits(p, &r->ask->limits, r->name, r->tally.lines, in->text.f);
}

/* Takes the numbers of the function that was entered. */
static bool take_numbers(struct vsprof *in, struct str line)
{
    struct open_call *step = &in->steps[in->n - 1];
    uint64_t time = 0;
    uint64_t number;

    if (!read_count(in, str_trim(csv_cell(&in->csv, in->number)), &number) ||
        (in->time < CSV_CELLS && !read_percent(in, str_trim(csv_cell(&in->csv, in->time)), &time)))
        return bad(in, "a row with invalid numbers", line);
    if (in->sampled) {
        const uint64_t values[PROFILE_COLUMNS_MOST] = {number};
        return number == 0 ||
               builder_add_stack(&in->text.builder, step->stack, 0, values, step->line);
    }
    step->calls = number;
    struct total *total = total_of(in, step->stack);
    if (time > UINT64_MAX - total->time)
        return bad(in, "a row whose time does not fit", line);
    total->time += time;
    return true;
}

static bool read_row(struct vsprof *in, struct str line)
{
    bool whole = csv_split(&in->csv, line);
    uint64_t level;

    if (in->csv.n == 0 || !read_count(in, str_trim(in->csv.cells[0]), &level))
        return bad(in, "a row without a level", line);
    if (level <= in->n)
        leave(in, level ? (size_t)level - 1 : 0, level < in->n);
    if (!whole)
        return bad(in, "a quote that is not closed", line);
    if (level == 0)
        return true;
    if (level > in->n + 1)
        return bad(in, "a row whose caller is missing", line);
    struct str name = csv_cell(&in->csv, in->name);
    if (name.n == 0 || in->csv.n <= in->number || (in->time < CSV_CELLS && in->csv.n <= in->time))
        return bad(in, "a row that ends early, or without a function", line);
    return enter(in, level, name) && take_numbers(in, line);
}

static bool read_header(struct vsprof *in, struct str line)
{
    struct place place;
    struct reading *r = in->text.r;

    leave(in, 0, true);
    in->begun = true;
    if (!csv_split(&in->csv, line))
        in->csv.n = 0;
    in->name = csv_find(&in->csv, STR("Function Name"));
    in->number = csv_find(&in->csv, STR("Exclusive Samples"));
    in->sampled = in->number < CSV_CELLS;
    in->time = CSV_CELLS;
    if (!in->sampled) {
        in->number = csv_find(&in->csv, STR("Number of Calls"));
        in->time = csv_find(&in->csv, STR("Elapsed Exclusive Time %"));
    }
    if (in->name == CSV_CELLS || in->number == CSV_CELLS)
        return fault_set(in->text.f, FAULT_INPUT,
                         "%s: a header without a required column, wanted Function Name and Number "
                         "of Calls or Exclusive Samples",
                         place_of(&place, r->name, r->tally.lines));
    r->tally.comments++;
    if (in->sampled)
        return text_measures(&in->text, TEXT_FULL_NAMES, sample_measures, 1);
    return text_measures(&in->text, TEXT_FULL_NAMES, call_measures, 2) &&
           builder_scale(&in->text.builder, 1, PERCENT_SCALE);
}

static bool read_line(struct vsprof *in, struct str line)
{
    if (str_trim(line).n == 0) {
        in->text.r->tally.blank++;
        return true;
    }
    char separator = csv_separator(line, STR("Level"));
    if (separator) {
        in->csv.separator = separator;
        return read_header(in, line);
    }
    return in->begun ? read_row(in, line) : bad(in, "a line before the header", line);
}

/* Adds what was counted by stack. */
static bool add_totals(struct vsprof *in)
{
    for (size_t i = 0; i < in->totals_room; i++) {
        const struct total *total = &in->totals[i];
        const uint64_t values[PROFILE_COLUMNS_MOST] = {total->calls, total->time};
        if ((total->calls || total->time) &&
            !builder_add_stack(&in->text.builder, (stack_id)i, 0, values, total->line))
            return false;
    }
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct vsprof in = {0};
    struct str line;
    bool ok = true;

    text_init(&in.text, r, blocks, p, f);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    leave(&in, 0, true);
    ok = add_totals(&in) && ok && f->kind == FAULT_NONE;
    mem_free(in.totals, in.totals_room, sizeof *in.totals);
    mem_free(in.steps, in.steps_room, sizeof *in.steps);
    buf_free(&in.digits);
    csv_free(&in.csv);
    text_free(&in.text);
    return ok;
}

static unsigned recognise(struct str prefix)
{
    enum { LINES = 5, BITS = 60 };
    struct str rest = prefix;
    struct str line;

    for (unsigned i = 0; i < LINES && take_field(&rest, '\n', &line); i++)
        if (csv_separator(line, STR("Level")))
            return str_find(line, 0, STR("Function Name")) < line.n ? BITS : 0;
    return 0;
}

static const char *const endings[] = {NULL};

const struct input_format input_vsprof = {
    .name = "vsprof",
    .about =
        "the call tree of Visual Studio's profiler as CSV: calls without those below, or samples",
    .endings = endings,
    .recognise = recognise,
    .read = read,
};
