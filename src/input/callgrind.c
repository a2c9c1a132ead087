/* fl=(1) main.c
 * fn=(1) main
 * 16 400
 * cfn=(2) work
 * calls=3 20
 * 17 900
 * The costs of a function by line, and of its calls, as Callgrind, Cachegrind, Xdebug and others
 * write them. https://valgrind.org/docs/manual/cl-format.html */
#include "base/mem.h"
#include "base/parse.h"
#include "input/callgrind/events.h"
#include "input/callgrind/functions.h"
#include "input/callgrind/positions.h"
#include "input/common/text.h"

/* A number stands for a name after both occurred together: "(12) main", then "(12)". Objects, files
 * and functions are numbered separately. */
enum number_kind { OBJECT, FILE_OF_SOURCE, FUNCTION, KINDS };

struct marks {
    struct names texts;
    name_id *names; /* by text: 1 + the name; 0: none was given */
    size_t room;
};

/* What the next line of costs belongs to. */
enum expected { OWN, CALL, NOTHING };

/* What lines before a call say about the callee; the rest is as for the caller. In gprof2dot an
 * object holds for consecutive calls, up to a line of the caller's own costs. */
struct place_called {
    name_id object, file;
    bool objected, filed;
};

struct callgrind {
    struct text text;
    struct marks marks[KINDS];
    struct cg_events events;
    struct cg_positions positions;
    name_id object, file;
    struct cg_functions functions;
    uint32_t function, callee; /* rows of functions */
    bool begun;                /* a function is */
    bool called;               /* a callee is named */
    struct place_called place;
    enum expected expected;
    bool counted; /* the call says how often it was made: */
    uint64_t count;
    uint64_t calls_line;                /* where the call was begun */
    uint64_t costs[EVENT_LEFT_OUT + 1]; /* of the function, by column, not yet added */
    uint64_t lines;                     /* that they are from */
    frame_id at; /* with naming.places: what they are of in the function; 0: not known yet */
};

/* Adds the cost of the function since the last call. */
static bool flush(struct callgrind *in)
{
    struct text *t = &in->text;

    if (in->lines == 0)
        return true;
    t->r->tally.taken += in->lines - 1; /* text_add_own counts one */
    if (!text_add_own(t, in->at ? in->at : in->functions.frames[in->function], in->costs))
        return false;
    memset(in->costs, 0, sizeof in->costs);
    in->lines = 0;
    return true;
}

static bool bad(struct callgrind *in, const char *reason, struct str line)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, line);
}

/* ---- names ------------------------------------------------------------------------- */

/* Takes "(12)" and the blank after it off the start. */
static bool parse_mark(struct str *rest, struct str *mark)
{
    size_t n = 1;

    if (rest->n < 3 || rest->p[0] != '(')
        return false;
    while (n < rest->n && is_digit(rest->p[n]))
        n++;
    if (n == 1 || n == rest->n || rest->p[n] != ')')
        return false;
    n++;
    if (n < rest->n && rest->p[n] != ' ')
        return false;
    *mark = str_from_to(*rest, 0, n);
    *rest = str_from_to(*rest, n < rest->n ? n + 1 : n, rest->n);
    return true;
}

/* Only the last part of an object's path counts. Callgrind writes "???" for an unknown one. */
static bool make_name(struct callgrind *in, enum number_kind kind, struct str name, name_id *id)
{
    struct text *t = &in->text;

    *id = 0;
    switch (kind) {
    case OBJECT:
        return builder_name(&t->builder, path_base_name(name), id);
    case FILE_OF_SOURCE:
        return str_equal(name, STR("???")) || builder_name(&t->builder, name, id);
    case FUNCTION:
        return tidier_name(&t->tidier, name.n ? name : STR("[unknown]"), id);
    case KINDS:
        break;
    }
    return false;
}

static bool find_name(struct callgrind *in, enum number_kind kind, struct str text, name_id *id)
{
    struct marks *marks = &in->marks[kind];
    struct str rest = str_trim(text);
    struct str mark;

    if (!parse_mark(&rest, &mark))
        return make_name(in, kind, rest, id);
    name_id at = names_add(&marks->texts, mark);
    marks->names = mem_grow(marks->names, &marks->room, (size_t)at + 1, sizeof *marks->names);
    rest = str_trim(rest);
    if (!rest.n && marks->names[at]) {
        *id = marks->names[at] - 1;
        return true;
    }
    /* Code made at run time is in no object. */
    if (!rest.n && kind != OBJECT && !bad(in, "an id whose name is not defined", text))
        return false;
    if (!rest.n && kind == FUNCTION)
        rest = mark;
    if (!make_name(in, kind, rest, id))
        return false;
    marks->names[at] = *id + 1;
    return true;
}

