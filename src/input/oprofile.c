/* samples  %        image name               app name                 symbol name
 * -------------------------------------------------------------------------------
 *   80       100.000  a.out                    a.out                    main
 * 50       33.3333  a.out                    a.out                    parse
 *   20       40.0000  libc.so                  a.out                    memcpy
 *   50       60.0000  a.out                    a.out                    parse [self]
 * -------------------------------------------------------------------------------
 * What OProfile's opreport prints: with --callgraph, entries of callers, the function at the
 * margin, and callees; else only functions. */
#include "base/parse.h"
#include "input/common/text.h"

enum { FIELDS_MOST = 64, EVENT_BYTES = 64, DASHES_LEAST = 8 };

/* The contents of a column, by its title. */
enum column_title {
    FIELD_ADDRESS,
    FIELD_SAMPLES,
    FIELD_OTHER, /* a part of all samples, or a sum of the rows above */
    FIELD_LINE,
    FIELD_IMAGE,
    FIELD_APPLICATION,
    FIELD_SYMBOL,
};

static const struct title {
    struct str text;
    enum column_title field;
} titles[] = {
    {{"vma", 3}, FIELD_ADDRESS},
    {{"samples", 7}, FIELD_SAMPLES},
    {{"%", 1}, FIELD_OTHER},
    {{"cum. samples", 12}, FIELD_OTHER},
    {{"cum. %", 6}, FIELD_OTHER},
    {{"linenr info", 11}, FIELD_LINE},
    {{"image name", 10}, FIELD_IMAGE},
    {{"app name", 8}, FIELD_APPLICATION},
    {{"symbol name", 11}, FIELD_SYMBOL},
};

struct layout {
    enum column_title fields[FIELDS_MOST];
    size_t n, n_samples;
};

enum oprofile_entry {
    CALLERS, /* which say nothing that the others do not */
    CALLEES, /* of a function */
    OTHERS,  /* of a function that was not understood */
};

struct oprofile {
    struct text text;
    char events[PROFILE_COLUMNS_MOST][EVENT_BYTES]; /* the counted events, as listed above the table
                                                     */
    size_t n_events;
    struct layout layout; /* n is 0 before the titles */
    enum oprofile_entry entry;
    frame_id function; /* whose callees are read */
};

struct oprofile_row {
    uint64_t samples[PROFILE_COLUMNS_MOST];
    struct str image, file, symbol;
    uint32_t line;
    bool self; /* not a callee, but what the function spent itself */
};

static bool bad(struct oprofile *in, const char *reason, struct str line)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, line);
}

/* ---- above the table --------------------------------------------------------------- */

/* "samples  %        image name               symbol name": samples and % repeat if several events
 * were counted. The last column is the symbol. */
static bool parse_titles(struct str line, struct layout *layout)
{
    struct str rest = str_trim(line);

    *layout = (struct layout){.n = 0};
    while (rest.n) {
        size_t i = 0;
        size_t n_titles = sizeof titles / sizeof titles[0];
        while (i < n_titles && !str_starts(rest, titles[i].text))
            i++;
        if (i == n_titles || layout->n == FIELDS_MOST)
            return false;
        layout->fields[layout->n++] = titles[i].field;
        layout->n_samples += titles[i].field == FIELD_SAMPLES;
        rest = str_trim(str_from_to(rest, titles[i].text.n, rest.n));
    }
    return layout->n_samples && layout->n_samples <= PROFILE_COLUMNS_MOST &&
           layout->fields[layout->n - 1] == FIELD_SYMBOL;
}

/* "Counted CPU_CLK_UNHALTED events (Clock cycles when not halted) with a unit mask of ...". The
 * same event may be counted in two ways: then columns have only their number as name. */
static void read_event(struct oprofile *in, struct str line)
{
    struct str word;

    if (!take_word(&line, &word) || !str_equal(word, STR("Counted")) || !take_word(&line, &word) ||
        word.n >= EVENT_BYTES || memchr(word.p, '\0', word.n) ||
        in->n_events == PROFILE_COLUMNS_MOST)
        return;
    for (size_t i = 0; i < in->n_events; i++)
        if (str_equal(str_of(in->events[i]), word))
            return;
    memcpy(in->events[in->n_events++], word.p, word.n);
}

/* A single event needs no name to be selected. */
static bool set_measures(struct oprofile *in)
{
    static const char *const numbered[] = {
        "samples",    "samples-2",  "samples-3",  "samples-4",  "samples-5",  "samples-6",
        "samples-7",  "samples-8",  "samples-9",  "samples-10", "samples-11", "samples-12",
        "samples-13", "samples-14", "samples-15", "samples-16", "samples-17", "samples-18",
        "samples-19", "samples-20", "samples-21", "samples-22", "samples-23", "samples-24",
    };
    _Static_assert(sizeof numbered / sizeof numbered[0] == PROFILE_COLUMNS_MOST, "one a column");
    struct measure measures[PROFILE_COLUMNS_MOST];
    bool named = in->n_events == in->layout.n_samples;

    for (size_t i = 0; i < in->layout.n_samples; i++)
        measures[i] = (struct measure){named ? in->events[i] : numbered[i], "samples"};
    return text_measures(&in->text, TEXT_FULL_NAMES, measures, in->layout.n_samples);
}

/* ---- rows -------------------------------------------------------------------------- */

