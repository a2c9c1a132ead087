/* index % time    self  children    called     name
 *                                                  <spontaneous>
 * [1]    100.0    0.04    1.93                 main [1]
 *                 0.75    1.02       3/4           work <cycle 1> [2]
 * -----------------------------------------------
 * The call graph that gprof prints: each entry has callers, the function at the margin, and
 * callees. Without a call graph, the flat profile. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/twins.h"
#include "input/common/stated_totals.h"

enum { NS_DIGITS = 9, INDEX_LEAST = 3 };

enum section {
    OUTSIDE, /* explanations, or what a program printed */
    FLAT,
    GRAPH,
};

enum gprof_entry {
    BETWEEN,  /* or in the lines of callers, which say nothing that the others do not */
    CALLEES,  /* of a function */
    IN_CYCLE, /* members of a cycle, or callees of a function that was not understood */
};

/* A row of the flat profile, used if there is no call graph, or one without times: for lines
 * instead of functions, gprof gives times only in the flat profile. */
struct flat_row {
    name_id name; /* in gprof.flat_names */
    uint64_t self;
    uint64_t called;
    uint32_t nth; /* row of that name in its flat profile, from 1 */
    bool counted;
};

/* How often the last flat profile that has a name has it. */
struct flat_seen {
    uint32_t flat, n;
};

struct gprof_call {
    frame_id callee;
    uint64_t count;
    uint64_t cost; /* the callee's own time and that of its callees, as far as this caller has it */
};

struct gprof {
    struct text text;
    struct twins twins;
    struct stated_totals totals;
    enum section section;
    enum gprof_entry entry;
    frame_id function;        /* whose callees are read */
    bool calls_itself;        /* and how often is added already */
    bool graph;               /* one was begun */
    bool timed;               /* a function of it has a time */
    bool measured;            /* the column has its name */
    unsigned digits;          /* of times: they are seconds, or thousands or millions of cycles */
    struct gprof_call *calls; /* of the function, until its entry ends */
    size_t n_calls, calls_room;
    struct names flat_names;
    struct flat_row *flat;
    size_t n_flat, flat_room;
    uint32_t flats;         /* flat profiles begun */
    struct flat_seen *seen; /* by flat name */
    size_t seen_room;
};

/* A line of the call graph. */
struct gprof_row {
    uint64_t self;
    uint64_t callees; /* the time of its callees */
    uint64_t called;
    uint64_t called_self; /* recursive calls, not in called */
    bool counted;
    struct str name;
    uint32_t index;
    uint32_t cycle; /* 0: in none */
    bool whole;     /* it is the cycle */
};

static bool bad(struct gprof *in, const char *reason, struct str line)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, line);
}

/* ---- parts of lines ---------------------------------------------------------------- */

static bool has_word(struct str line, struct str wanted)
{
    struct str word;

    while (take_word(&line, &word))
        if (str_equal(word, wanted))
            return true;
    return false;
}

/* GNU's and BSD's: "index % time self children called name", "index %time self descendents
 * called+self name index". */
static bool is_graph_header(struct str line)
{
    return str_starts(line, STR("index ")) && has_word(line, STR("self")) &&
           has_word(line, STR("name")) &&
           (has_word(line, STR("called")) || has_word(line, STR("called+self")));
}

static bool is_flat_header(struct str line)
{
    line = str_trim(line);
    return str_ends(line, STR(" name")) && has_word(line, STR("calls")) &&
           !str_starts(line, STR("index "));
}

static bool is_dashes(struct str line)
{
    size_t n = 0;

    while (n < line.n && line.p[n] == '-')
        n++;
    return n == line.n && n >= INDEX_LEAST;
}

/* Takes a word that is a decimal number with a point. */
static bool parse_time(struct str *rest, unsigned digits, uint64_t *value)
{
    struct str after = *rest;
    struct str word;

    if (!take_word(&after, &word) || !memchr(word.p, '.', word.n) ||
        !parse_scaled(word, digits, value))
        return false;
    *rest = after;
    return true;
}

/* Takes a word of two counts with a sign between them, or of one: "3/4", "1+5", "7". */
static bool parse_counts(struct str *rest, char sign, uint64_t *count, uint64_t *other)
{
    struct str after = *rest;
    struct str word;
    struct str part;

    *other = 0;
    if (!take_word(&after, &word) || !take_field(&word, sign, &part) || !parse_u64(part, count) ||
        (word.p && !parse_u64(word, other)))
        return false;
    *rest = after;
    return true;
}

