/* a.exe, a.exe (41), [Root]/ntdll.dll!start/a.exe!main, a.exe, main, 5104, 0, 1.001237, 1, 9.771
 * below a header "Process Name, Process, Stack, Module, Function, Thread ID, CPU, Weight, Count,
 * TimeStamp": the samples of Windows' xperf and WPA as CSV, with the columns their user chose. */
#include "base/parse.h"
#include "input/common/csv.h"
#include "input/common/frame_cache.h"
#include "input/common/label_builder.h"
#include "input/common/text.h"

/* The columns that we look for. */
enum column_id {
    PROCESS_NAME,
    PROCESS, /* a.exe (41) */
    STACK,
    MODULE,
    FUNCTION,
    THREAD,
    CPU,
    WEIGHT,
    COUNT,
    TIME,
    COLUMNS,
};

static const char *const headers[COLUMNS] = {
    [PROCESS_NAME] = "Process Name",
    [PROCESS] = "Process",
    [STACK] = "Stack",
    [MODULE] = "Module",
    [FUNCTION] = "Function",
    [THREAD] = "Thread ID",
    [CPU] = "CPU",
    [WEIGHT] = "Weight",
    [COUNT] = "Count",
    [TIME] = "TimeStamp",
};

enum { NS_DIGITS_OF_MS = 6 };

struct xperf {
    struct text text;
    struct csv csv;
    struct label_builder label_builder;
    struct frame_cache frames; /* by module!function */
    struct frame_cache stacks; /* their ids, by the text of the stack and its leaf */
    struct buf header, leaf, whole, placed;
    bool begun;
    size_t at[COLUMNS]; /* cells; CSV_CELLS: there is none */
    size_t n_cells;     /* of the header */
    size_t least;       /* cells of a row that is whole */
    struct str cells[COLUMNS];
    uint64_t n_idle;
};

static bool bad(struct xperf *in, const char *reason, struct str near)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, near);
}

static bool is_header(const struct csv *c)
{
    return csv_find(c, str_of(headers[STACK])) < CSV_CELLS &&
           csv_find(c, str_of(headers[WEIGHT])) < CSV_CELLS &&
           (csv_find(c, str_of(headers[PROCESS_NAME])) < CSV_CELLS ||
            csv_find(c, str_of(headers[PROCESS])) < CSV_CELLS);
}

/* Splits a line that may be the header, by each separator. */
static bool parse_header(struct csv *c, struct str line)
{
    static const char separators[] = {',', '\t', ';'};

    for (size_t i = 0; i < sizeof separators; i++) {
        c->separator = separators[i];
        if (csv_split(c, line) && is_header(c))
            return true;
    }
    return false;
}

static bool begin_table(struct xperf *in, struct str line)
{
    static const struct measure measures[] = {{"time", "ns"}, {"samples", "samples"}};

    in->begun = true;
    buf_add(&in->header, line);
    in->n_cells = in->csv.n;
    for (size_t i = 0; i < COLUMNS; i++) {
        in->at[i] = csv_find(&in->csv, str_of(headers[i]));
        if (in->at[i] < CSV_CELLS && in->least <= in->at[i])
            in->least = in->at[i] + 1;
    }
    in->text.r->tally.comments++;
    return text_measures(&in->text, TEXT_FULL_NAMES, measures, 2);
}

/* The text of several adjacent cells, as in the row. */
static struct str joined(const struct xperf *in, size_t from, size_t to)
{
    const char *begin = in->csv.cells[from].p;
    const char *end = in->csv.cells[to].p + in->csv.cells[to].n;

    return str_trim((struct str){begin, (size_t)(end - begin)});
}

static bool is_leaf(struct str stack, struct str module, struct str function)
{
    size_t n = module.n + 1 + function.n;

    return stack.n > n && str_ends(stack, function) &&
           str_starts(str_from_to(stack, stack.n - n, stack.n), module) &&
           stack.p[stack.n - function.n - 1] == '!';
}

/* Handles a row of more cells than the header, because names may contain unquoted commas. If stack,
 * module and function are adjacent, joins their cells so that the stack ends in the function. False
 * when they are not, or when a cell of the row had doubled quotes: its text is not in the row. */
static bool join_cells(struct xperf *in, size_t extra)
{
    size_t from = in->at[STACK];
    size_t last = in->at[FUNCTION] + extra;

    if (in->at[MODULE] != from + 1 || in->at[FUNCTION] != from + 2 || in->csv.plain.n)
        return false;
    for (size_t i = from; i + 1 < last; i++) {
        in->cells[STACK] = joined(in, from, i);
        in->cells[MODULE] = str_trim(in->csv.cells[i + 1]);
        in->cells[FUNCTION] = joined(in, i + 2, last);
        if (is_leaf(in->cells[STACK], in->cells[MODULE], in->cells[FUNCTION]) ||
            (i == from && str_equal(in->cells[STACK], STR("?"))))
            return true;
    }
    return false;
}