/* "/srv/a.c:12", "(no location information)". */
static bool parse_line(struct str *rest, struct oprofile_row *row)
{
    static const struct str none = {"(no location information)", 25};
    struct str word;
    uint64_t line;

    *rest = str_trim(*rest);
    if (str_starts(*rest, none)) {
        *rest = str_from_to(*rest, none.n, rest->n);
        return true;
    }
    if (!take_word(rest, &word))
        return false;
    size_t at = str_find_last(word, STR(":"));
    if (at == word.n || !parse_u64(str_from_to(word, at + 1, word.n), &line) || line > UINT32_MAX)
        return false;
    row->file = str_from_to(word, 0, at);
    row->line = (uint32_t)line;
    return true;
}

/* "a.out", "a.out (deleted)", "vmlinux (tgid:7 range:0x1-0x2)". */
static bool parse_image(struct str *rest, struct str *image)
{
    static const struct str marks[] = {{" (deleted)", 10}, {" (tgid:", 7}};
    size_t end;

    if (!take_word(rest, image))
        return false;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (str_starts(*rest, marks[i]) && (end = str_find(*rest, 0, STR(")"))) < rest->n)
            *rest = str_from_to(*rest, end + 1, rest->n);
    return true;
}

static bool parse_field(struct str *rest, enum column_title field, struct oprofile_row *row,
                        size_t *sample)
{
    static const struct str self = {" [self]", 7};
    struct str word;
    uint64_t address;

    switch (field) {
    case FIELD_ADDRESS:
        return take_word(rest, &word) && parse_hex_u64(word, &address);
    case FIELD_SAMPLES:
        return take_word(rest, &word) && parse_u64(word, &row->samples[(*sample)++]);
    case FIELD_OTHER:
        return take_word(rest, &word) && is_digit(word.p[0]);
    case FIELD_LINE:
        return parse_line(rest, row);
    case FIELD_IMAGE:
        return parse_image(rest, &row->image);
    case FIELD_APPLICATION:
        return parse_image(rest, row->image.n ? &word : &row->image);
    case FIELD_SYMBOL:
        row->symbol = str_trim(*rest);
        row->self = str_ends(row->symbol, self);
        if (row->self)
            row->symbol = str_trim(str_from_to(row->symbol, 0, row->symbol.n - self.n));
        return row->symbol.n > 0;
    }
    return false;
}

static bool parse_row(const struct layout *layout, struct str rest, struct oprofile_row *row)
{
    size_t sample = 0;

    *row = (struct oprofile_row){.image = STR(""), .file = STR("")};
    for (size_t i = 0; i < layout->n; i++)
        if (!parse_field(&rest, layout->fields[i], row, &sample))
            return false;
    return true;
}

static bool find_function(struct oprofile *in, const struct oprofile_row *row, frame_id *frame)
{
    struct text *t = &in->text;
    struct frame found = {.line = row->line};

    return tidier_name(&t->tidier, row->symbol, &found.name) &&
           builder_name(&t->builder, path_base_name(row->image), &found.module) &&
           builder_name(&t->builder, row->file, &found.file) &&
           builder_row(&t->builder, &found, frame);
}

static bool begin_function(struct oprofile *in, struct str line)
{
    struct oprofile_row row;

    in->entry = OTHERS;
    if (!parse_row(&in->layout, line, &row))
        return bad(in, "no samples and name of a function", line);
    in->entry = CALLEES;
    return find_function(in, &row, &in->function) &&
           text_add_own(&in->text, in->function, row.samples);
}

static bool add_callee(struct oprofile *in, struct str line)
{
    struct oprofile_row row;
    frame_id callee = 0;

    if (!parse_row(&in->layout, line, &row))
        return bad(in, "no samples and name of a callee", line);
    return row.self || (find_function(in, &row, &callee) &&
                        text_add_call(&in->text, in->function, callee, 0, row.samples));
}

static bool is_dashes(struct str line)
{
    size_t n = 0;

    while (n < line.n && line.p[n] == '-')
        n++;
    return n == line.n && n >= DASHES_LEAST;
}

static bool read_line(struct oprofile *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;
    struct layout layout;

    if (str_trim(line).n == 0) {
        tally->blank++;
        return true;
    }
    if (parse_titles(line, &layout)) {
        tally->comments++;
        in->layout = layout;
        in->entry = CALLERS;
        return set_measures(in);
    }
    if (in->layout.n == 0) {
        if (is_digit(line.p[0]))
            lines_other(&in->text.lines);
        else
            tally->comments++; /* words of a processor and its events */
        read_event(in, line);
        return true;
    }
    if (is_dashes(line)) {
        in->entry = CALLERS;
        return true;
    }
    if (!is_blank(line.p[0]))
        return begin_function(in, line);
    return in->entry != CALLEES || add_callee(in, line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct oprofile in = {.entry = CALLERS};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    bool ok = text_shares(&in.text, r->ask->estimate ? CALLS_BY_COST : CALLS_AS_COSTS);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE;
    text_free(&in.text);
    return ok;
}

/* Before the titles opreport says what was counted. */
static unsigned recognise(struct str prefix)
{
    enum { HEAD = 8 << 10 }; /* what opreport says of processor and events is shorter */
    struct str head = str_from_to(prefix, 0, prefix.n < HEAD ? prefix.n : HEAD);
    struct str line;
    struct layout layout;

    if (str_find(head, 0, STR("symbol name")) == head.n)
        return 0;
    while (take_field(&prefix, '\n', &line))
        if (str_find(line, 0, STR("symbol name")) < line.n && parse_titles(line, &layout))
            return 44;
    return 0;
}

const struct input_format input_oprofile = {
    .name = "oprofile",
    .about = "the symbols, best with --callgraph, that OProfile's opreport prints",
    .recognise = recognise,
    .signs = {ANY_OF("symbol name")},
    .read = read,
    .stackless = true,
};