static bool set_function(struct callgrind *in, struct str text)
{
    struct cg_place place = {.object = in->object, .file = in->file};

    if (!flush(in) || !find_name(in, FUNCTION, text, &place.name) ||
        !cg_functions_define(&in->functions, &place, &in->function))
        return false;
    in->begun = true;
    in->at = 0;
    in->called = false;
    in->place = (struct place_called){0};
    return cg_functions_begin(&in->functions, in->function);
}

static bool set_callee(struct callgrind *in, struct str text)
{
    struct cg_place place = {.object = in->place.objected ? in->place.object : in->object,
                             .file = in->place.filed ? in->place.file : in->file,
                             .filed = in->place.filed};

    in->called = true;
    return find_name(in, FUNCTION, text, &place.name) &&
           cg_functions_refer(&in->functions, &place, &in->callee);
}

/* ---- costs ------------------------------------------------------------------------- */

static bool parse_cost(struct callgrind *in, struct str word, uint64_t *value)
{
    struct reading *r = in->text.r;

    if (word.p[0] == '-' && is_whole_number(word)) {
        notes_add(&r->notes, r->name, r->tally.lines, "a cost below 0", word);
        *value = 0;
        return true;
    }
    if (str_starts(word, STR("0x")))
        return parse_hex_u64(str_from_to(word, 2, word.n), value);
    return parse_u64(word, value);
}

/* Values by event; missing ones at the end of a line are 0. */
struct event_costs {
    uint64_t values[EVENTS_MOST];
    size_t n;
};

/* Parses the usual form, "+3 12 4": decimal, with single blanks. False for others, which may be
 * valid as well. */
static bool parse_plain(const struct callgrind *in, struct str line, struct event_costs *costs)
{
    enum { DIGITS_MOST = 19 };
    const char *p = line.p;
    const char *end = p + line.n;

    for (size_t i = 0; i < in->positions.n; i++) {
        p += p < end && (*p == '+' || *p == '-');
        const char *from = p;
        while (p < end && is_digit(*p))
            p++;
        if (p == from && p < end && *p == '*')
            p++;
        if (p == from || (p < end && *p++ != ' '))
            return false;
    }
    costs->n = 0;
    while (p < end) {
        const char *from = p;
        uint64_t value = 0;
        while (p < end && is_digit(*p))
            value = value * 10 + (uint64_t)(*p++ - '0');
        if (p == from || p - from > DIGITS_MOST || costs->n == in->events.n)
            return false;
        costs->values[costs->n++] = value;
        if (p < end && *p++ != ' ')
            return false;
    }
    return true;
}

static bool parse_costs(struct callgrind *in, struct str rest, struct event_costs *costs)
{
    struct str word;

    if (parse_plain(in, rest, costs))
        return true;
    if (!cg_positions_skip(&in->positions, &rest))
        return false;
    for (costs->n = 0; take_word(&rest, &word); costs->n++)
        if (costs->n == in->events.n || !parse_cost(in, word, &costs->values[costs->n]))
            return false;
    return true;
}

/* Costs of another place are to be added apart. */
static bool find_place(struct callgrind *in)
{
    const struct text *t = &in->text;
    frame_id function = in->functions.frames[in->function];
    frame_id at = 0;
    const struct frame row =
        cg_positions_row(&in->positions, &t->p->frames.rows[function], in->file);

    if (!builder_row(&in->text.builder, &row, &at) || (at != in->at && !flush(in)))
        return false;
    in->at = at;
    return true;
}

static bool add_own(struct callgrind *in, const struct event_costs *costs)
{
    bool fits = true;

    if (in->text.r->ask->naming.places && !find_place(in))
        return false;
    for (size_t i = 0; i < costs->n; i++)
        fits = fits && costs->values[i] <= UINT64_MAX - in->costs[in->events.column_of[i]];
    if (!fits && !flush(in))
        return false;
    for (size_t i = 0; i < costs->n; i++)
        in->costs[in->events.column_of[i]] += costs->values[i];
    in->lines++;
    return true;
}

static bool add_call(struct callgrind *in, const struct event_costs *costs)
{
    uint64_t values[EVENT_LEFT_OUT + 1] = {0};

    for (size_t i = 0; i < costs->n; i++)
        values[in->events.column_of[i]] = costs->values[i];
    return cg_functions_call(&in->functions, in->function, in->callee, in->count, in->counted,
                             values);
}