/* Finds the cells of a row. */
static bool take_cells(struct xperf *in)
{
    size_t extra = in->csv.n > in->n_cells ? in->csv.n - in->n_cells : 0;

    for (size_t i = 0; i < COLUMNS; i++) {
        size_t at = in->at[i] + (in->at[i] > in->at[STACK] ? extra : 0);
        in->cells[i] = in->at[i] < CSV_CELLS ? str_trim(csv_cell(&in->csv, at)) : STR("");
    }
    return extra == 0 || join_cells(in, extra);
}

/* Milliseconds to ns; if there is also a point, commas separate thousands. */
static bool read_weight(struct xperf *in, struct str text, uint64_t *ns)
{
    struct buf *digits = &in->whole;
    struct decimal number;
    bool rounded;

    buf_clear(digits);
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] != ',' || !memchr(text.p, '.', text.n))
            buf_add_byte(digits, text.p[i]);
    if (!parse_float(buf_str(digits), NS_DIGITS_OF_MS, &number, &rounded) ||
        !decimal_scale(&number, NS_DIGITS_OF_MS))
        return false;
    *ns = number.value;
    return true;
}

/* The name and the number in "a.exe (41)". */
static struct str process_of(const struct xperf *in, struct str *pid)
{
    struct str process = in->cells[PROCESS];
    size_t open = str_find_last(process, STR(" ("));

    *pid = STR("");
    if (open < process.n && str_ends(process, STR(")")) &&
        is_whole_number(str_from_to(process, open + 2, process.n - 1))) {
        *pid = str_from_to(process, open + 2, process.n - 1);
        process = str_trim(str_from_to(process, 0, open));
    }
    return in->cells[PROCESS_NAME].n ? in->cells[PROCESS_NAME] : process;
}

/* Prefixes a module, a frame or a stack with the process, "a.exe!ntdll.dll", if frames have
 * modules: a call graph then distinguishes functions of different processes. Lent until the next
 * call. */
static struct str in_process(struct xperf *in, struct str text)
{
    struct str pid;

    if (!in->text.tidier.naming.modules)
        return text;
    buf_clear(&in->placed);
    buf_add(&in->placed, process_of(in, &pid));
    buf_add(&in->placed, text.n ? STR("!") : STR(""));
    buf_add(&in->placed, text);
    return buf_str(&in->placed);
}

/* Pushes "ntdll.dll!start"; without '!' the function has no module. */
static bool push(struct xperf *in, struct str whole)
{
    struct builder *b = &in->text.builder;
    frame_id *known = frame_cache_frame(&in->frames, in_process(in, whole));
    size_t mark = str_find(whole, 0, STR("!"));
    struct frame row = {0};

    if (*known)
        return builder_push(b, *known);
    struct str module = mark < whole.n ? str_from_to(whole, 0, mark) : STR("");
    struct str name = mark < whole.n ? str_from_to(whole, mark + 1, whole.n) : whole;
    if (str_equal(module, STR("?")))
        module = STR("");
    if (str_equal(name, STR("?")))
        name = STR("");
    return tidier_row(&in->text.tidier, name, in_process(in, module), STR(""), &row) &&
           tidier_show_in(&in->text.tidier, name, module, &row) && builder_row(b, &row, known) &&
           builder_push(b, *known);
}

/* Returns where the frame that begins at `from` ends: at a '/' with a '!' before the next one, as
 * names may contain a '/' as well. */
static size_t frame_end(struct str stack, size_t from)
{
    size_t end = str_find(stack, from, STR("/"));

    while (end < stack.n) {
        size_t next = str_find(stack, end + 1, STR("/"));
        struct str rest = str_from_to(stack, end + 1, stack.n);
        if (memchr(stack.p + end, '!', next - end) || str_starts(rest, STR("?")) ||
            str_starts(rest, STR("[")))
            return end;
        end = next;
    }
    return end;
}

/* The stack, root first, plus the sampled function if the stack lacks it. */
static bool push_stack(struct xperf *in, struct str stack, struct str leaf)
{
    bool has_leaf = stack.n == leaf.n || (stack.n > leaf.n && str_ends(stack, leaf) &&
                                          stack.p[stack.n - leaf.n - 1] == '/');

    if (str_starts(stack, STR("[Root]")))
        stack = str_from_to(stack, stack.n > 6 ? 7 : 6, stack.n);
    if (str_equal(stack, STR("?")))
        stack = STR("");
    for (size_t from = 0, end; from < stack.n; from = end + 1) {
        end = frame_end(stack, from);
        if (end > from && !push(in, str_from_to(stack, from, end)))
            return false;
    }
    return leaf.n == 0 || has_leaf || push(in, leaf);
}

