/* junit.xml, as Jenkins, GitLab and others read it: a test case for each profile and comparison. It
 * is a failure if it exceeds a budget, and an error if it cannot be read. With a budget, what is
 * missing is a case as well, and an error; so is a report in which nothing was drawn, as every case
 * may be skipped there. There are no times. */
#include "render/common/xml.h"
#include "render/report/report.h"

struct junit {
    const struct report *report;
    struct sink *s;
    struct xml x;
};

static void attribute(struct junit *j, const char *name, struct str raw)
{
    sink_byte(j->s, ' ');
    sink_text(j->s, name);
    sink_text(j->s, "=\"");
    xml_text(&j->x, raw);
    sink_byte(j->s, '"');
}

static void count(struct junit *j, const char *name, size_t n)
{
    sink_byte(j->s, ' ');
    sink_text(j->s, name);
    sink_text(j->s, "=\"");
    sink_u64(j->s, n);
    sink_byte(j->s, '"');
}

/* "2 budgets exceeded", then a line for each. */
static void write_failure(struct junit *j, const struct report_row *row)
{
    struct sink text;

    sink_text(j->s, "<failure type=\"budget\" message=\"");
    sink_grouped(j->s, row->n_exceeded, 0);
    sink_text(j->s, row->n_exceeded == 1 ? " budget exceeded\">" : " budgets exceeded\">");
    for (size_t i = 0; i < row->n_excesses; i++) {
        sink_open_buf(&text);
        report_excess_text(&text, j->report, row, &row->excesses[i]);
        xml_text(&j->x, buf_str(&text.buf));
        sink_discard(&text);
        sink_text(j->s, "\n  ");
        xml_text(&j->x, row->excesses[i].stack);
        sink_byte(j->s, '\n');
    }
    sink_text(j->s, "</failure>");
}

/* With --allow-missing, what is missing or could not be read is skipped. */
static void write_error(struct junit *j, const char *type, struct str message)
{
    sink_text(j->s, j->report->allow_missing ? "<skipped" : "<error");
    if (!j->report->allow_missing)
        attribute(j, "type", str_of(type));
    attribute(j, "message", message);
    sink_text(j->s, "/>");
}

/* What is missing, and a rule that is about nothing, are cases of their own. */
static void write_missing(struct junit *j, const char *group, struct str name, const char *type,
                          struct str message)
{
    sink_text(j->s, "<testcase");
    attribute(j, "classname", str_of(group));
    attribute(j, "name", name);
    sink_byte(j->s, '>');
    write_error(j, type, message);
    sink_text(j->s, "</testcase>\n");
}

/* Whether the case is an error, for nothing but a run that seems not to belong. */
static bool is_doubtful(const struct junit *j, const struct report_row *row)
{
    return j->report->n_rules && row->both && row->sides.doubt.n && !row->n_exceeded;
}

static size_t count_doubtful(const struct junit *j)
{
    struct report_row row;
    size_t n = 0;

    for (size_t i = 0; i < j->report->n_pairs; i++) {
        report_row_of(&row, &j->report->pairs[i]);
        n += is_doubtful(j, &row);
    }
    return n;
}

/* What the comparison says, as the page has it: the change of all, and the functions that changed.
 */
static void write_verdict(struct junit *j, const struct report_sides *sides)
{
    sink_text(j->s, "<system-out>");
    xml_text(&j->x, sides->sentence);
    sink_text(j->s, sides->sentence.n ? "\n" : "");
    xml_text(&j->x, sides->headline);
    sink_text(j->s, sides->certainty.n ? "; " : "");
    xml_text(&j->x, sides->certainty);
    sink_text(j->s, sides->power.n ? "\n" : "");
    xml_text(&j->x, sides->power);
    for (size_t i = 0; i < sides->n_changes; i++) {
        const struct report_change *c = &sides->changes[i];
        sink_byte(j->s, '\n');
        xml_text(&j->x, c->change);
        sink_byte(j->s, ' ');
        xml_text(&j->x, c->name);
        sink_text(j->s, c->self ? " by itself, " : " with callees, ");
        xml_text(&j->x, c->verdict);
    }
    sink_text(j->s, "</system-out>");
}

static void write_case(struct junit *j, const struct report_entry *entry, bool is_pair)
{
    struct report_row row;

    report_row_of(&row, entry);
    sink_text(j->s, is_pair ? "<testcase classname=\"flame.changes\""
                            : "<testcase classname=\"flame.profiles\"");
    attribute(j, "name", row.path);
    sink_byte(j->s, '>');
    switch (row.state) {
    case REPORT_DRAWN:
        if (row.n_exceeded)
            write_failure(j, &row);
        else if (is_doubtful(j, &row))
            write_error(j, "doubtful", row.sides.doubt);
        if (row.both)
            write_verdict(j, &row.sides);
        break;
    case REPORT_FAILED:
        write_error(j, is_pair ? "not compared" : "unreadable", row.message);
        break;
    case REPORT_NO_PROFILE:
        sink_text(j->s, "<skipped message=\"not a profile\"/>");
        break;
    }
    sink_text(j->s, "</testcase>\n");
}

static void counts(struct junit *j, bool with_skipped)
{
    const struct report *r = j->report;
    size_t unchecked = r->n_unmatched + r->n_unprovable;
    size_t errors = r->n_failed + r->n_uncompared + r->n_lacks + unchecked + count_doubtful(j);
    size_t nothing = r->n_drawn == 0;

    attribute(j, "name", STR("flame report"));
    count(j, "tests", r->n + r->n_pairs + r->n_lacks + unchecked + nothing);
    count(j, "failures", r->n_exceeding);
    count(j, "errors", (r->allow_missing ? 0 : errors) + nothing);
    if (with_skipped)
        count(j, "skipped", r->n_others + (r->allow_missing ? errors : 0));
}

void report_junit(struct sink *s, const struct report *report)
{
    struct junit j = {.report = report, .s = s, .x = {.s = s}};

    sink_text(s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    counts(&j, false);
    sink_text(s, ">\n<testsuite");
    counts(&j, true);
    sink_text(s, ">\n");
    for (size_t i = 0; i < report->n; i++)
        write_case(&j, &report->entries[i], false);
    for (size_t i = 0; i < report->n_pairs; i++)
        write_case(&j, &report->pairs[i], true);
    for (size_t i = 0; i < report->n_lacks; i++)
        write_missing(&j, "flame.missing", report->lacks[i].path, "missing",
                      report->lacks[i].message);
    for (size_t i = 0; i < report->n_rules; i++)
        if (report->rule_states[i] < REPORT_RULE_UNTRIED)
            write_missing(&j, "flame.budget", report->rules[i], "not checked",
                          str_of(report_rule_text(report->rule_states[i])));
    if (!report->n_drawn)
        sink_text(s, "<testcase classname=\"flame.report\" name=\"profiles\"><error type=\"nothing "
                     "drawn\" message=\"no profile could be read\"/></testcase>\n");
    sink_text(s, "</testsuite>\n</testsuites>\n");
    xml_free(&j.x);
}
