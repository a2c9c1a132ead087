/* Ends a report: prints its results, and decides on its exit status. */
#include "app/report/verdict.h"

#include <inttypes.h>

#include "app/common/message.h"
#include "render/report/gate.h"

enum { SAID_MOST = 50 };

static size_t print_excesses_of(const struct report *report, const struct report_entry *entries,
                                size_t n, size_t said)
{
    struct report_row row;
    struct sink s;

    for (size_t i = 0; i < n && said < SAID_MOST; i++) {
        if (entries[i].state != REPORT_DRAWN)
            continue;
        report_row_of(&row, &entries[i]);
        for (size_t k = 0; k < row.n_excesses && said < SAID_MOST; k++, said++) {
            sink_open_buf(&s);
            report_excess_text(&s, report, &row, &row.excesses[k]);
            message_print("%.*s: %.*s", (int)row.path.n, row.path.p, (int)s.buf.n, s.buf.p);
            sink_discard(&s);
        }
    }
    return said;
}

static void print_excesses(const struct report *report)
{
    size_t said = print_excesses_of(report, report->entries, report->n, 0);

    said = print_excesses_of(report, report->pairs, report->n_pairs, said);
    if (report->n_exceeded > said)
        message_print("%" PRIu64 " budgets are exceeded, of which these are the first",
                      report->n_exceeded);
}

/* Prints rules that match no function, and runs that stand out. */
static void print_doubts(const struct report_run *run, const struct report *report)
{
    struct report_row row;

    for (size_t i = 0; i < report->n_rules && report->n_drawn; i++)
        if (report->rule_states[i] < REPORT_RULE_UNTRIED)
            message_print("%s: %s: \"%.*s\"", run->request->budget,
                          report_rule_text(report->rule_states[i]), (int)report->rules[i].n,
                          report->rules[i].p);
    for (size_t i = 0; i < report->n_pairs; i++) {
        report_row_of(&row, &report->pairs[i]);
        if (row.state == REPORT_DRAWN && row.sides.doubt.n)
            message_print("%.*s: %.*s", (int)row.path.n, row.path.p, (int)row.sides.doubt.n,
                          row.sides.doubt.p);
    }
}

/* A rule of proven growth that some functions have too few samples for. */
static void print_part(const struct report_run *run, const struct report *report, size_t rule)
{
    struct sink s;

    sink_open_buf(&s);
    report_tried_text(&s, &report->tried[rule]);
    message_print("%s: \"%.*s\": %.*s", run->request->budget, (int)report->rules[rule].n,
                  report->rules[rule].p, (int)s.buf.n, s.buf.p);
    sink_discard(&s);
}

static void print_summary(const struct report_run *run, const struct report *report)
{
    size_t reused = 0;
    size_t as_before = 0;
    size_t compared = 0;

    for (size_t i = 0; i < run->files.n; i++)
        reused += run->parts[i].reused;
    for (size_t i = run->files.n; i < run->n_drawings; i++)
        as_before += run->parts[i].reused;
    for (size_t i = 0; i < report->n_pairs; i++)
        compared += report->pairs[i].state == REPORT_DRAWN;
    message_print(
        "%zu profile%s: %zu drawn, %zu as in the last report, %zu not read; %zu other file%s",
        report->n_drawn + report->n_failed, plural(report->n_drawn + report->n_failed),
        report->n_drawn - reused, reused, report->n_failed, report->n_others,
        plural(report->n_others));
    if (report->both)
        message_print(
            "%zu comparison%s: %zu drawn, %zu as in the last report, %zu not made; something is "
            "proven to have changed in %zu; %zu profile%s new, %zu gone",
            report->n_pairs, plural(report->n_pairs), compared - as_before, as_before,
            report->n_uncompared, report->n_proven, report->n_added,
            report->n_added == 1 ? " is" : "s are", report->n_gone);
    for (size_t i = 0; i < report->n_rules; i++)
        if (report_tried_is_part(&report->tried[i]))
            print_part(run, report, i);
    if (report->n_rules)
        message_print("%zu rule%s of the budget: exceeded %" PRIu64 " time%s in %zu profile%s",
                      report->n_rules, plural(report->n_rules), report->n_exceeded,
                      plural(report->n_exceeded), report->n_exceeding, plural(report->n_exceeding));
}

/* With --strict all that was given must be a profile that can be read. */
static bool check_strict(const struct report *report, struct fault *f)
{
    if (report->n_failed)
        return fault_set(f, FAULT_INPUT, "%zu of %zu profiles could not be read, wanted all",
                         report->n_failed, report->n_drawn + report->n_failed);
    if (report->n_uncompared)
        return fault_set(f, FAULT_INPUT, "%zu of %zu comparisons could not be made, wanted all",
                         report->n_uncompared, report->n_pairs);
    if (report->n_others)
        return fault_set(f, FAULT_INPUT, "%zu file%s in folders %s no profile%s, wanted none",
                         report->n_others, plural(report->n_others),
                         report->n_others == 1 ? "is" : "are", plural(report->n_others));
    return true;
}

bool report_verdict_print(const struct report_run *run, const struct report *report,
                          struct fault *f)
{
    struct sink why;

    print_doubts(run, report);
    print_excesses(report);
    if (run->flame->input.messages->summary)
        print_summary(run, report);
    if (report->n_exceeded)
        return fault_set(f, FAULT_BUDGET, "%s", "");
    if (report->n_drawn == 0)
        return fault_set(f, FAULT_INPUT, "none of %zu file%s could be drawn, wanted one",
                         run->files.n, plural(run->files.n));
    if (report_gate(report) == REPORT_GATE_UNJUDGED) {
        sink_open_buf(&why);
        report_gate_reasons(&why, report);
        fault_set(f, FAULT_INPUT,
                  "%s: could not be checked in full, as %.*s (--allow-missing checks the rest)",
                  run->request->budget, (int)why.buf.n, why.buf.p);
        sink_discard(&why);
        return false;
    }
    return !run->flame->input.read->ask.strict || check_strict(report, f);
}
