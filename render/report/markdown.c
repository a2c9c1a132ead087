/* summary.md, for a job's summary or a comment: at most ten lines; empty when there is nothing that
 * anyone needs to know. */
#include "base/parse.h"
#include "render/common/text.h"
#include "render/report/gate.h"

enum { LINES_MOST = 10, NAME_MOST = 200, STACK_MOST = 120, COMMAND_MOST = 4000, ITEMS_MOST = 3 };

struct markdown {
    const struct report *report;
    struct sink *s;
    size_t n; /* lines so far */
    struct buf clean;
};

/* Literal text, for GitHub and GitLab: a name becomes a code span, in which nothing is a mention, a
 * link or a tag, between as many backticks as needed. */
static void write_code(struct markdown *m, struct str raw, size_t most)
{
    size_t ticks = 1;
    size_t run = 0;
    size_t n = raw.n < most ? raw.n : most;

    buf_clear(&m->clean);
    text_clean(str_from_to(raw, 0, n), &m->clean);
    if (n < raw.n)
        buf_add(&m->clean, STR("..."));
    if (m->clean.n == 0)
        buf_add_byte(&m->clean, ' '); /* an empty code span is not possible */
    for (size_t i = 0; i < m->clean.n; i++) {
        run = m->clean.p[i] == '`' ? run + 1 : 0;
        ticks = run >= ticks ? run + 1 : ticks;
    }
    for (size_t i = 0; i < ticks; i++)
        sink_byte(m->s, '`');
    sink_text(m->s, ticks > 1 ? " " : "");
    sink_str(m->s, buf_str(&m->clean));
    sink_text(m->s, ticks > 1 ? " " : "");
    for (size_t i = 0; i < ticks; i++)
        sink_byte(m->s, '`');
}

/* A stack; if it is shortened, its end is kept. */
static void write_stack(struct markdown *m, struct str stack)
{
    size_t from = stack.n > STACK_MOST ? stack.n - STACK_MOST : 0;
    struct buf text = {0};

    while (from && from < stack.n && stack.p[from] != ';')
        from++;
    if (from == stack.n) /* one long name */
        from = 0;
    if (from)
        buf_add(&text, STR("..."));
    buf_add(&text, str_from_to(stack, from, stack.n));
    write_code(m, buf_str(&text), NAME_MOST);
    buf_free(&text);
}

/* Whether the character at i means nothing in Markdown. A point stands between digits, because
 * "www.x" is a link. */
static bool is_plain(struct str s, size_t i)
{
    char c = s.p[i];

    if (c == '.')
        return i && i + 1 < s.n && is_digit(s.p[i - 1]) && is_digit(s.p[i + 1]);
    return is_letter(c) || is_digit(c) || (unsigned char)c >= 0x80 || (c && strchr(" +-,[]/;%", c));
}

/* A change with its unit; brackets are escaped, or they would begin a link. A unit with other
 * special characters is written as a name. */
static void write_change(struct markdown *m, struct str clean)
{
    bool plain = true;

    for (size_t i = 0; i < clean.n; i++)
        plain = plain && is_plain(clean, i);
    if (!plain) {
        write_code(m, clean, NAME_MOST);
        return;
    }
    for (size_t i = 0; i < clean.n; i++) {
        if (clean.p[i] == '[' || clean.p[i] == ']')
            sink_byte(m->s, '\\');
        sink_byte(m->s, clean.p[i]);
    }
}

/* What a comparison says, as it is if Markdown takes nothing in it for a sign. */
static void write_words(struct markdown *m, struct str raw)
{
    struct buf clean = {0};

    text_clean(raw, &clean);
    write_change(m, buf_str(&clean));
    buf_free(&clean);
}

static void end_line(struct markdown *m)
{
    sink_byte(m->s, '\n');
    m->n++;
}

/* Appends a word quoted for a shell. */
static void add_word(struct buf *to, struct str word)
{
    buf_add_byte(to, '\'');
    for (size_t i = 0; i < word.n; i++)
        buf_add(to, word.p[i] == '\'' ? STR("'\\''") : str_from_to(word, i, i + 1));
    buf_add_byte(to, '\'');
}

/* Appends a regular expression that matches the name. */
static void add_expression(struct buf *to, struct str name)
{
    for (size_t i = 0; i < name.n; i++) {
        if (name.p[i] && strchr("\\^$.[]|()?*+{}", name.p[i]))
            buf_add_byte(to, '\\');
        buf_add_byte(to, name.p[i]);
    }
}