static bool read_costs(struct callgrind *in, struct str line)
{
    enum expected expected = in->expected;
    struct event_costs costs;

    in->expected = OWN;
    in->called = false;
    if (in->text.r->ask->naming.places)
        cg_positions_move(&in->positions, line);
    if (expected == NOTHING)
        return true;
    if (expected == OWN)
        in->place = (struct place_called){0};
    if (!in->begun)
        return bad(in, "a cost before the first function", line);
    if (!in->events.n)
        return bad(in, "a cost before the line that names events", line);
    if (!parse_costs(in, line, &costs))
        return bad(in, "no positions and costs", line);
    return expected == OWN ? add_own(in, &costs) : add_call(in, &costs);
}

/* Takes how often a call was made: "3"; "-1" if that is not known. pprof writes 0 then. */
static bool take_count(struct callgrind *in, struct str *rest)
{
    struct str word;

    in->count = 0;
    in->counted = false;
    if (!take_word(rest, &word))
        return false;
    if (word.p[0] == '-')
        return is_whole_number(str_from_to(word, 1, word.n));
    if (!parse_u64(word, &in->count))
        return false;
    in->counted = in->count > 0 || in->functions.by_name;
    return true;
}

/* "calls=3 20": the count, and where the callee begins. The cost of the calls is on the next line.
 */
static bool begin_call(struct callgrind *in, struct str rest, struct str line)
{
    bool valid = take_count(in, &rest);

    in->place.filed = false;
    in->place.objected = in->place.objected && in->functions.by_name;
    in->expected = valid && in->begun && in->called ? CALL : NOTHING;
    in->calls_line = in->text.r->tally.lines;
    if (!valid)
        return bad(in, "a call without a count", line);
    if (!in->begun)
        return bad(in, "a call before the first function", line);
    return in->called || bad(in, "a call without a name of what is called", line);
}

/* ---- headers ----------------------------------------------------------------------- */

/* Each part may have other events. */
static bool set_events(struct callgrind *in, struct str rest, struct str line)
{
    struct reading *r = in->text.r;

    if (!flush(in))
        return false;
    if (!cg_events_set(&in->events, rest) &&
        !bad(in, "an event that is named twice, or has a long name", line))
        return false;
    if (in->events.beyond.n)
        notes_add(&r->notes, r->name, r->tally.lines, "more events than a profile holds",
                  in->events.beyond);
    return cg_events_measure(&in->events, &in->text);
}

/* "events: Ir": a word and a colon. */
static bool parse_key(struct str line, struct str *key, struct str *rest)
{
    size_t n = 0;

    while (n < line.n && is_letter(line.p[n]))
        n++;
    if (n == 0 || n == line.n || line.p[n] != ':')
        return false;
    *key = str_from_to(line, 0, n);
    *rest = str_from_to(line, n + 1, line.n);
    return true;
}

static bool read_header(struct callgrind *in, struct str line)
{
    struct str key;
    struct str rest;

    if (!parse_key(line, &key, &rest))
        return bad(in, "neither a cost, nor a name, nor a header", line);
    in->text.r->tally.comments++;
    if (str_equal(key, STR("positions")))
        cg_positions_set(&in->positions, rest);
    else if (str_equal(key, STR("creator")) && str_starts(str_trim(rest), STR("callgrind")))
        in->positions.offset_kind = OFFSET_VIRTUAL; /* others do not say what theirs are */
    else if (str_equal(key, STR("events")))
        return set_events(in, rest, line);
    return true;
}

/* ---- lines ------------------------------------------------------------------------- */

enum item {
    ITEM_OBJECT,
    ITEM_FILE,
    ITEM_FUNCTION,
    ITEM_CALLED_OBJECT,
    ITEM_CALLED_FILE,
    ITEM_CALLED,
    ITEM_CALLS,
    ITEM_JUMP,
    ITEM_JUMP_FILE,
    ITEM_JUMP_FUNCTION,
    ITEM_HEADER
};

static const struct line_start {
    struct str start;
    enum item item;
} keys[] = {
    {{"fn=", 3}, ITEM_FUNCTION},
    {{"cfn=", 4}, ITEM_CALLED},
    {{"calls=", 6}, ITEM_CALLS},
    {{"cfi=", 4}, ITEM_CALLED_FILE},
    {{"cfl=", 4}, ITEM_CALLED_FILE},
    {{"cob=", 4}, ITEM_CALLED_OBJECT},
    {{"fl=", 3}, ITEM_FILE},
    {{"fi=", 3}, ITEM_FILE},
    {{"fe=", 3}, ITEM_FILE},
    {{"ob=", 3}, ITEM_OBJECT},
    {{"jump=", 5}, ITEM_JUMP},
    {{"jcnd=", 5}, ITEM_JUMP},
    {{"jfi=", 4}, ITEM_JUMP_FILE},
    {{"jfn=", 4}, ITEM_JUMP_FUNCTION},
    {{"frfn=", 5}, ITEM_JUMP_FUNCTION},
};

