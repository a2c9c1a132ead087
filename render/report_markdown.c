/* summary.md, for a job's summary or a comment: at most ten lines, and none when there is nothing
 * that someone has to know. */
#include "base/cut.h"
#include "render/report.h"
#include "render/text.h"

enum { LINES_MOST = 10, NAME_MOST = 200, STACK_MOST = 120, COMMAND_MOST = 4000, CHANGES_MOST = 3 };

struct markdown {
    const struct report *report;
    struct sink *s;
    size_t n; /* lines so far */
    struct buf clean;
};

/* Text that is shown as it is, by GitHub and GitLab: a name is a span of code, in which nothing is
 * a mention, a link or a tag, between as many backticks as it takes. */
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
        buf_add_byte(&m->clean, ' '); /* a span of nothing is none */
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

/* A stack, of which the end matters most. */
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

/* Text of ours, in which a bracket begins no link. */
static void write_plain(struct markdown *m, struct str clean)
{
    for (size_t i = 0; i < clean.n; i++) {
        if (clean.p[i] == '[' || clean.p[i] == ']')
            sink_byte(m->s, '\\');
        sink_byte(m->s, clean.p[i]);
    }
}

static void end_line(struct markdown *m)
{
    sink_byte(m->s, '\n');
    m->n++;
}

/* Appends a word that a shell reads as it is. */
static void add_word(struct buf *to, struct str word)
{
    buf_add_byte(to, '\'');
    for (size_t i = 0; i < word.n; i++)
        buf_add(to, word.p[i] == '\'' ? STR("'\\''") : str_from_to(word, i, i + 1));
    buf_add_byte(to, '\'');
}

/* Appends an expression that matches the name alone. */
static void add_expression(struct buf *to, struct str name)
{
    struct buf expression = {0};

    buf_add_byte(&expression, '^');
    for (size_t i = 0; i < name.n; i++) {
        if (name.p[i] && strchr("\\^$.[]|()?*+{}", name.p[i]))
            buf_add_byte(&expression, '\\');
        buf_add_byte(&expression, name.p[i]);
    }
    buf_add_byte(&expression, '$');
    add_word(to, buf_str(&expression));
    buf_free(&expression);
}

/* The command that draws what holds a function, or what changed. */
static void write_command(struct markdown *m, const struct report_row *row, struct str name)
{
    struct buf command = {0};

    buf_add(&command, STR("flame"));
    buf_add(&command, m->report->arguments);
    if (!row->both) {
        buf_add(&command, STR(" --focus "));
        add_expression(&command, name);
    }
    buf_add(&command, row->words);
    buf_add(&command, row->both ? STR(" -o change.svg") : STR(" -o focus.svg"));
    sink_text(m->s, "; see it: ");
    write_code(m, buf_str(&command), COMMAND_MOST);
    buf_free(&command);
}

static void part(struct markdown *m, const char *before, uint64_t n, const char *one,
                 const char *many)
{
    sink_text(m->s, before);
    sink_grouped(m->s, n, 0);
    sink_byte(m->s, ' ');
    sink_text(m->s, n == 1 ? one : many);
}

/* "- `api/search.1` and 4 more runs: `parse` 15.20 %, budget `max total parse 12%`, in
 * `main;parse`; see it: `flame ...`" */
static void write_excess(struct markdown *m, const struct report_row *row,
                         const struct report_excess *e, uint64_t n_more)
{
    sink_text(m->s, "- ");
    write_code(m, row->path, NAME_MOST);
    if (n_more)
        part(m, " and ", n_more, "more run", "more runs");
    sink_text(m->s, ": ");
    write_code(m, e->name, NAME_MOST);
    sink_byte(m->s, ' ');
    report_share(m->s, row, e->value);
    sink_text(m->s, ", budget ");
    write_code(m, m->report->rules[e->rule], NAME_MOST);
    sink_text(m->s, ", in ");
    write_stack(m, e->stack);
    write_command(m, row, e->name);
    end_line(m);
}

/* "- `api/search`: `main;parse` +134 [+90, +178] samples by itself, proven; see it: `flame
 * --before ...`" */
static void write_change(struct markdown *m, const struct report_row *row,
                         const struct report_change *c)
{
    sink_text(m->s, "- ");
    write_code(m, row->path, NAME_MOST);
    sink_text(m->s, ": ");
    write_stack(m, c->stack);
    sink_byte(m->s, ' ');
    buf_clear(&m->clean);
    text_clean(c->change, &m->clean);
    write_plain(m, buf_str(&m->clean));
    sink_text(m->s, c->self ? " by itself, " : " with callees, ");
    sink_str(m->s, c->verdict);
    write_command(m, row, c->name);
    end_line(m);
}