static void part(struct markdown *m, const char *before, uint64_t n, const char *one,
                 const char *many)
{
    sink_text(m->s, before);
    sink_grouped(m->s, n, 0);
    sink_byte(m->s, ' ');
    sink_text(m->s, n == 1 ? one : many);
}

static void write_line(struct markdown *m, const char *what, struct str code)
{
    sink_text(m->s, what);
    write_code(m, code, NAME_MOST);
    end_line(m);
}

static void write_head(struct markdown *m)
{
    const struct report *r = m->report;
    struct report_gap gaps[REPORT_GAPS];
    const char *between = "";

    (void)report_gaps(r, gaps);
    sink_text(m->s, "**flame report**: ");
    if (r->n_exceeded) {
        part(m, "", r->n_exceeded, "budget exceeded", "budgets exceeded");
        between = "; ";
    } else if (report_gate(r) == REPORT_GATE_UNJUDGED) {
        sink_text(m->s, "the budget could not be checked in full, so it fails");
        between = "; ";
    }
    if (r->both) {
        sink_text(m->s, between);
        report_proven_text(m->s, r);
        between = "; ";
    }
    for (size_t i = 0; i < REPORT_GAPS; i++)
        if (gaps[i].n) {
            sink_text(m->s, between);
            report_gap_text(m->s, &gaps[i]);
            between = "; ";
        }
    end_line(m);
    end_line(m); /* a list needs an empty line before it */
    if (r->environment.n && (r->n_exceeded || r->n_proven)) {
        sink_text(m->s, "- recorded differently, which may be the only change: ");
        write_code(m, r->environment, NAME_MOST);
        end_line(m);
    }
}

static bool has_room(const struct markdown *m)
{
    return m->n < LINES_MOST - 1; /* one is left for what is omitted */
}

/* The NAME of a numbered run NAME.1; "": the path is none. */
static struct str name_of_runs(const struct markdown *m, struct str path)
{
    size_t end = path.n;

    while (end && is_digit(path.p[end - 1]))
        end--;
    bool numbered = m->report->both && end < path.n && end > 1 && path.p[end - 1] == '.';
    return str_from_to(path, 0, numbered ? end - 1 : 0);
}

/* In how many adjacent runs, after this one (1) or before it (-1), the same function exceeds the
 * same rule. Before it, counts at most one. */
static uint64_t excesses_alike(const struct markdown *m, size_t at, int step,
                               const struct report_excess *e)
{
    struct str name = name_of_runs(m, m->report->entries[at].path);
    struct report_row row;
    uint64_t n = 0;

    while (name.n && (step < 0 ? n == 0 && at > 0 : at + 1 < m->report->n)) {
        at = step < 0 ? at - 1 : at + 1;
        if (!str_equal(name, name_of_runs(m, m->report->entries[at].path)))
            break;
        report_row_of(&row, &m->report->entries[at]);
        for (size_t k = 0; k < row.n_excesses; k++)
            n += row.excesses[k].rule == e->rule && str_equal(row.excesses[k].name, e->name);
    }
    return n;
}

/* ---- the items of a profile ------------------------------------------------------------------ */

/* What the line of a profile says: functions that exceed a budget, that changed, or both. */
struct item {
    struct str name;
    const struct report_excess *excess; /* NULL: no budget is exceeded */
    const struct report_change *change; /* NULL: the excess alone is reported */
    uint64_t n_more;                    /* other runs that exceed the same */
};

struct items {
    struct item rows[REPORT_EXCESSES + REPORT_CHANGES];
    size_t n;
};

/* Whether the function calls another one that is proven to have changed in the same direction: then
 * its change says nothing new. */
static bool is_of_callee(const struct report_sides *sides, const struct report_change *c)
{
    struct str name;

    for (size_t i = 0; i < sides->n_changes; i++) {
        const struct report_change *other = &sides->changes[i];
        struct str rest = other->stack;
        if (other == c || !other->proven ||
            (other->after > other->before) != (c->after > c->before))
            continue;
        while (!str_equal(other->name, c->name) && take_field(&rest, ';', &name))
            if (str_equal(name, c->name))
                return true;
    }
    return false;
}

static void collect_changes(struct items *items, const struct report_sides *sides)
{
    bool any_self = false;

    for (size_t i = 0; i < sides->n_changes; i++)
        any_self = any_self || (sides->changes[i].proven && sides->changes[i].self);
    for (size_t i = 0; i < sides->n_changes; i++) {
        const struct report_change *c = &sides->changes[i];
        if (c->proven && (c->self || (!any_self && !is_of_callee(sides, c))))
            items->rows[items->n++] = (struct item){c->name, NULL, c, 0};
    }
    if (!items->n && sides->n_changes && sides->changes[0].proven) /* they call each other */
        items->rows[items->n++] =
            (struct item){sides->changes[0].name, NULL, &sides->changes[0], 0};
}