/* Takes "[12]", or "(12)" if the function has no entry, off the end. */
static bool parse_index(struct str *name, uint32_t *index)
{
    struct str s = str_trim(*name);
    size_t n = s.n;
    uint64_t number;

    if (n < INDEX_LEAST || (s.p[n - 1] != ']' && s.p[n - 1] != ')'))
        return false;
    char open = s.p[--n] == ']' ? '[' : '(';
    size_t end = n;
    while (n > 0 && is_digit(s.p[n - 1]))
        n--;
    if (n == end || n < 2 || s.p[n - 1] != open || s.p[n - 2] != ' ')
        return false;
    if (!parse_u64(str_from_to(s, n, end), &number) || number > UINT32_MAX)
        return false;
    *index = (uint32_t)number;
    *name = str_trim(str_from_to(s, 0, n - 1));
    return true;
}

/* Takes " <cycle 2>" off the end of a name; "<cycle 2 as a whole>" is the cycle itself. */
static void strip_cycle(struct gprof_row *row)
{
    struct str mark = STR("<cycle ");
    size_t at = str_find_last(row->name, mark);
    struct str rest;
    struct str word;
    uint64_t number;

    if (at == row->name.n || row->name.p[row->name.n - 1] != '>')
        return;
    rest = str_from_to(row->name, at + mark.n, row->name.n - 1);
    if (!take_word(&rest, &word) || !parse_u64(word, &number) || number > UINT32_MAX)
        return;
    row->whole = at == 0 && str_equal(str_trim(rest), STR("as a whole"));
    if (row->whole || (at > 0 && rest.n == 0)) {
        row->cycle = (uint32_t)number;
        row->name = str_trim(str_from_to(row->name, 0, at));
    }
}

static bool parse_name(struct str rest, struct gprof_row *row)
{
    row->name = rest;
    if (!parse_index(&row->name, &row->index))
        return false;
    strip_cycle(row);
    return row->whole || row->name.n > 0;
}

/* "[2]     99.5    0.06        1.20       1+3         main [2]": an index of many digits has no
 * closing bracket, and a function that was not counted no count. */
static bool read_function(const struct gprof *in, struct str line, struct gprof_row *row)
{
    size_t n = 1;
    uint64_t percent;

    *row = (struct gprof_row){0};
    while (n < line.n && is_digit(line.p[n]))
        n++;
    n += n < line.n && line.p[n] == ']';
    struct str rest = str_from_to(line, n, line.n);
    if (!parse_time(&rest, NS_DIGITS, &percent) || !parse_time(&rest, in->digits, &row->self) ||
        !parse_time(&rest, in->digits, &row->callees))
        return false;
    row->counted = parse_counts(&rest, '+', &row->called, &row->called_self);
    return parse_name(rest, row);
}

/* "0.75    1.02       3/4           work <cycle 1> [2]": within a cycle there are no times. */
static bool read_called(const struct gprof *in, struct str line, struct gprof_row *row)
{
    uint64_t total;

    *row = (struct gprof_row){0};
    if (parse_time(&line, in->digits, &row->self) && !parse_time(&line, in->digits, &row->callees))
        return false;
    return parse_counts(&line, '/', &row->called, &total) && parse_name(line, row);
}

/* ---- kinds of lines ---------------------------------------------------------------- */

static bool measure(struct gprof *in)
{
    static const struct measure time = {"time", "ns"};
    static const struct measure cycles = {"cycles", "cycles"};

    if (in->measured)
        return true;
    in->measured = true;
    return text_measures(&in->text, TEXT_FULL_NAMES, in->digits == NS_DIGITS ? &time : &cycles, 1);
}

static bool find_function(struct gprof *in, const struct gprof_row *row, frame_id *frame)
{
    return twins_frame(&in->twins, row->name, row->index, frame);
}

/* The time of a function and its callees. */
static uint64_t time_of(const struct gprof_row *row)
{
    return row->callees > UINT64_MAX - row->self ? UINT64_MAX : row->self + row->callees;
}

static bool add_function(struct gprof *in, frame_id frame, uint64_t self)
{
    const uint64_t values[PROFILE_COLUMNS_MOST] = {self};

    return measure(in) && text_add_own(&in->text, frame, values);
}

