/* Folded stacks do not say what they are. Lines with a ';' in them are stacks; text without any
 * must be of names as profilers write them, for many tools print a word and a number a line. */
#include "base/parse.h"
#include "input/folded.h"
#include "input/folded/name.h"

enum line_kind {
    LINE_BLANK, /* or a comment */
    LINE_OTHER, /* without a count */
    LINE_NAME,  /* one frame and a count */
    LINE_STACK, /* two frames or more and a count */
};

struct line {
    enum line_kind kind;
    struct str text;  /* trimmed */
    struct str stack; /* the text before the count */
    struct decimal count;
    bool is_column; /* blanks stand before it, or more than one before the count */
};

/* Takes the number at the end of a line, which is mostly a few digits. */
static bool take_count(struct line *line)
{
    enum { FEW = 18 };
    size_t from = line->text.n;
    uint64_t value = 0;

    for (uint64_t factor = 1; from && line->text.n - from < FEW && is_digit(line->text.p[from - 1]);
         factor *= 10)
        value += (uint64_t)(line->text.p[--from] - '0') * factor;
    line->count = (struct decimal){value, 0};
    if (from == line->text.n && line->text.p[from - 1] != '.')
        return false;
    if (from == line->text.n || from == 0 || !is_blank(line->text.p[from - 1])) {
        while (from && !is_blank(line->text.p[from - 1]))
            from--;
        if (!parse_decimal(str_from_to(line->text, from, line->text.n), PROFILE_SCALE_MAX,
                           &line->count))
            return false;
    }
    line->stack = str_trim(str_from_to(line->text, 0, from));
    line->is_column = line->is_column || from > line->stack.n + 1;
    return line->stack.n > 0;
}

/* Prose and source code have a ';' before a blank. */
static bool is_stack(struct str text)
{
    const char *at = text.n > 1 ? memchr(text.p, ';', text.n - 1) : NULL;

    while (at && at[1] == ' ')
        at = memchr(at + 1, ';', (size_t)(text.p + text.n - 1 - at) - 1);
    return at != NULL;
}

static struct line line_of(struct str whole)
{
    struct line line = {.text = str_trim(whole)};

    if (line.text.n == 0 || line.text.p[0] == '#')
        return line;
    line.is_column = line.text.p != whole.p;
    line.kind = !take_count(&line) ? LINE_OTHER : is_stack(line.stack) ? LINE_STACK : LINE_NAME;
    return line;
}

/* Takes the next line of a prefix; false at its end, and for what the prefix may have cut. */
static bool take_line(struct str *rest, bool is_cut, struct line *line)
{
    struct str whole;

    if (!take_field(rest, '\n', &whole) || (is_cut && !rest->p))
        return false;
    *line = line_of(whole);
    return true;
}

/* How many lines are of each kind. */
struct line_kinds {
    uint64_t n[LINE_STACK + 1];
};

static struct line_kinds count_lines(struct str prefix)
{
    const bool is_cut = prefix.n >= SOURCE_PREFIX;
    struct line_kinds kinds = {{0}};
    struct str rest = prefix;
    struct line line;

    while (take_line(&rest, is_cut, &line))
        kinds.n[line.kind]++;
    return kinds;
}

/* The order of lines: profilers sort by name or by count, what a program says of itself is in the
 * order of its code. */
struct order {
    struct str name;
    struct decimal count;
    uint64_t n, names_down, counts_down, counts_up;
};

static void order_add(struct order *o, const struct line *line)
{
    if (o->n++) {
        o->names_down += str_compare(line->stack, o->name) < 0;
        o->counts_down += line->count.value < o->count.value;
        o->counts_up += line->count.value > o->count.value;
    }
    o->name = line->stack;
    o->count = line->count;
}

static bool is_in_order(const struct order *o)
{
    enum { FEW = 8, ONE_IN = 8 }; /* names may be sorted as a language has it */
    const uint64_t most = o->n / ONE_IN;

    return o->n <= FEW || o->names_down <= most || o->counts_down <= most || o->counts_up <= most;
}

/* What names of one frame say. */
struct names_seen {
    uint64_t words, with_signs, other;
    struct order order;
};

