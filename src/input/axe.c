/* Index  % CPU Time:Total  CPU Time:Self  CPU Time:Children  Name              Index
 * -----  ----------------  -------------  -----------------  ----------------  -----
 *                          0.0            31.29                <spontaneous>   [2]
 * [0]    100.0             0.02           31.27              main              [0]
 *                          4.1            0.5                  work <cycle 1>  [1]
 * VTune's gprof-cc report: in each entry callers, the function at the margin, and what it calls,
 * then a blank line; "Index  Function" ends them. */
#include "base/mem.h"
#include "base/parse.h"
#include "input/common/names/twins.h"
#include "input/common/stated_totals.h"

enum { NS_DIGITS = 9, PERCENT_DIGITS = 6 };

enum axe_entry {
    CALLERS, /* which say nothing that the others do not */
    CALLEES, /* of a function */
    OTHERS,  /* of a cycle, or of a function that was not understood */
};

/* gprof2dot takes the percentages, of a whole that is known only at the end. */
struct axe_total {
    frame_id function;
    uint64_t part; /* of WHOLE */
};

static const uint64_t WHOLE = 100000000; /* 100 % with PERCENT_DIGITS */

struct axe_call {
    size_t caller; /* in axe.totals */
    frame_id callee;
    uint64_t cost; /* none is stated inside of a cycle */
};

struct axe {
    struct text text;
    struct twins twins;
    struct stated_totals stated;
    enum axe_entry entry;
    bool ended;
    uint64_t self; /* of all functions */
    struct axe_total *totals;
    size_t n_totals, totals_room;
    struct axe_call *calls;
    size_t n_calls, calls_room;
    size_t first_call; /* of the entry that is read */
};

/* The end of a line: a name, its cycle, and its index. */
struct entry_name {
    struct str name;
    uint32_t index; /* 0 if it is missing, too */
    uint32_t cycle; /* 0: in none */
    bool whole;     /* it is the cycle */
};

static bool bad(struct axe *in, const char *reason, struct str line)
{
    return lines_bad(&in->text.lines, in->text.r->tally.lines, reason, line);
}

/* "[12]" */
static bool parse_index(struct str word, uint32_t *index)
{
    uint64_t number;

    if (word.n <= 2 || word.p[0] != '[' || word.p[word.n - 1] != ']' ||
        !parse_u64(str_from_to(word, 1, word.n - 1), &number) || number > UINT32_MAX)
        return false;
    *index = (uint32_t)number;
    return true;
}

/* Takes the index off the end, where it may be missing. */
static struct str without_index(struct str s, uint32_t *index)
{
    size_t at = str_find_last(s, STR(" ["));

    s = str_trim(s);
    return at < s.n && parse_index(str_from_to(s, at + 1, s.n), index)
               ? str_trim(str_from_to(s, 0, at))
               : s;
}

/* "trace <cycle 2>", "<cycle 2 as a whole>". */
static struct entry_name parse_name(struct str rest)
{
    struct entry_name named = {.index = 0};

    named.name = without_index(str_trim(rest), &named.index);
    size_t at = str_find_last(named.name, STR("<cycle "));
    struct str mark;
    struct str word;
    uint64_t number;

    if (at == named.name.n || named.name.p[named.name.n - 1] != '>')
        return named;
    mark = str_from_to(named.name, at + 7, named.name.n - 1);
    if (!take_word(&mark, &word) || !parse_u64(word, &number) || number > UINT32_MAX)
        return named;
    named.cycle = (uint32_t)number;
    named.whole = at == 0;
    named.name = str_trim(str_from_to(named.name, 0, at));
    return named;
}

static bool parse_number(struct str *rest, unsigned digits, uint64_t *value)
{
    struct str after = *rest;
    struct str word;

    if (!take_word(&after, &word) || !parse_scaled(word, digits, value))
        return false;
    *rest = after;
    return true;
}

/* The time of callees is negative for some members of cycles. */
static bool parse_callees_time(struct str *rest, uint64_t *value)
{
    struct str word;

    if (!take_word(rest, &word))
        return false;
    if (word.p[0] == '-')
        word = str_from_to(word, 1, word.n);
    return parse_scaled(word, NS_DIGITS, value);
}

static uint64_t sum_of(uint64_t self, uint64_t callees)
{
    return callees > UINT64_MAX - self ? UINT64_MAX : self + callees;
}

static bool find_function(struct axe *in, const struct entry_name *named, frame_id *frame)
{
    return twins_frame(&in->twins, named->name, named->index, frame);
}

/* "[0]    100.0    0.02    31.27    main    [0]". If no blank line separates two functions, the
 * lines between may be callees of the first or callers of the second. */
