/* junit.xml, as Jenkins, GitLab and others read it: a test case for each profile and comparison. It
 * is a failure if it exceeds a budget, and an error if it cannot be read. There are no times. */
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
        break;
    case REPORT_FAILED:
        sink_text(j->s, is_pair ? "<error type=\"not compared\"" : "<error type=\"unreadable\"");
        attribute(j, "message", row.message);
        sink_text(j->s, "/>");
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

    attribute(j, "name", STR("flame report"));
    count(j, "tests", r->n + r->n_pairs);
    count(j, "failures", r->n_exceeding);
    count(j, "errors", r->n_failed + r->n_uncompared);
    if (with_skipped)
        count(j, "skipped", r->n_others);
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
    sink_text(s, "</testsuite>\n</testsuites>\n");
    xml_free(&j.x);
}
