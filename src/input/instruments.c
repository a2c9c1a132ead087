/* 797.00 ms   16.1%	786.00 ms	 	      alpha()
 * The call tree of Apple's Instruments as "deep copy" puts it on the clipboard: columns separated
 * by tabs under a header; the symbol is indented by its depth. */
#include "base/parse.h"
#include "input/common/cache.h"
#include "input/common/outline.h"

enum { NONE = -1 };

enum quantity { TIME, CYCLES, BYTES, NUMBER, QUANTITIES };

struct instruments {
    struct text text;
    struct outline outline;
    char separator;         /* '\0': no header was seen */
    int weight, own, count; /* columns, or NONE */
    int symbol;             /* the last that is looked at */
    struct str unit;        /* of numbers without one, from the header */
    char unit_text[8];
    bool measured; /* what is measured is known */
    enum quantity quantity;
    struct buf number;
    struct cache cache; /* symbols and their frames */
};

struct unit {
    const char *name;
    enum quantity quantity;
    uint64_t factor; /* to ns, cycles, bytes */
};

static const struct unit units[] = {
    {"ms", TIME, 1000000},
    {"s", TIME, 1000000000},
    {"\xC2\xB5s", TIME, 1000}, /* micro sign */
    {"\xCE\xBCs", TIME, 1000}, /* Greek mu */
    {"us", TIME, 1000},
    {"ns", TIME, 1},
    {"min", TIME, UINT64_C(60000000000)},
    {"h", TIME, UINT64_C(3600000000000)},
    {"cycles", CYCLES, 1},
    {"Kc", CYCLES, 1000},
    {"Mc", CYCLES, 1000000},
    {"Gc", CYCLES, 1000000000},
    {"Tc", CYCLES, UINT64_C(1000000000000)},
    {"Bytes", BYTES, 1},
    {"bytes", BYTES, 1},
    {"B", BYTES, 1},
    {"KB", BYTES, 1 << 10},
    {"KiB", BYTES, 1 << 10},
    {"MB", BYTES, 1 << 20},
    {"MiB", BYTES, 1 << 20},
    {"GB", BYTES, 1 << 30},
    {"GiB", BYTES, 1 << 30},
    {"", NUMBER, 1},
};

static const struct measure measures[QUANTITIES][OUTLINE_VALUES] = {
    [TIME] = {{"time", "ns"}},
    [CYCLES] = {{"cycles", "cycles"}},
    [BYTES] = {{"bytes", "bytes"}, {"count", "allocations"}},
    [NUMBER] = {{"count", "samples"}},
};

/* A cell; `given` is false for "-" and nothing. */
struct amount {
    bool given;
    enum quantity quantity;
    uint64_t value;
};

/* Returns where the decimal point is among digits, points and commas; s.n: none. If both signs
 * occur, the last one is the point; a single comma before three digits groups them. */
static size_t point_of(struct str s)
{
    size_t last = s.n;
    size_t n = 0;
    bool both = false;

    for (size_t i = 0; i < s.n; i++) {
        if (is_digit(s.p[i]))
            continue;
        both = both || (last < s.n && s.p[last] != s.p[i]);
        last = i;
        n++;
    }
    if (last == s.n || both)
        return last;
    if (n > 1 || (s.p[last] == ',' && s.n - last == 4))
        return s.n;
    return last;
}

/* Writes "1,234.50" to in->number as "1234.50". */
static struct str plain_number(struct instruments *in, struct str s)
{
    if (!memchr(s.p, ',', s.n))
        return s;
    size_t point = point_of(s);

    buf_clear(&in->number);
    for (size_t i = 0; i < s.n; i++)
        if (is_digit(s.p[i]))
            buf_add_byte(&in->number, s.p[i]);
        else if (i == point)
            buf_add_byte(&in->number, '.');
    return buf_str(&in->number);
}

static const struct unit *find_unit(struct str name)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (str_equal(name, str_of(units[i].name)))
            return &units[i];
    return NULL;
}

/* Parses "797.00 ms   16.1%". Fractions of a ns or byte are rounded: the tool had rounded already.
 * False when it is no number of a known unit, or too large. */