static bool end_entry(struct gprof *in)
{
    for (size_t i = 0; i < in->n_calls; i++) {
        const struct gprof_call *call = &in->calls[i];
        const uint64_t costs[PROFILE_COLUMNS_MOST] = {call->cost};
        if (!text_add_call(&in->text, in->function, call->callee, call->count, costs))
            return false;
    }
    in->n_calls = 0;
    in->entry = BETWEEN;
    return true;
}

/* If no line of dashes separates two functions, the lines between may be callees of the first or
 * callers of the second. */
static bool begin_function(struct gprof *in, struct str line)
{
    struct text *t = &in->text;
    struct gprof_row row;

    if (in->n_calls && !bad(in, "callees and callers with no line of dashes between", line))
        return false;
    in->n_calls = 0;
    in->entry = IN_CYCLE;
    if (!read_function(in, line, &row))
        return bad(in, "no function, its times and its index", line);
    if (row.whole) {
        stated_totals_cycle(&in->totals, row.cycle, time_of(&row));
        return true;
    }
    in->entry = CALLEES;
    if (!find_function(in, &row, &in->function) || !add_function(in, in->function, row.self))
        return false;
    if (row.counted && (!text_add_called(t, in->function, row.called) ||
                        !text_add_called(t, in->function, row.called_self)))
        return false;
    text_add_cycle(t, in->function, row.cycle);
    stated_totals_add(&in->totals, in->function, row.cycle, time_of(&row));
    in->timed = in->timed || row.self > 0;
    in->calls_itself = row.called_self > 0;
    return !in->calls_itself || text_add_call(t, in->function, in->function, row.called_self, NULL);
}

static bool add_callee(struct gprof *in, struct str line)
{
    struct gprof_row row;
    frame_id callee = 0;

    if (!read_called(in, line, &row))
        return bad(in, "no callee, how often it was called, and its index", line);
    if (!find_function(in, &row, &callee))
        return false;
    if (callee == in->function && in->calls_itself)
        return true;
    in->calls = mem_grow(in->calls, &in->calls_room, in->n_calls + 1, sizeof *in->calls);
    in->calls[in->n_calls++] = (struct gprof_call){callee, row.called, time_of(&row)};
    return true;
}

static bool read_graph(struct gprof *in, struct str line)
{
    struct gprof_row row;

    if (is_dashes(line))
        return end_entry(in);
    if (line.p[0] == '[')
        return begin_function(in, line);
    if (in->entry == CALLEES)
        return add_callee(in, line);
    if (in->entry == BETWEEN && !read_called(in, line, &row) &&
        !str_equal(str_trim(line), STR("<spontaneous>")))
        in->text.r->tally.comments++;
    return true;
}

/* Functions of one name are as many rows. */
static uint32_t see(struct gprof *in, name_id name)
{
    in->seen = mem_grow(in->seen, &in->seen_room, (size_t)name + 1, sizeof *in->seen);
    struct flat_seen *seen = &in->seen[name];
    if (seen->flat != in->flats)
        *seen = (struct flat_seen){.flat = in->flats};
    return ++seen->n;
}

/* " 18.18      0.06     0.06    23480     0.00     0.00  find_char": a function that was not
 * counted has neither count nor times per call. BSD has one of those times, and an index after the
 * name. */
static bool read_flat(struct gprof *in, struct str line)
{
    struct flat_row row = {0};
    struct str rest = line;
    struct gprof_row named = {0};
    uint64_t other;

    if (!parse_time(&rest, NS_DIGITS, &other) || !parse_time(&rest, in->digits, &other) ||
        !parse_time(&rest, in->digits, &row.self))
        return bad(in, "no times and name of a function", line);
    struct str after = rest;
    if (parse_counts(&after, '+', &row.called, &other) && parse_time(&after, NS_DIGITS, &other)) {
        row.counted = true;
        rest = after;
        if (parse_time(&after, NS_DIGITS, &other))
            rest = after;
    }
    named.name = str_trim(rest);
    if (named.name.n && named.name.p[named.name.n - 1] == ']')
        (void)parse_index(&named.name, &named.index);
    strip_cycle(&named);
    if (named.name.n == 0 || named.whole)
        return named.whole || bad(in, "a function without a name", line);
    if (in->timed)
        return true;
    row.name = names_add(&in->flat_names, named.name);
    row.nth = see(in, row.name);
    in->flat = mem_grow(in->flat, &in->flat_room, in->n_flat + 1, sizeof *in->flat);
    in->flat[in->n_flat++] = row;
    return true;
}

