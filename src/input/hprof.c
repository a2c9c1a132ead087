/* TRACE 300042:
 *         pkg.Class.method(Class.java:12)
 * CPU SAMPLES BEGIN (total = 126) Fri Oct 22 12:12:14 2004
 * rank   self  accum   count trace method
 *    1 53.17% 53.17%      67 300042 pkg.Class.method
 * CPU SAMPLES END
 * what Java's hprof agent wrote as text until JDK 8: stacks by number, then tables of samples,
 * times, allocation sites and monitors, each row a sample. A name is the part before
 * "(Class.java:12)". The agent's binary dumps begin alike but are another format. */
#include <assert.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/parse.h"
#include "base/slots.h"
#include "input/common/label_builder.h"
#include "input/java/frames.h"

/* Maps numbers of the file to our ids; 0: none. Owns its rows. */
struct numbers {
    struct numbers_row {
        uint64_t number;
        uint32_t id;
        name_id thread; /* of a trace */
    } * rows;
    size_t room;
    uint32_t n;
    struct slots slots;
    struct hash_key key;
};

/* Numbers count up: eight of them share a cache line. */
static uint32_t tag_of(const struct numbers *m, uint64_t number)
{
    return (uint32_t)(hash_pair(&m->key, number / 8, 0) * 8 + number % 8);
}

static struct numbers_row *find_row(const struct numbers *m, uint32_t tag, uint64_t number)
{
    for (struct slots_match match = slots_find(&m->slots, tag); match.id; slots_find_next(&match))
        if (m->rows[match.id - 1].number == number)
            return &m->rows[match.id - 1];
    return NULL;
}

static struct numbers_row numbers_get(const struct numbers *m, uint64_t number)
{
    const struct numbers_row *row = find_row(m, tag_of(m, number), number);

    return row ? *row : (struct numbers_row){0};
}

static struct numbers_row *numbers_add(struct numbers *m, uint64_t number)
{
    if (m->n == 0)
        m->key = hash_key_draw();
    uint32_t tag = tag_of(m, number);
    struct numbers_row *row = find_row(m, tag, number);
    if (row)
        return row;
    assert(m->n < UINT32_MAX);
    m->rows = mem_grow(m->rows, &m->room, (size_t)m->n + 1, sizeof *m->rows);
    m->rows[m->n++] = (struct numbers_row){.number = number};
    slots_add(&m->slots, tag, m->n);
    return &m->rows[m->n - 1];
}

static void numbers_free(struct numbers *m)
{
    mem_free(m->rows, m->room, sizeof *m->rows);
    slots_free(&m->slots);
}

/* A kind of table: how it begins, how many numbers follow the percentages in its rows, and what
 * they measure. */
struct hprof_table {
    const char *begin;
    size_t n_numbers, n_measures;
    struct measure measures[4];
    bool is_timed;   /* the first measure is the row's share of the total that is above it, in ms */
    bool has_method; /* behind the trace; else what was allocated, or the monitor */
};

static const struct hprof_table tables[] = {
    {
        .begin = "CPU SAMPLES BEGIN",
        .n_numbers = 1,
        .n_measures = 1,
        .measures = {{"samples", "samples"}},
        .has_method = true,
    },
    {
        .begin = "CPU TIME (ms) BEGIN",
        .n_numbers = 1,
        .n_measures = 2,
        .measures = {{"time", "ns"}, {"calls", "calls"}},
        .is_timed = true,
        .has_method = true,
    },
    {
        .begin = "SITES BEGIN",
        .n_numbers = 4,
        .n_measures = 4,
        .measures = {{"live-bytes", "bytes"},
                     {"live-objects", "objects"},
                     {"allocated-bytes", "bytes"},
                     {"allocated-objects", "objects"}},
    },
    {
        .begin = "MONITOR TIME BEGIN",
        .n_numbers = 1,
        .n_measures = 2,
        .measures = {{"blocked", "ns"}, {"blocks", "blocks"}},
        .is_timed = true,
    },
};

enum { THREAD, OBJECT, LABELS };
static const char *const label_keys[LABELS] = {"thread", "object"};

/* Owns its maps. */
struct hprof {
    struct text text;
    struct buf room;
    struct label_builder label_builder;
    struct measure measures[PROFILE_COLUMNS_MOST]; /* of the tables seen so far */
    size_t n_measures;
    struct numbers traces; /* to 1 + the stack */
    struct numbers names;  /* of threads */
    bool in_trace;
    uint64_t trace;
    uint64_t trace_line;
    const struct hprof_table *table; /* NULL: none, or one that is not read */
    size_t column;                   /* of its first measure */
    uint64_t total_ms;
};

/* ---- stacks */

/* Returns the number after `key`. */
static bool number_behind(struct str line, struct str key, uint64_t *number)
{
    size_t from = str_find(line, 0, key);
    size_t to;

    if (from == line.n)
        return false;
    from += key.n;
    for (to = from; to < line.n && is_digit(line.p[to]);)
        to++;
    return parse_u64(str_from_to(line, from, to), number);
}