static bool stack_of(struct xperf *in, stack_id *stack)
{
    struct str leaf = in->cells[FUNCTION];

    buf_clear(&in->leaf);
    if (leaf.n && in->cells[MODULE].n) {
        buf_add(&in->leaf, in->cells[MODULE]);
        buf_add_byte(&in->leaf, '!');
    }
    buf_add(&in->leaf, leaf);
    buf_clear(&in->whole);
    buf_add(&in->whole, in_process(in, in->cells[STACK]));
    buf_add_byte(&in->whole, '\n');
    buf_add(&in->whole, buf_str(&in->leaf));
    stack_id *known = frame_cache_frame(&in->stacks, buf_str(&in->whole));
    if (!*known) {
        if (!push_stack(in, in->cells[STACK], buf_str(&in->leaf)))
            return false;
        *known = builder_stack(&in->text.builder, ROOT_FIRST);
    }
    *stack = *known;
    return true;
}

/* comm, pid, tid and cpu. The process is "a.exe (41)". */
static labels_id labels_of(struct xperf *in)
{
    struct str values[] = {STR(""), STR(""), in->cells[THREAD], in->cells[CPU]};

    values[0] = process_of(in, &values[1]);
    return label_builder_of(&in->label_builder, values);
}

static bool is_idle(const struct xperf *in)
{
    struct str name = in->cells[in->cells[PROCESS_NAME].n ? PROCESS_NAME : PROCESS];

    return str_equal(name, STR("Idle")) || str_equal(name, STR("Idle (0)"));
}

static bool read_row(struct xperf *in, struct str line)
{
    uint64_t values[PROFILE_COLUMNS_MOST] = {0, 1};
    struct builder *b = &in->text.builder;
    uint64_t line_number = in->text.r->tally.lines;
    stack_id stack;

    if (!csv_split(&in->csv, line))
        return bad(in, "a quote that is not closed", line);
    if (in->csv.n < in->least)
        return bad(in, "a row that ends early", line);
    if (!take_cells(in))
        return bad(in, "a row of more cells than the header", line);
    if (is_idle(in)) {
        in->n_idle++;
        return true;
    }
    if (!read_weight(in, in->cells[WEIGHT], &values[0]) ||
        (in->cells[COUNT].n && !parse_u64(in->cells[COUNT], &values[1])))
        return bad(in, "a row whose weight or count is not a number", line);
    builder_begin(b);
    if (!parse_seconds(in->cells[TIME], &b->moment.at_ns))
        b->moment.at_ns = NO_TIME;
    if (!stack_of(in, &stack))
        return false;
    if (stack == 0)
        return bad(in, "a row without a stack and a function", line);
    return builder_add_stack(b, stack, labels_of(in), values, line_number);
}

static bool read_line(struct xperf *in, struct str line)
{
    struct tally *t = &in->text.r->tally;

    if (str_trim(line).n == 0) {
        t->blank++;
        return true;
    }
    if (in->begun && str_equal(line, buf_str(&in->header))) {
        t->comments++;
        return true;
    }
    if (in->begun)
        return read_row(in, line);
    return parse_header(&in->csv, line) ? begin_table(in, line)
                                        : bad(in, "a line before the header", line);
}

/* Leaves out idle time, and says so. */
static void note_idle(const struct xperf *in)
{
    struct reading *r = in->text.r;
    char count[24];

    if (!in->n_idle)
        return;
    snprintf(count, sizeof count, "%llu", (unsigned long long)in->n_idle);
    notes_add(&r->notes, r->name, 0, "samples of the process Idle", str_of(count));
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const char *const keys[] = {"comm", "pid", "tid", "cpu"};
    struct xperf in = {0};
    struct buf *const bufs[] = {&in.header, &in.leaf, &in.whole, &in.placed};
    struct str line;
    bool ok = true;

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, keys, 4);
    frame_cache_init(&in.frames);
    frame_cache_init(&in.stacks);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE;
    note_idle(&in);
    for (size_t i = 0; i < sizeof bufs / sizeof bufs[0]; i++)
        buf_free(bufs[i]);
    frame_cache_free(&in.frames);
    frame_cache_free(&in.stacks);
    csv_free(&in.csv);
    label_builder_free(&in.label_builder);
    text_free(&in.text);
    return ok;
}

/* A header with process, stack and weight among its columns. */
static unsigned recognise(struct str prefix)
{
    enum { BITS = 60 };
    struct str rest = prefix;
    struct str line = STR("");
    struct csv csv = {0};

    while (take_field(&rest, '\n', &line) && str_trim(line).n == 0)
        ;
    bool is = parse_header(&csv, str_trim(line));
    csv_free(&csv);
    return is ? BITS : 0;
}

static const char *const endings[] = {"xperf", NULL};

const struct input_format input_xperf = {
    .name = "xperf",
    .about = "CPU samples of Windows' xperf and WPA as CSV, with the column Stack",
    .endings = endings,
    .recognise = recognise,
    .read = read,
};