static enum folded_name name_of(const struct line *line)
{
    if (line->kind != LINE_NAME || line->is_column)
        return NAME_NONE;
    enum folded_name name = folded_name_of(line->stack);
    return name == NAME_WORD && line->count.value == 0 ? NAME_NONE : name;
}

/* "# TYPE requests_total counter": what Prometheus reads. */
static bool is_metric_comment(struct str text)
{
    return str_starts(text, STR("# TYPE ")) || str_starts(text, STR("# HELP "));
}

static struct names_seen look_at_names(struct str prefix)
{
    const bool is_cut = prefix.n >= SOURCE_PREFIX;
    struct names_seen seen = {0};
    struct str rest = prefix;
    struct line line;

    while (take_line(&rest, is_cut, &line)) {
        if (line.kind == LINE_STACK)
            continue;
        if (line.kind == LINE_BLANK) {
            seen.other += is_metric_comment(line.text);
            continue;
        }
        const enum folded_name name = name_of(&line);
        seen.other += name == NAME_NONE;
        seen.with_signs += name == NAME_SIGNED;
        seen.words += name == NAME_WORD;
        if (name == NAME_WORD)
            order_add(&seen.order, &line);
    }
    return seen;
}

/* Without stacks, nearly all lines must be names. */
static bool are_names(struct str prefix)
{
    enum { ONE_IN = 10, FEW_SIGNS = 4 };
    const struct names_seen seen = look_at_names(prefix);
    const uint64_t names = seen.words + seen.with_signs;

    if (!names || seen.other * ONE_IN > names + seen.other)
        return false;
    return seen.with_signs * FEW_SIGNS >= seen.words || is_in_order(&seen.order);
}

/* With stacks, what is neither stack nor name is less than the rest. */
static bool are_stacks(struct str prefix, const struct line_kinds *kinds)
{
    const uint64_t rest = kinds->n[LINE_NAME] + kinds->n[LINE_OTHER];

    if (kinds->n[LINE_STACK] >= rest)
        return true;
    const struct names_seen seen = look_at_names(prefix);
    return kinds->n[LINE_STACK] + seen.words + seen.with_signs >= seen.other;
}

/* A valid line counts 8 bits, for its last digit and the blank before it; more lines add little. If
 * the prefix ends in the first line that is no comment, that line may be a stack. */
unsigned folded_recognise(struct str prefix)
{
    enum { LINES_COUNTED = 4 };
    const struct line_kinds kinds = count_lines(prefix);
    const uint64_t good = kinds.n[LINE_STACK] + kinds.n[LINE_NAME];

    if (good == 0 && kinds.n[LINE_OTHER] == 0 && prefix.n >= SOURCE_PREFIX)
        return !str_starts(prefix, STR("{")); /* JSON has long lines */
    if (good == 0 || !(kinds.n[LINE_STACK] ? are_stacks(prefix, &kinds) : are_names(prefix)))
        return 0;
    return LINES_COUNTED + (good < LINES_COUNTED ? (unsigned)good : LINES_COUNTED);
}

bool folded_mostly(struct str prefix)
{
    const struct line_kinds kinds = count_lines(prefix);

    return kinds.n[LINE_STACK] + kinds.n[LINE_NAME] > kinds.n[LINE_OTHER];
}

bool folded_any(struct str prefix)
{
    const struct line_kinds kinds = count_lines(prefix);

    return kinds.n[LINE_STACK] + kinds.n[LINE_NAME] > 0;
}

bool folded_has_stacks(struct str prefix)
{
    struct str rest = prefix;
    struct line line = {.kind = LINE_BLANK};

    while (line.kind != LINE_STACK && take_line(&rest, false, &line))
        continue;
    return line.kind == LINE_STACK;
}

struct str folded_first_other(struct str prefix, uint64_t *number)
{
    struct str rest = prefix;
    struct line line;

    for (*number = 1; take_line(&rest, false, &line); ++*number)
        if (line.kind == LINE_OTHER || (line.kind == LINE_NAME && name_of(&line) == NAME_NONE))
            return line.text;
    return STR("");
}