static bool begin_function(struct axe *in, struct str line)
{
    uint64_t self[PROFILE_COLUMNS_MOST] = {0};
    struct axe_total total = {0};
    struct str rest = line;
    struct str word;
    uint32_t index;
    uint64_t callees;

    if (in->n_calls > in->first_call &&
        !bad(in, "callees and callers with no blank line between", line))
        return false;
    in->n_calls = in->first_call;
    in->entry = OTHERS;
    if (!take_word(&rest, &word) || !parse_index(word, &index) ||
        !parse_number(&rest, PERCENT_DIGITS, &total.part) ||
        !parse_number(&rest, NS_DIGITS, &self[0]) || !parse_callees_time(&rest, &callees))
        return bad(in, "no function, its times and its index", line);
    struct entry_name named = parse_name(rest);
    if (named.whole)
        stated_totals_cycle(&in->stated, named.cycle, sum_of(self[0], callees));
    if (named.whole || str_equal(named.name, STR("<spontaneous>")))
        return true;
    if (named.name.n == 0)
        return bad(in, "no function, its times and its index", line);
    if (!find_function(in, &named, &total.function) ||
        !text_add_own(&in->text, total.function, self))
        return false;
    in->self += self[0]; /* which fits, as it does in the column */
    text_add_cycle(&in->text, total.function, named.cycle);
    stated_totals_add(&in->stated, total.function, named.cycle, sum_of(self[0], callees));
    if (total.part > WHOLE)
        total.part = WHOLE;
    in->totals = mem_grow(in->totals, &in->totals_room, in->n_totals + 1, sizeof *in->totals);
    in->totals[in->n_totals++] = total;
    in->entry = CALLEES;
    return true;
}

/* "4.1    0.5    work <cycle 1>  [1]"; within a cycle there are no times. */
static bool add_callee(struct axe *in, struct str line)
{
    struct axe_call call = {.caller = in->n_totals - 1};
    struct str rest = line;
    uint64_t self = 0;
    uint64_t callees = 0;

    if (parse_number(&rest, NS_DIGITS, &self) && !parse_callees_time(&rest, &callees))
        return bad(in, "no callee and its times", line);
    struct entry_name named = parse_name(rest);
    if (named.name.n == 0)
        return bad(in, "no callee and its times", line);
    if (str_equal(named.name, STR("<spontaneous>")))
        return true;
    if (!find_function(in, &named, &call.callee))
        return false;
    call.cost = sum_of(self, callees);
    in->calls = mem_grow(in->calls, &in->calls_room, in->n_calls + 1, sizeof *in->calls);
    in->calls[in->n_calls++] = call;
    return true;
}

static uint64_t total_of(const struct axe *in, size_t i)
{
    uint64_t part = in->totals[i].part;

    return in->self / WHOLE * part + (in->self % WHOLE * part + WHOLE / 2) / WHOLE;
}

static bool add_calls(struct axe *in)
{
    for (size_t i = 0; i < in->n_calls; i++) {
        const struct axe_call *call = &in->calls[i];
        const uint64_t costs[PROFILE_COLUMNS_MOST] = {
            in->text.r->ask->estimate ? total_of(in, call->caller) : call->cost};
        if (!text_add_call(&in->text, in->totals[call->caller].function, call->callee, 0, costs))
            return false;
    }
    return true;
}

/* In gprof2dot a call's weight among the callers of its callee is the caller's total. */
static bool finish(struct axe *in)
{
    for (size_t i = 0; i < in->n_totals && in->text.r->ask->estimate; i++)
        if (!text_add_total(&in->text, in->totals[i].function, 0, total_of(in, i)))
            return false;
    return (in->text.r->ask->estimate || stated_totals_finish(&in->stated, &in->text)) &&
           add_calls(in);
}

static bool is_header(struct str line)
{
    return str_starts(line, STR("Index ")) && str_find(line, 0, STR(":Self ")) < line.n &&
           str_find(line, 0, STR(":Children ")) < line.n &&
           str_find(line, 0, STR(" Name")) < line.n;
}

/* The list of functions follows the entries. */
static bool read_line(struct axe *in, struct str line)
{
    struct tally *tally = &in->text.r->tally;

    if (str_trim(line).n == 0) {
        tally->blank++;
        in->first_call = in->n_calls;
        in->entry = CALLERS;
        return true;
    }
    bool header = is_header(line);
    if (header || in->ended || str_starts(line, STR("-----")) || str_starts(line, STR("Index "))) {
        const bool is_row = !in->ended || header || line.p[0] == '[' || line.p[0] == '-';
        in->ended = !header && (in->ended || line.p[0] == 'I');
        if (is_row)
            tally->comments++;
        else
            lines_other(&in->text.lines);
        return true;
    }
    if (line.p[0] == '[')
        return begin_function(in, line);
    if (!is_blank(line.p[0]))
        return bad(in, "neither a function nor one that it calls", line);
    return in->entry != CALLEES || add_callee(in, line);
}

static bool read(struct reading *r, struct blocks *blocks, struct profile *p, struct fault *f)
{
    static const struct measure time = {"time", "ns"};
    struct axe in = {.entry = CALLERS};
    struct str line;

    text_init(&in.text, r, blocks, p, f);
    twins_init(&in.twins, &in.text);
    stated_totals_init(&in.stated);
    bool ok = text_measures(&in.text, TEXT_FULL_NAMES, &time, 1) &&
              text_shares(&in.text, r->ask->estimate ? CALLS_BY_COST : CALLS_AS_OUTER_COSTS);
    while (ok && lines_next(&in.text.lines, &line))
        ok = read_line(&in, line);
    ok = ok && f->kind == FAULT_NONE && finish(&in);
    twins_free(&in.twins);
    stated_totals_free(&in.stated);
    mem_free(in.totals, in.totals_room, sizeof *in.totals);
    mem_free(in.calls, in.calls_room, sizeof *in.calls);
    text_free(&in.text);
    return ok;
}

static unsigned recognise(struct str prefix)
{
    struct str line;

    while (take_field(&prefix, '\n', &line))
        if (str_trim(line).n)
            return is_header(line) ? 56 : 0;
    return 0;
}

const struct input_format input_axe = {
    .name = "axe",
    .about = "the gprof-cc report of VTune",
    .recognise = recognise,
    .read = read,
    .stackless = true,
};