static enum item parse_item(struct str line, struct str *rest)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (str_starts(line, keys[i].start)) {
            *rest = str_from_to(line, keys[i].start.n, line.n);
            return keys[i].item;
        }
    return ITEM_HEADER;
}

/* Jumps inside a function have no cost, but their names may define numbers. */
static bool read_item(struct callgrind *in, struct str line)
{
    struct str rest;
    name_id other = 0;

    switch (parse_item(line, &rest)) {
    case ITEM_OBJECT:
        return find_name(in, OBJECT, rest, &in->object);
    case ITEM_FILE:
        return find_name(in, FILE_OF_SOURCE, rest, &in->file);
    case ITEM_FUNCTION:
        return set_function(in, rest);
    case ITEM_CALLED_OBJECT:
        in->place.objected = true;
        return find_name(in, OBJECT, rest, &in->place.object);
    case ITEM_CALLED_FILE:
        in->place.filed = true;
        return find_name(in, FILE_OF_SOURCE, rest, &in->place.file);
    case ITEM_CALLED:
        return set_callee(in, rest);
    case ITEM_CALLS:
        return begin_call(in, rest, line);
    case ITEM_JUMP:
        in->expected = NOTHING;
        return true;
    case ITEM_JUMP_FILE:
        return find_name(in, FILE_OF_SOURCE, rest, &other);
    case ITEM_JUMP_FUNCTION:
        return find_name(in, FUNCTION, rest, &other);
    case ITEM_HEADER:
        return read_header(in, line);
    }
    return false;
}

static bool is_cost(char c)
{
    return is_digit(c) || c == '+' || c == '-' || c == '*';
}

/* If another line replaces the cost of calls, that cost is lost. */
static bool read_line(struct callgrind *in, struct str line)
{
    struct text *t = &in->text;

    if (line.n && is_cost(line.p[0]))
        return read_costs(in, line);
    if (str_trim(line).n == 0) {
        t->r->tally.blank++;
        return true;
    }
    if (line.p[0] == '#') {
        t->r->tally.comments++;
        return true;
    }
    if (in->expected == CALL) {
        in->called = false;
        if (!lines_bad(&t->lines, in->calls_line, "a call without a line of costs", line))
            return false;
    }
    in->expected = OWN;
    return read_item(in, line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    struct callgrind in = {.positions = {.n = 1, .line = 1}};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    for (enum number_kind i = OBJECT; i < KINDS; i++)
        names_init(&in.marks[i].texts);
    cg_functions_init(&in.functions, &in.text, r->ask->estimate);
    bool ok = text_shares(&in.text, r->ask->estimate ? CALLS_BY_COST : CALLS_AS_COSTS);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && flush(&in);
    if (ok && in.expected == CALL)
        ok = lines_bad(&in.text.lines, in.calls_line, "a call without a line of costs", STR(""));
    ok = ok && cg_functions_finish(&in.functions);
    cg_functions_free(&in.functions);
    for (enum number_kind i = OBJECT; i < KINDS; i++) {
        names_free(&in.marks[i].texts);
        mem_free(in.marks[i].names, in.marks[i].room, sizeof *in.marks[i].names);
    }
    text_free(&in.text);
    return ok;
}

/* ---- recognition ------------------------------------------------------------------- */

/* Needs a header with a line of events, followed by a name or nothing. Other formats with "desc:"
 * and "cmd:" have no events. */
static unsigned recognise(struct str prefix)
{
    static const struct str first = {"# callgrind format", 18};
    struct str rest = prefix;
    struct str line;
    struct str key;
    unsigned headers = 0;
    bool events = false;

    while (take_field(&rest, '\n', &line)) {
        line = str_trim(line);
        if (str_starts(line, first))
            return 60;
        if (line.n == 0 || line.p[0] == '#' || (events && is_cost(line.p[0])))
            continue;
        if (parse_item(line, &key) != ITEM_HEADER)
            return events ? 48 : 0;
        if (!parse_key(line, &key, &line))
            return 0;
        events = events || str_equal(key, STR("events"));
        headers++;
    }
    return events && headers > 2 ? 48 : 0;
}

const struct input_format input_callgrind = {
    .name = "callgrind",
    .about = "Callgrind and Cachegrind, and other profiles in that format (Xdebug)",
    .recognise = recognise,
    .read = read,
    .stackless = true,
    .counts = true,
};