static void finish_trace(struct hprof *in)
{
    if (in->in_trace)
        numbers_add(&in->traces, in->trace)->id = 1 + builder_stack(&in->text.builder, LEAF_FIRST);
    in->in_trace = false;
}

/* TRACE 300042: (thread=200001) */
static bool begin_trace(struct hprof *in, struct str line)
{
    struct str number = str_from_to(line, 6, str_find(line, 6, STR(":")));
    uint64_t thread;
    name_id name = 0;

    in->table = NULL;
    if (6 + number.n == line.n || !parse_u64(number, &in->trace))
        return lines_bad(&in->text.lines, in->text.r->tally.lines, "a trace without a number",
                         line);
    in->in_trace = true;
    in->trace_line = in->text.r->tally.lines;
    builder_begin(&in->text.builder);
    if (number_behind(line, STR("(thread="), &thread))
        name = numbers_get(&in->names, thread).id;
    if (name)
        numbers_add(&in->traces, in->trace)->thread = name;
    return true;
}

static bool read_frame(struct hprof *in, struct str frame)
{
    struct str name = java_name(frame);

    if (str_equal(frame, STR("<empty>")))
        return true;
    if (name.n)
        return java_push_line(&in->text, &in->room, name, frame);
    in->in_trace = false;
    return lines_bad(&in->text.lines, in->trace_line, "a trace with a frame that is cut off",
                     frame);
}

/* THREAD START (obj=5000013b, id = 200001, name="main", group="main") */
static bool read_thread(struct hprof *in, struct str line)
{
    static const struct str key = {", name=\"", 8};
    size_t from = str_find(line, 0, key);
    uint64_t id;
    name_id name = 0;

    in->text.r->tally.comments++;
    if (from == line.n || !number_behind(line, STR(" id = "), &id))
        return true;
    from += key.n;
    size_t to = str_find(line, from, STR("\", group="));
    if (!builder_name(&in->text.builder, str_from_to(line, from, to), &name))
        return false;
    if (name)
        numbers_add(&in->names, id)->id = name;
    return true;
}

/* ---- tables */

/* Returns the column of the table's first measure, after those of earlier tables. */
static bool find_column(struct hprof *in, const struct hprof_table *table)
{
    for (in->column = 0; in->column < in->n_measures; in->column++)
        if (in->measures[in->column].name == table->measures[0].name)
            return true;
    if (in->n_measures + table->n_measures > PROFILE_COLUMNS_MOST) {
        in->table = NULL;
        return lines_bad(&in->text.lines, in->text.r->tally.lines,
                         "a table more than one profile can hold", str_of(table->begin));
    }
    memcpy(in->measures + in->n_measures, table->measures,
           table->n_measures * sizeof *table->measures);
    in->n_measures += table->n_measures;
    return text_measures(&in->text, TEXT_FULL_NAMES, in->measures, in->n_measures);
}

static bool begin_table(struct hprof *in, const struct hprof_table *table, struct str line)
{
    in->text.r->tally.comments++;
    in->table = table;
    in->total_ms = 0;
    if (table->is_timed && !number_behind(line, STR("(total = "), &in->total_ms)) {
        in->table = NULL;
        return lines_bad(&in->text.lines, in->text.r->tally.lines, "a table without a total", line);
    }
    return find_column(in, table);
}

/* "23.26%", in some countries "23,26%", in hundredths. */
static bool read_percent(struct str word, uint64_t *hundredths)
{
    size_t n = word.n;
    uint64_t whole;
    uint64_t part;

    if (n < 5 || word.p[n - 1] != '%' || (word.p[n - 4] != '.' && word.p[n - 4] != ','))
        return false;
    if (!parse_u64(str_from_to(word, 0, n - 4), &whole) ||
        !parse_u64(str_from_to(word, n - 3, n - 1), &part) || whole > 100)
        return false;
    *hundredths = whole * 100 + part;
    return true;
}

/* A row as it is printed. */
struct hprof_row {
    uint64_t share; /* hundredths of a percent */
    uint64_t numbers[4];
    uint64_t trace;
    struct str what; /* method, class or monitor */
};

static bool read_row(const struct hprof_table *table, struct str line, struct hprof_row *row)
{
    struct str rest = line;
    struct str word;
    uint64_t ignored;

    if (!take_word(&rest, &word) || !parse_u64(word, &ignored))
        return false;
    if (!take_word(&rest, &word) || !read_percent(word, &row->share))
        return false;
    if (!take_word(&rest, &word) || !read_percent(word, &ignored))
        return false;
    for (size_t i = 0; i < table->n_numbers; i++)
        if (!take_word(&rest, &word) || !parse_u64(word, &row->numbers[i]))
            return false;
    if (!take_word(&rest, &word) || !parse_u64(word, &row->trace))
        return false;
    row->what = str_trim(rest);
    return row->what.n > 0;
}