/* Adds the flat profiles if there is nothing else. */
static bool add_flat(struct gprof *in)
{
    for (size_t i = 0; i < in->n_flat && !in->timed; i++) {
        const struct flat_row *row = &in->flat[i];
        frame_id frame = 0;
        const struct gprof_row named = {.name = names_get(&in->flat_names, row->name),
                                        .index = in->graph ? 0 : row->nth};
        if (!find_function(in, &named, &frame) || !add_function(in, frame, row->self) ||
            (row->counted && !in->graph && !text_add_called(&in->text, frame, row->called)))
            return false;
    }
    return true;
}

/* In a call graph without times, those of the flat profile are shared by how often functions were
 * called; else what calls cost is stated, but not inside of cycles. */
static enum calls_share share_of(const struct gprof *in)
{
    uint64_t flat = 0;

    for (size_t i = 0; i < in->n_flat; i++)
        flat |= in->flat[i].self;
    bool untimed = in->graph && !in->timed && flat;
    return untimed || in->text.r->ask->estimate ? CALLS_BY_COUNT : CALLS_AS_OUTER_COSTS;
}

static bool finish(struct gprof *in)
{
    return end_entry(in) && add_flat(in) && text_shares(&in->text, share_of(in)) &&
           (in->text.r->ask->estimate || stated_totals_finish(&in->totals, &in->text));
}

/* ---- lines ------------------------------------------------------------------------- */

static bool begin_section(struct gprof *in, enum section section)
{
    in->section = section;
    in->flats += section == FLAT;
    in->digits = NS_DIGITS;
    in->graph = in->graph || section == GRAPH;
    return end_entry(in);
}

/* "(K)     (K)" under a header: the numbers are thousands of cycles. */
static bool read_scale(struct gprof *in, struct str line)
{
    static const char letters[] = "KMG";
    struct str word;
    const char *found = NULL;

    while (take_word(&line, &word)) {
        if (word.n != 3 || word.p[0] != '(' || word.p[2] != ')')
            return false;
        found = memchr(letters, word.p[1], sizeof letters - 1);
        if (!found)
            return false;
    }
    if (!found)
        return false;
    in->digits = 3 * (unsigned)(found - letters + 1);
    return true;
}

static bool read_line(struct gprof *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;

    if (line.n && line.p[0] == '\f') {
        if (!begin_section(in, OUTSIDE))
            return false;
        line = str_from_to(line, 1, line.n);
    }
    if (str_trim(line).n == 0) {
        tally->blank++;
        if (in->section == FLAT)
            in->section = OUTSIDE;
        return true;
    }
    bool graph = is_graph_header(line);
    if (graph || (in->section != GRAPH && is_flat_header(line))) {
        tally->comments++;
        return begin_section(in, graph ? GRAPH : FLAT);
    }
    if (in->section == OUTSIDE || read_scale(in, line)) {
        tally->comments++; /* gprof explains its tables at length */
        if (in->section == OUTSIDE)
            lines_keep(&in->text.lines);
        return true;
    }
    return in->section == FLAT ? read_flat(in, line) : read_graph(in, line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct gprof in = {.section = OUTSIDE, .digits = NS_DIGITS};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    names_init(&in.flat_names);
    twins_init(&in.twins, &in.text);
    stated_totals_init(&in.totals);
    bool ok = true;
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && finish(&in);
    twins_free(&in.twins);
    stated_totals_free(&in.totals);
    names_free(&in.flat_names);
    mem_free(in.calls, in.calls_room, sizeof *in.calls);
    mem_free(in.seen, in.seen_room, sizeof *in.seen);
    mem_free(in.flat, in.flat_room, sizeof *in.flat);
    text_free(&in.text);
    return ok;
}

/* The program may have printed other things before. */
static unsigned recognise(struct str prefix)
{
    struct str line;
    bool flat = false;

    while (take_field(&prefix, '\n', &line)) {
        while (line.n && (line.p[0] == '\f' || line.p[line.n - 1] == '\r'))
            line =
                line.p[0] == '\f' ? str_from_to(line, 1, line.n) : str_from_to(line, 0, line.n - 1);
        if (is_graph_header(line))
            return 48;
        if (flat && is_flat_header(line))
            return 44;
        flat = flat || str_equal(line, STR("Flat profile:"));
    }
    return 0;
}

const struct input_format input_gprof = {
    .name = "gprof",
    .alias = "prof",
    .about = "the call graph, or the flat profile, that gprof prints",
    .recognise = recognise,
    .signs = {ANY_OF("index ", "Flat profile:")},
    .read = read,
    .stackless = true,
};
