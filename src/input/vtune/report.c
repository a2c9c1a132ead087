/* Function Stack,CPU Time:Self,Module
 * Total,0.0,[Unknown]
 *  main,0.016,demo
 * Reads the rows of a report. */
#include "input/vtune/report.h"

#include "base/parse.h"
#include "input/common/csv.h"
#include "input/common/frame_cache.h"
#include "input/common/path.h"
#include "symbol/demangle.h"

enum { NS_IN_MS = 1000000, DIGITS_OF_NS = 9 };

struct vtune {
    struct text text;
    const struct vtune_report *report;
    struct csv csv;
    struct path path;
    struct frame_cache frame_cache; /* by function with its module, as they came */
    struct buf name, whole;
    bool begun;    /* a header was seen */
    bool flat;     /* no row is indented */
    size_t module; /* cells: CSV_CELLS where there is none */
    size_t cells[VTUNE_COLUMNS];
    size_t least; /* cells of a row that is whole */
};

static const struct str first_cell[] = {{"Function Stack", 14}, {"Function", 8}};

/* Returns the separator of a header; 0: not a header. */
static char separator_of(struct str line, bool *flat)
{
    for (size_t i = 0; i < 2; i++) {
        char separator = csv_separator(line, first_cell[i]);
        *flat = i == 1;
        if (separator)
            return separator;
    }
    return 0;
}

static bool no_column(struct vtune *in, const char *what)
{
    struct place place;
    struct reading *r = in->text.r;

    return fault_set(in->text.f, FAULT_INPUT, "%s: %s, wanted %s",
                     place_of(&place, r->name, r->tally.lines), what, in->report->wanted);
}

/* Reads a header that begins a table. */
static bool begin_table(struct vtune *in, struct str line)
{
    const struct vtune_report *report = in->report;
    struct measure measures[2 * VTUNE_COLUMNS];
    size_t n = 0;

    in->begun = true;
    path_cut(&in->path, 0);
    if (!csv_split(&in->csv, line))
        return no_column(in, "a header with a quote that is not closed");
    if (in->flat && csv_find(&in->csv, first_cell[0]) < CSV_CELLS)
        return no_column(in, "a report of callers");
    in->module = csv_find(&in->csv, STR("Module"));
    in->least = in->module < CSV_CELLS ? in->module + 1 : 1;
    for (size_t i = 0; i < report->n_columns; i++) {
        const struct vtune_column *column = &report->columns[i];
        in->cells[i] = csv_find(&in->csv, str_of(column->header));
        if (in->cells[i] == CSV_CELLS && column->or_header)
            in->cells[i] = csv_find(&in->csv, str_of(column->or_header));
        if (in->cells[i] == CSV_CELLS)
            continue;
        if (in->least <= in->cells[i])
            in->least = in->cells[i] + 1;
        measures[n++] = column->measures[0];
        if (column->number == VTUNE_SECONDS)
            measures[n++] = column->measures[1];
    }
    if (n == 0)
        return no_column(in, "a required column is missing");
    in->text.r->tally.comments++;
    return text_measures(&in->text, TEXT_FULL_NAMES, measures, n);
}

/* "0.016612" in nanoseconds; an empty cell is none. */
static bool read_seconds(struct str cell, uint64_t *ns)
{
    *ns = 0;
    return cell.n == 0 || parse_scaled(cell, DIGITS_OF_NS, ns);
}

/* "4096", "4096.0". */
static bool read_whole(struct str cell, uint64_t *value)
{
    struct decimal number;

    *value = 0;
    if (cell.n == 0)
        return true;
    if (!parse_decimal(cell, DIGITS_OF_NS, &number))
        return false;
    for (; number.scale; number.scale--) {
        if (number.value % 10)
            return false;
        number.value /= 10;
    }
    *value = number.value;
    return true;
}

/* Parses the numbers of a row. */
static bool read_values(const struct vtune *in, uint64_t *values)
{
    size_t n = 0;

    for (size_t i = 0; i < in->report->n_columns; i++) {
        struct str cell = str_trim(csv_cell(&in->csv, in->cells[i]));
        if (in->cells[i] == CSV_CELLS)
            continue;
        if (in->report->columns[i].number == VTUNE_WHOLE) {
            if (!read_whole(cell, &values[n++]))
                return false;
            continue;
        }
        uint64_t ns;
        if (!read_seconds(cell, &ns))
            return false;
        values[n++] = ns / NS_IN_MS + (ns % NS_IN_MS >= NS_IN_MS / 2);
        values[n++] = ns;
    }
    return true;
}

static enum frame_kind kind_of(struct str module)
{
    if (str_equal(module, STR("[Dynamic code]")) || str_equal(module, STR("[Compiled Java code]")))
        return KIND_JIT;
    if (str_starts(module, STR("[")))
        return KIND_UNKNOWN;
    if (str_ends(module, STR(".sys")) || str_equal(module, STR("ntoskrnl.exe")))
        return KIND_KERNEL;
    return tidy_kind(module);
}