static void write_failure(struct markdown *m, const struct report_row *row, bool is_pair)
{
    sink_text(m->s, is_pair ? "- not compared: " : "- not read: ");
    write_code(m, row->message, NAME_MOST);
    end_line(m);
}

static void write_head(struct markdown *m)
{
    const struct report *r = m->report;
    const char *before = "";

    sink_text(m->s, "**flame report**: ");
    if (r->n_exceeded) {
        part(m, before, r->n_exceeded, "budget exceeded", "budgets exceeded");
        before = "; ";
    }
    if (r->n_proven) {
        part(m, before, r->n_proven, "profile is proven to have changed",
             "profiles are proven to have changed");
        before = "; ";
    }
    if (r->n_failed) {
        part(m, before, r->n_failed, "profile could not be read", "profiles could not be read");
        before = "; ";
    }
    if (r->n_uncompared)
        part(m, before, r->n_uncompared, "comparison could not be made",
             "comparisons could not be made");
    end_line(m);
    end_line(m); /* a list needs an empty line before it */
    if (r->environment.n && (r->n_exceeded || r->n_proven)) {
        sink_text(m->s, "- recorded otherwise, which may be all that changed: ");
        write_code(m, r->environment, NAME_MOST);
        end_line(m);
    }
}

static bool has_room(const struct markdown *m)
{
    return m->n < LINES_MOST - 1; /* one is left for what is not said */
}

/* The name of which a path is a numbered run, NAME.1; "": of none. */
static struct str name_of_runs(const struct markdown *m, struct str path)
{
    size_t end = path.n;

    while (end && is_digit(path.p[end - 1]))
        end--;
    bool numbered = m->report->both && end < path.n && end > 1 && path.p[end - 1] == '.';
    return str_from_to(path, 0, numbered ? end - 1 : 0);
}

/* In how many of the runs that lie next to this one, behind it (1) or before it (-1), the same
 * function exceeds the same rule. Of those before it one is enough. */
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

/* Returns how many excesses its lines tell. Runs of one are told together, at the first. */
static uint64_t write_profile(struct markdown *m, size_t at)
{
    struct report_row row;
    uint64_t told = 0;

    report_row_of(&row, &m->report->entries[at]);
    for (size_t k = 0; k < row.n_excesses && has_room(m); k++) {
        if (excesses_alike(m, at, -1, &row.excesses[k]))
            continue;
        uint64_t n_more = excesses_alike(m, at, 1, &row.excesses[k]);
        write_excess(m, &row, &row.excesses[k], n_more);
        told += 1 + n_more;
    }
    return told;
}

static uint64_t write_pair(struct markdown *m, const struct report_entry *entry)
{
    struct report_row row;
    size_t k = 0;

    report_row_of(&row, entry);
    for (; k < row.n_excesses && has_room(m); k++)
        write_excess(m, &row, &row.excesses[k], 0);
    return k;
}

static void write_changes(struct markdown *m)
{
    struct report_row row;

    for (size_t i = 0; i < m->report->n_pairs; i++) {
        if (m->report->pairs[i].state != REPORT_DRAWN)
            continue;
        report_row_of(&row, &m->report->pairs[i]);
        for (size_t k = 0; k < row.sides.n_changes && k < CHANGES_MOST; k++)
            if (row.sides.changes[k].proven && has_room(m))
                write_change(m, &row, &row.sides.changes[k]);
    }
}

static uint64_t write_failures(struct markdown *m, const struct report_entry *entries, size_t n,
                               bool are_pairs)
{
    struct report_row row;
    uint64_t written = 0;

    for (size_t i = 0; i < n && has_room(m); i++)
        if (entries[i].state == REPORT_FAILED) {
            report_row_of(&row, &entries[i]);
            write_failure(m, &row, are_pairs);
            written++;
        }
    return written;
}

void report_markdown(struct sink *s, const struct report *report)
{
    struct markdown m = {.report = report, .s = s};
    uint64_t all = report->n_exceeded + report->n_failed + report->n_uncompared;
    uint64_t written = 0;

    if (all + report->n_proven == 0)
        return;
    write_head(&m);
    for (size_t i = 0; i < report->n; i++)
        written += write_profile(&m, i);
    for (size_t i = 0; i < report->n_pairs; i++)
        written += write_pair(&m, &report->pairs[i]);
    written += write_failures(&m, report->entries, report->n, false);
    written += write_failures(&m, report->pairs, report->n_pairs, true);
    write_changes(&m);
    if (written < all || !has_room(&m)) {
        sink_text(s, "- see index.html for ");
        if (written < all) {
            sink_grouped(s, all - written, 0);
            sink_text(s, " more and ");
        }
        sink_text(s, "all that changed\n");
    }
    buf_free(&m.clean);
}