/* If a changed function also exceeds a budget, both are reported together. */
static void collect_excess(struct items *items, const struct report_excess *e, uint64_t n_more)
{
    for (size_t i = 0; i < items->n; i++)
        if (!items->rows[i].excess && str_equal(items->rows[i].name, e->name)) {
            items->rows[i].excess = e;
            return;
        }
    items->rows[items->n++] = (struct item){e->name, e, NULL, n_more};
}

/* "`main;parse` **+134 \[+90, +178\] samples** by itself", or "`main;parse` **15.20 %** (budget
 * `max total parse 12%`)" */
static void write_item(struct markdown *m, const struct item *item)
{
    const struct report_change *c = item->change;
    struct buf change = {0};

    write_stack(m, c ? c->stack : item->excess->stack);
    sink_text(m->s, " **");
    if (c) {
        text_clean(c->change, &change);
        write_change(m, buf_str(&change));
        buf_free(&change);
        sink_text(m->s, c->self ? "** by itself, " : "** with callees, ");
        write_words(m, c->verdict);
    } else {
        report_excess_share(m->s, item->excess);
        sink_text(m->s, "**");
    }
    if (item->n_more)
        part(m, ", also in ", item->n_more, "more run", "more runs");
    if (item->excess) {
        sink_text(m->s, " (budget ");
        write_code(m, m->report->rules[item->excess->rule], NAME_MOST);
        sink_byte(m->s, ')');
    }
}

/* Adds " --focus '^(a|b)$'", which selects just the functions of the items. */
static void add_focus(struct buf *to, const struct items *items, size_t n)
{
    struct buf expression = {0};

    buf_add(&expression, n > 1 ? STR("^(") : STR("^"));
    for (size_t i = 0; i < n; i++) {
        if (i)
            buf_add_byte(&expression, '|');
        add_expression(&expression, items->rows[i].name);
    }
    buf_add(&expression, n > 1 ? STR(")$") : STR("$"));
    buf_add(to, STR(" --focus "));
    add_word(to, buf_str(&expression));
    buf_free(&expression);
}

/* The command that draws the functions, or the changes. */
static void write_command(struct markdown *m, const struct report_row *row,
                          const struct items *items, size_t n)
{
    struct buf command = {0};
    /* Without stacks, it has a call graph to see. The options of flame are not all for it. */
    bool graph = str_equal(row->format, STR("callgrind"));

    buf_add(&command, graph ? STR("callgraph") : STR("flame"));
    if (!graph)
        buf_add(&command, row->both ? m->report->arguments : m->report->alone);
    if (!row->both && !graph)
        add_focus(&command, items, n);
    buf_add(&command, row->words);
    buf_add(&command, row->both ? STR(" -o change.svg") : STR(" -o focus.svg"));
    sink_text(m->s, "; see it: ");
    write_code(m, buf_str(&command), COMMAND_MOST);
    buf_free(&command);
}

/* What fails a build comes before what merely changed. */
static void put_excesses_first(struct items *items)
{
    struct items sorted = {.n = 0};

    for (unsigned without = 0; without < 2; without++)
        for (size_t i = 0; i < items->n; i++)
            if ((items->rows[i].excess == NULL) == (without > 0))
                sorted.rows[sorted.n++] = items->rows[i];
    *items = sorted;
}

/* A line for a profile: "- `api/search`: ITEM; ITEM; and 3 more; see it: `flame ...`". Returns how
 * many excesses it reports. */
static uint64_t write_items(struct markdown *m, const struct report_row *row, struct items *items)
{
    size_t n = items->n < ITEMS_MOST ? items->n : ITEMS_MOST;
    uint64_t told = 0;

    put_excesses_first(items);
    sink_text(m->s, "- ");
    write_code(m, row->path, NAME_MOST);
    sink_text(m->s, ": ");
    for (size_t i = 0; i < n; i++) {
        sink_text(m->s, i ? "; " : "");
        write_item(m, &items->rows[i]);
    }
    if (items->n > n)
        part(m, "; and ", items->n - n, "more", "more");
    for (size_t i = 0; i < items->n; i++)
        told += items->rows[i].excess ? 1 + items->rows[i].n_more : 0;
    write_command(m, row, items, n);
    end_line(m);
    return told;
}