/* Writes the function with its module. */
static void join(const struct vtune *in, struct str function, struct str module, struct buf *to)
{
    buf_clear(to);
    if (in->module == CSV_CELLS) {
        buf_add(to, function);
    } else if (in->report->module_first) {
        buf_add(to, module);
        buf_add_byte(to, '`');
        buf_add(to, function);
    } else {
        buf_add(to, function);
        buf_add_byte(to, '(');
        buf_add(to, module);
        buf_add_byte(to, ')');
    }
}

/* Finds or adds the frame of a function. */
static bool frame_of(struct vtune *in, struct str function, struct str module, frame_id *frame)
{
    struct builder *b = &in->text.builder;
    struct str demangled;

    join(in, function, module, &in->name);
    frame_id *known = frame_cache_frame(&in->frame_cache, buf_str(&in->name));
    if (!*known) {
        if (tidier_demangle(&in->text.tidier, function, &demangled))
            join(in, demangled, module, &in->name);
        tidy_separators(buf_str(&in->name), &in->whole);
        if (!builder_frame(b, buf_str(&in->whole), kind_of(module), known))
            return false;
    }
    *frame = *known;
    return true;
}

static bool is_zero(const uint64_t *values)
{
    for (size_t i = 0; i < PROFILE_COLUMNS_MOST; i++)
        if (values[i])
            return false;
    return true;
}

static size_t blanks_before(struct str s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] == ' ')
        n++;
    return n;
}

/* Splits a row into its function and its depth; the indentation is inside or outside of its quotes.
 * Returns an error in the row, or NULL. */
static const char *split_row(struct vtune *in, struct str line, size_t *depth, struct str *function)
{
    size_t outside = blanks_before(line);

    *depth = in->flat ? 0 : outside;
    if (!csv_split(&in->csv, str_from_to(line, outside, line.n)))
        return "a quote that is not closed";
    *function = in->csv.cells[0];
    size_t inside = blanks_before(*function);
    *function = str_from_to(*function, inside, function->n);
    *depth += in->flat ? 0 : inside;
    if (in->csv.n < in->least || function->n == 0)
        return "a row that ends early, or without a function";
    return NULL;
}

static bool read_row(struct vtune *in, struct str line)
{
    struct builder *b = &in->text.builder;
    struct lines *lines = &in->text.lines;
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};
    uint64_t at = in->text.r->tally.lines;
    size_t depth;
    struct str function;
    frame_id frame;
    stack_id stack;

    const char *wrong = split_row(in, line, &depth, &function);
    if (wrong) {
        path_cut(&in->path, depth);
        return lines_bad(lines, at, wrong, line);
    }
    if (!frame_of(in, function, csv_cell(&in->csv, in->module), &frame))
        return false;
    if (!path_put(&in->path, depth, frame))
        return lines_bad(lines, at, "a row whose caller is missing", line);
    if (!read_values(in, values))
        return lines_bad(lines, at, "a row with invalid numbers", line);
    if (is_zero(values))
        return true;
    return path_stack(&in->path, b, &stack) && builder_add_stack(b, stack, 0, values, at);
}

static bool read_line(struct vtune *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;
    bool flat;

    if (str_trim(line).n == 0) {
        tally->blank++;
        return true;
    }
    char separator = '\0';
    if (line.p[0] == 'F' || line.p[0] == '"')
        separator = separator_of(line, &flat);
    if (separator) {
        in->csv.separator = separator;
        in->flat = flat;
        return begin_table(in, line);
    }
    if (in->begun)
        return read_row(in, line);
    if (str_starts(line, STR("war:")) || str_starts(line, STR("vtune:")) ||
        str_starts(line, STR("amplxe:"))) {
        tally->comments++;
        return true;
    }
    return lines_bad(&in->text.lines, tally->lines, "a line before the header", line);
}

bool vtune_read(const struct vtune_report *report, struct reading *r, struct blocks *blocks,
                struct profile *p, struct fault *f)
{
    struct vtune in = {.report = report};
    struct str line;
    bool ok = true;

    text_init(&in.text, r, blocks, p, f);
    frame_cache_init(&in.frame_cache);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE;
    buf_free(&in.whole);
    buf_free(&in.name);
    frame_cache_free(&in.frame_cache);
    path_free(&in.path);
    csv_free(&in.csv);
    text_free(&in.text);
    return ok;
}

static bool any_starts(const struct csv *c, struct str with)
{
    for (size_t i = 1; i < c->n; i++)
        if (str_starts(c->cells[i], with))
            return true;
    return false;
}

unsigned vtune_recognise(struct str prefix, struct str has, struct str lacks)
{
    enum { LINES = 20, TREE_BITS = 60, FLAT_BITS = 40 };
    struct str rest = prefix;
    struct str line;
    struct csv csv = {0};
    unsigned bits = 0;
    bool flat;

    for (unsigned i = 0; i < LINES && !bits && take_field(&rest, '\n', &line); i++) {
        csv.separator = separator_of(line, &flat);
        if (csv.separator && csv_split(&csv, str_trim(line)) && any_starts(&csv, has) &&
            !any_starts(&csv, lacks))
            bits = flat ? FLAT_BITS : TREE_BITS;
    }
    csv_free(&csv);
    return bits;
}
