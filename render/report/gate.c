/* A budget is kept only if all that it is about could be held against it: what is missing, cannot
 * be read or compared, or matches no rule, may be what would have exceeded it. */
#include "render/report/gate.h"

size_t report_gate_open(const struct report *report)
{
    return report->n_failed + report->n_uncompared + report->n_lacks + report->n_doubted +
           report->n_unmatched + report->n_unprovable + (report->n_drawn == 0);
}

enum report_gate report_gate(const struct report *report)
{
    if (!report->n_rules)
        return REPORT_GATE_NONE;
    if (report->n_exceeded)
        return REPORT_GATE_EXCEEDED;
    return report_gate_open(report) && !report->allow_missing ? REPORT_GATE_UNJUDGED
                                                              : REPORT_GATE_KEPT;
}

static void add(struct sink *s, bool *any, size_t n, const char *one, const char *many)
{
    if (!n)
        return;
    sink_text(s, *any ? ", " : "");
    sink_grouped(s, n, 0);
    sink_byte(s, ' ');
    sink_text(s, n == 1 ? one : many);
    *any = true;
}

void report_gate_reasons(struct sink *s, const struct report *report)
{
    bool any = false;

    add(s, &any, report->n_failed, "profile could not be read", "profiles could not be read");
    add(s, &any, report->n_lacks, "profile has missing runs", "profiles have missing runs");
    add(s, &any, report->n_uncompared, "comparison could not be made",
        "comparisons could not be made");
    add(s, &any, report->n_doubted, "comparison is doubtful", "comparisons are doubtful");
    add(s, &any, report->n_unmatched, "rule matches no function", "rules match no function");
    add(s, &any, report->n_unprovable, "rule has too few runs or samples",
        "rules have too few runs or samples");
    if (!any)
        sink_text(s, "no profile could be read");
}