/* Finds the stack of a row; if its trace is empty or missing, only the method is known. */
static bool find_stack(struct hprof *in, const struct hprof_row *row, stack_id *stack)
{
    uint32_t known = numbers_get(&in->traces, row->trace).id;
    bool has_method = in->table->has_method && row->what.p[0] != '<';

    *stack = known > 1 ? known - 1 : 0;
    if (known > 1)
        return true;
    builder_begin(&in->text.builder);
    if (has_method && !java_push(&in->text, row->what))
        return false;
    if ((!has_method || !known) && !java_push_unknown(&in->text))
        return false;
    *stack = builder_stack(&in->text.builder, LEAF_FIRST);
    return true;
}

static bool add_row(struct hprof *in, const struct hprof_row *row)
{
    const struct hprof_table *table = in->table;
    uint64_t values[PROFILE_COLUMNS_MOST] = {0};
    uint64_t *value = values + in->column;
    struct str labels[LABELS] = {STR(""), STR("")};
    stack_id stack = 0;

    if (table->is_timed) {
        if (row->share && in->total_ms > UINT64_MAX / 100 / row->share)
            return lines_bad(&in->text.lines, in->text.r->tally.lines, "a time beyond 2^64-1 ns",
                             row->what);
        *value++ = in->total_ms * row->share * 100; /* 1 ms x 0.01 % is 100 ns */
    }
    for (size_t i = 0; i < table->n_numbers; i++)
        value[i] = row->numbers[i];
    labels[THREAD] = names_get(&in->text.p->names, numbers_get(&in->traces, row->trace).thread);
    if (!table->has_method)
        labels[OBJECT] = row->what;
    return find_stack(in, row, &stack) &&
           builder_add_stack(&in->text.builder, stack, label_builder_of(&in->label_builder, labels),
                             values, in->text.r->tally.lines);
}

static bool read_table_line(struct hprof *in, struct str line)
{
    struct hprof_row row = {0};

    if (str_ends(line, STR(" END"))) {
        in->text.r->tally.comments++;
        in->table = NULL;
        return true;
    }
    if (read_row(in->table, line, &row))
        return add_row(in, &row);
    struct str head = str_trim(line);
    if (str_starts(head, STR("rank ")) || str_starts(head, STR("percent "))) {
        in->text.r->tally.comments++;
        return true;
    }
    return lines_bad(&in->text.lines, in->text.r->tally.lines, "not a row of the table", line);
}

/* ---- the file */

static bool read_line(struct hprof *in, struct str line)
{
    if (line.n && line.p[0] == '\t' && in->in_trace)
        return read_frame(in, str_trim(line));
    finish_trace(in);
    if (str_starts(line, STR("TRACE ")) && line.n > 6 && is_digit(line.p[6]))
        return begin_trace(in, line);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (str_starts(line, str_of(tables[i].begin)))
            return begin_table(in, &tables[i], line);
    if (str_trim(line).n == 0) {
        in->text.r->tally.blank++;
        return true;
    }
    if (in->table)
        return read_table_line(in, line);
    if (str_starts(line, STR("THREAD START ")))
        return read_thread(in, line);
    in->text.r->tally.comments++; /* hprof explains its file at length */
    lines_keep(&in->text.lines);
    return true;
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct hprof in = {0};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    label_builder_init(&in.label_builder, p, label_keys, LABELS);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, in.measures, 0);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE;
    numbers_free(&in.traces);
    numbers_free(&in.names);
    label_builder_free(&in.label_builder);
    buf_free(&in.room);
    text_free(&in.text);
    return ok;
}

static unsigned recognise(struct str prefix)
{
    struct str rest = prefix;
    struct str line;
    bool traces = false;

    if (str_starts(rest, STR("JAVA PROFILE 1.0")))
        return memchr(rest.p, '\0', rest.n < 32 ? rest.n : 32) ? 0 : 60;
    while (take_field(&rest, '\n', &line)) {
        if (str_starts(line, STR("TRACE ")) && line.n > 6 && is_digit(line.p[6]))
            traces = true;
        for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
            if (str_starts(line, str_of(tables[i].begin)))
                return 40;
    }
    return traces ? 24 : 0;
}

static const char *const endings[] = {"hprof", NULL};

const struct input_format input_hprof = {
    .name = "hprof",
    .about = "text of Java's hprof agent: samples, times, allocation sites and monitors",
    .endings = endings,
    .recognise = recognise,
    .signs = {ANY_OF("\nTRACE ", "\nCPU SAMPLES BEGIN", "\nCPU TIME (ms) BEGIN", "\nSITES BEGIN",
                     "\nMONITOR TIME BEGIN", "JAVA PROFILE 1.0")},
    .read = read,
};