static bool read_amount(struct instruments *in, struct str cell, struct amount *a)
{
    enum { MOST_DIGITS = 9 };
    struct decimal d;
    size_t digits = 0;

    cell = str_trim(cell);
    *a = (struct amount){.given = cell.n > 0 && !str_equal(cell, STR("-"))};
    if (!a->given)
        return true;
    while (digits < cell.n &&
           (is_digit(cell.p[digits]) || cell.p[digits] == '.' || cell.p[digits] == ','))
        digits++;
    struct str rest = str_from_to(cell, digits, cell.n);
    struct str word = STR("");
    if (!take_word(&rest, &word) || (is_digit(word.p[0]) || str_ends(word, STR("%"))))
        word = in->unit;
    const struct unit *unit = find_unit(word);
    if (!unit || !parse_decimal(plain_number(in, str_from_to(cell, 0, digits)), MOST_DIGITS, &d))
        return false;
    uint64_t divisor = 1;
    for (unsigned i = 0; i < d.scale; i++)
        divisor *= 10;
    if (d.value > (UINT64_MAX - divisor) / unit->factor)
        return false;
    a->quantity = unit->quantity;
    a->value = (d.value * unit->factor + divisor / 2) / divisor;
    return true;
}

/* "Self (ms)": the unit is in brackets. */
static void keep_unit(struct instruments *in, struct str title)
{
    size_t open = str_find(title, 0, STR("(")) + 1;
    size_t close = str_find(title, 0, STR(")"));

    in->unit = (struct str){in->unit_text, 0};
    if (open >= close || close - open > sizeof in->unit_text)
        return;
    memcpy(in->unit_text, title.p + open, close - open);
    in->unit.n = close - open;
}

static bool is_header(struct str line)
{
    if (line.n == 0 || !is_letter(line.p[0]))
        return false;
    size_t at = str_find(line, 0, STR("Symbol Name"));
    return at < line.n && at > 0 && (line.p[at - 1] == '\t' || line.p[at - 1] == ',');
}

static void read_header(struct instruments *in, struct str line)
{
    struct str rest = line;
    struct str title;

    in->separator = memchr(line.p, '\t', line.n) ? '\t' : ',';
    in->weight = in->own = in->count = NONE;
    in->unit = (struct str){in->unit_text, 0};
    for (int i = 0; take_field(&rest, in->separator, &title); i++) {
        title = str_trim(title);
        in->symbol = i;
        if (str_starts(title, STR("Symbol Name")))
            break;
        if (str_equal(title, STR("Count"))) {
            in->count = i;
        } else if (str_starts(title, STR("Self")) && in->own == NONE &&
                   !str_equal(title, STR("Self Count"))) {
            in->own = i;
            keep_unit(in, title);
        } else if (title.n && in->weight == NONE && !str_starts(title, STR("Self"))) {
            in->weight = i;
        }
    }
    in->outline.inclusive = in->own == NONE;
}

/* The cells of a row that are used. */
struct cells {
    struct str weight, own, count, symbol;
};

static bool parse_cells(const struct instruments *in, struct str line, struct cells *cells)
{
    struct str rest = line;
    struct str cell;

    *cells = (struct cells){STR(""), STR(""), STR(""), STR("")};
    for (int i = 0; i < in->symbol; i++) {
        if (!take_field(&rest, in->separator, &cell) || !rest.p)
            return false;
        if (i == in->weight)
            cells->weight = cell;
        else if (i == in->own)
            cells->own = cell;
        else if (i == in->count)
            cells->count = cell;
    }
    cells->symbol = rest;
    if (in->separator == ',' && rest.n > 1 && rest.p[0] == '"' && rest.p[rest.n - 1] == '"')
        cells->symbol = str_from_to(rest, 1, rest.n - 1);
    return str_trim(rest).n > 0;
}