/* Runs of one profile are reported together, at the first. */
static uint64_t write_profile(struct markdown *m, size_t at)
{
    struct report_row row;
    struct items items = {.n = 0};

    report_row_of(&row, &m->report->entries[at]);
    for (size_t k = 0; k < row.n_excesses; k++)
        if (!excesses_alike(m, at, -1, &row.excesses[k]))
            collect_excess(&items, &row.excesses[k], excesses_alike(m, at, 1, &row.excesses[k]));
    return items.n ? write_items(m, &row, &items) : 0;
}

/* Comparisons that exceed a budget come before those with changes only. */
static uint64_t write_pairs(struct markdown *m, bool exceeding, size_t *n_changed)
{
    struct report_row row;
    uint64_t told = 0;

    for (size_t i = 0; i < m->report->n_pairs && has_room(m); i++) {
        struct items items = {.n = 0};
        if (m->report->pairs[i].state != REPORT_DRAWN)
            continue;
        report_row_of(&row, &m->report->pairs[i]);
        if (exceeding != (row.n_excesses > 0))
            continue;
        collect_changes(&items, &row.sides);
        for (size_t k = 0; k < row.n_excesses; k++)
            collect_excess(&items, &row.excesses[k], 0);
        if (!items.n)
            continue;
        told += write_items(m, &row, &items);
        *n_changed += row.sides.n_proven > 0;
    }
    return told;
}

static uint64_t write_failures(struct markdown *m, const struct report_entry *entries, size_t n,
                               const char *what)
{
    uint64_t written = 0;

    for (size_t i = 0; i < n && has_room(m); i++)
        if (entries[i].state == REPORT_FAILED) {
            write_line(m, what, entries[i].message);
            written++;
        }
    return written;
}

static uint64_t write_doubts(struct markdown *m)
{
    struct report_row row;
    uint64_t written = 0;

    for (size_t i = 0; i < m->report->n_pairs && has_room(m); i++) {
        report_row_of(&row, &m->report->pairs[i]);
        if (row.state == REPORT_DRAWN && row.sides.doubt.n) {
            write_line(m, "- doubtful: ", row.sides.doubt);
            written++;
        }
    }
    return written;
}

/* What each comparison says, where none has a line that tells what changed. */
static void write_verdicts(struct markdown *m)
{
    struct report_row row;

    if (m->report->n_exceeded || m->report->n_proven)
        return;
    for (size_t i = 0; i < m->report->n_pairs && has_room(m); i++) {
        report_row_of(&row, &m->report->pairs[i]);
        if (row.state != REPORT_DRAWN || !row.sides.sentence.n)
            continue;
        sink_text(m->s, "- ");
        write_code(m, row.path, NAME_MOST);
        sink_text(m->s, ": ");
        write_words(m, row.sides.sentence);
        end_line(m);
    }
}

static uint64_t write_unmet(struct markdown *m)
{
    uint64_t written = 0;

    for (size_t i = 0; i < m->report->n_rules && has_room(m); i++)
        if (m->report->rule_states[i] < REPORT_RULE_UNTRIED) {
            sink_text(m->s, "- ");
            sink_text(m->s, report_rule_text(m->report->rule_states[i]));
            write_line(m, ": ", m->report->rules[i]);
            written++;
        }
    return written;
}

void report_markdown(struct sink *s, const struct report *report)
{
    struct markdown m = {.report = report, .s = s};
    struct report_gap gaps[REPORT_GAPS];
    uint64_t all = report->n_exceeded + report->n_proven + report_gaps(report, gaps);
    uint64_t told = 0;
    size_t n_changed = 0;

    if (!all && report_gate(report) != REPORT_GATE_UNJUDGED)
        return;
    write_head(&m);
    for (size_t i = 0; i < report->n && has_room(&m); i++)
        told += write_profile(&m, i);
    told += write_pairs(&m, true, &n_changed);
    told += write_pairs(&m, false, &n_changed);
    told += n_changed;
    told += write_failures(&m, report->lacks, report->n_lacks, "- missing: ");
    told += write_failures(&m, report->entries, report->n, "- not read: ");
    told += write_failures(&m, report->pairs, report->n_pairs, "- not compared: ");
    told += write_doubts(&m);
    told += write_unmet(&m);
    write_verdicts(&m);
    if (told < all) {
        part(&m, "- and ", all - told, "more", "more");
        sink_text(s, ", in `index.html`\n");
    }
    buf_free(&m.clean);
}
