/* summary.md, for a job's summary or a comment: at most ten lines, and none when there is nothing
 * that someone has to know. */
#include "render/report.h"
#include "render/text.h"

enum { LINES_MOST = 10, NAME_MOST = 200 };

struct markdown {
    const struct report *report;
    struct sink *s;
    size_t n; /* lines so far */
    struct buf clean;
};

/* Text that is shown as it is, by GitHub and GitLab: a name is a span of code, in which nothing is
 * a mention, a link or a tag, between as many backticks as it takes. */
static void write_code(struct markdown *m, struct str raw)
{
    size_t ticks = 1;
    size_t run = 0;
    size_t n = raw.n < NAME_MOST ? raw.n : NAME_MOST;

    buf_clear(&m->clean);
    text_clean(str_from_to(raw, 0, n), &m->clean);
    if (n < raw.n)
        buf_add(&m->clean, STR("..."));
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

static void end_line(struct markdown *m)
{
    sink_byte(m->s, '\n');
    m->n++;
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("_-./+=:,%", c)) || (unsigned char)c >= 0x80;
}

/* A word of a command, quoted where a shell needs it. */
static void add_word(struct buf *to, struct str word)
{
    bool plain = word.n > 0;

    for (size_t i = 0; i < word.n; i++)
        plain = plain && is_plain(word.p[i]);
    if (!plain)
        buf_add_byte(to, '\'');
    for (size_t i = 0; i < word.n; i++)
        buf_add(to, word.p[i] == '\'' ? STR("'\\''") : str_from_to(word, i, i + 1));
    if (!plain)
        buf_add_byte(to, '\'');
}

/* The command that draws what holds a function. An expression is made of its name. */
static void write_command(struct markdown *m, const struct report_row *row, struct str name)
{
    struct buf command = {0};
    struct buf expression = {0};

    buf_add_byte(&expression, '^');
    for (size_t i = 0; i < name.n; i++) {
        if (name.p[i] && strchr("\\^$.[]|()?*+{}", name.p[i]))
            buf_add_byte(&expression, '\\');
        buf_add_byte(&expression, name.p[i]);
    }
    buf_add_byte(&expression, '$');
    buf_add(&command, STR("flame"));
    buf_add(&command, m->report->arguments);
    buf_add(&command, STR(" --focus "));
    add_word(&command, buf_str(&expression));
    buf_add(&command, STR(" -o focus.svg "));
    add_word(&command, row->path);
    write_code(m, buf_str(&command));
    buf_free(&command);
    buf_free(&expression);
}

/* "- `api/search`: `parse` takes 15.20 %, budget `max total parse 12%`; in `main;parse`: `flame
 * ...`" */
static void write_excess(struct markdown *m, const struct report_row *row,
                         const struct report_excess *e)
{
    sink_text(m->s, "- ");
    write_code(m, row->path);
    sink_text(m->s, ": ");
    write_code(m, e->name);
    sink_byte(m->s, ' ');
    report_share(m->s, row, e->value);
    sink_text(m->s, ", budget ");
    write_code(m, m->report->rules[e->rule]);
    sink_text(m->s, ", in ");
    write_code(m, e->stack);
    sink_text(m->s, "; see it: ");
    write_command(m, row, e->name);
    end_line(m);
}

static void write_failure(struct markdown *m, const struct report_row *row)
{
    sink_text(m->s, "- not read: ");
    write_code(m, row->message);
    end_line(m);
}

static void write_head(struct markdown *m)
{
    const struct report *r = m->report;

    sink_text(m->s, "**flame report**: ");
    if (r->n_exceeded) {
        sink_grouped(m->s, r->n_exceeded, 0);
        sink_text(m->s, r->n_exceeded == 1 ? " budget exceeded" : " budgets exceeded");
        sink_text(m->s, " in ");
        sink_grouped(m->s, r->n_exceeding, 0);
        sink_text(m->s, " of ");
        sink_grouped(m->s, r->n_drawn, 0);
        sink_text(m->s, r->n_drawn == 1 ? " profile" : " profiles");
    }
    if (r->n_exceeded && r->n_failed)
        sink_text(m->s, "; ");
    if (r->n_failed) {
        sink_grouped(m->s, r->n_failed, 0);
        sink_text(m->s,
                  r->n_failed == 1 ? " profile could not be read" : " profiles could not be read");
    }
    end_line(m);
    end_line(m); /* a list needs an empty line before it */
}

/* Writes lines of one kind, of which one is left for what is not said. Returns how many there
 * are. */
static uint64_t write_lines(struct markdown *m, bool failures)
{
    struct report_row row;
    uint64_t written = 0;

    for (size_t i = 0; i < m->report->n && m->n < LINES_MOST - 1; i++) {
        const struct report_entry *entry = &m->report->entries[i];
        if (entry->state == REPORT_NO_PROFILE || failures != (entry->state == REPORT_FAILED))
            continue;
        report_row_of(&row, entry);
        for (size_t k = 0; k < row.n_excesses && m->n < LINES_MOST - 1; k++, written++)
            write_excess(m, &row, &row.excesses[k]);
        if (failures) {
            write_failure(m, &row);
            written++;
        }
    }
    return written;
}

void report_markdown(struct sink *s, const struct report *report)
{
    struct markdown m = {.report = report, .s = s};
    uint64_t all = report->n_exceeded + report->n_failed;

    if (all == 0)
        return;
    write_head(&m);
    uint64_t written = write_lines(&m, false);
    written += write_lines(&m, true);
    if (written < all) {
        sink_text(s, "- and ");
        sink_grouped(s, all - written, 0);
        sink_text(s, " more: see index.html\n");
    }
    buf_free(&m.clean);
}