/* Parses the values of a row. Returns an error, and values of 0, or NULL. */
static const char *read_values(struct instruments *in, const struct cells *cells, uint64_t *values)
{
    struct amount weight;
    struct amount own;
    struct amount count;

    values[0] = values[1] = 0;
    bool needed = in->own == NONE || !in->measured;
    if (!read_amount(in, needed ? cells->weight : STR(""), &weight) ||
        !read_amount(in, cells->own, &own) || !read_amount(in, cells->count, &count))
        return "a weight that is not a number with a unit of time, cycles or bytes";
    const struct amount *a = in->own == NONE ? &weight : &own;
    const struct amount *known = a->given ? a : &weight;
    if (known->given && in->measured && known->quantity != in->quantity)
        return "a weight of another unit than those before";
    if (known->given)
        in->quantity = known->quantity;
    values[0] = a->given ? a->value : 0;
    values[1] = count.given ? count.value : 0;
    return NULL;
}

/* The first row with a unit decides what is measured. */
static bool measure(struct instruments *in)
{
    bool counts = in->quantity == BYTES && in->count != NONE;

    in->measured = true;
    in->outline.rounded = in->quantity == BYTES;
    return text_measures(&in->text, TEXT_FULL_NAMES, measures[in->quantity], counts ? 2 : 1);
}

static bool find_frame(struct instruments *in, struct str symbol, frame_id *frame)
{
    line_id known = cache_find(&in->cache, symbol);
    struct frame row = {0};

    if (known) {
        *frame = *cache_frames(&in->cache, cache_line(&in->cache, known));
        return true;
    }
    if (!tidier_name(&in->text.tidier, symbol, &row.name) ||
        !builder_row(&in->text.builder, &row, frame))
        return false;
    cache_add(&in->cache, symbol, frame, 1);
    return true;
}

static bool take_row(struct instruments *in, struct str line)
{
    struct lines *l = &in->text.lines;
    struct cells cells;
    uint64_t values[OUTLINE_VALUES];
    size_t column = 0;
    frame_id frame = 0;

    if (!parse_cells(in, line, &cells))
        return lines_bad(l, l->r->tally.lines, "no symbol after the weights", line);
    const char *wrong = read_values(in, &cells, values);
    if (wrong && !lines_bad(l, l->r->tally.lines, wrong, line))
        return false;
    if (!wrong && !in->measured && !measure(in))
        return false;
    while (column < cells.symbol.n && is_blank(cells.symbol.p[column]))
        column++;
    return find_frame(in, str_trim(cells.symbol), &frame) && outline_end(&in->outline, column) &&
           outline_add(&in->outline, column, frame, wrong ? NULL : values);
}

static bool read_line(struct instruments *in, struct str line)
{
    struct lines *l = &in->text.lines;

    if (str_trim(line).n == 0) {
        l->r->tally.blank++;
        return true;
    }
    if (is_header(line)) {
        l->r->tally.comments++;
        if (!outline_end(&in->outline, 0))
            return false;
        read_header(in, line);
        return true;
    }
    if (!in->separator)
        return lines_bad(l, l->r->tally.lines, "a row before a header with \"Symbol Name\"", line);
    return take_row(in, line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct instruments in = {.separator = '\0'};
    struct str line;
    bool ok = true;

    text_init(&in.text, r, blocks, p, f);
    in.text.tidier.printed = true; /* of the rows before the first with a unit as well */
    outline_init(&in.outline, &in.text, true);
    cache_init(&in.cache);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && outline_end(&in.outline, 0);
    buf_free(&in.number);
    cache_free(&in.cache);
    outline_free(&in.outline);
    text_free(&in.text);
    return ok;
}

/* The header counts for its last title, and for the first if that belongs to a call tree. */
static unsigned recognise(struct str prefix)
{
    enum { LINES = 20 };
    static const char *const first[] = {"Weight", "Running Time", "Bytes Used", "Self"};
    struct str rest = prefix;
    struct str line = STR("");

    for (unsigned n = 0; n < LINES && take_field(&rest, '\n', &line) && !is_header(line); n++)
        continue;
    if (!is_header(line))
        return 0;
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
        if (str_starts(line, str_of(first[i])))
            return 60;
    return 40;
}

static const char *const endings[] = {"instruments", NULL};

const struct input_format input_instruments = {
    .name = "instruments",
    .about = "the call tree that Instruments of macOS copies to the clipboard (deep copy)",
    .endings = endings,
    .recognise = recognise,
    .read = read,
    .cut = CUT_NOWHERE,
};
