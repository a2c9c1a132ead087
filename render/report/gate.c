/* A budget is kept only if all that it is about could be held against it: what is missing, cannot
 * be read or compared, or matches no rule, may be what would have exceeded it. */
#include "render/report/gate.h"

size_t report_gaps(const struct report *r, struct report_gap gaps[REPORT_GAPS])
{
    const struct report_gap all[REPORT_GAPS] = {
        {r->n_failed, "profile could not be read", "profiles could not be read"},
        {r->n_lacks, "profile has missing runs", "profiles have missing runs"},
        {r->n_uncompared, "comparison could not be made", "comparisons could not be made"},
        {r->n_doubted, "comparison is doubtful", "comparisons are doubtful"},
        {r->n_unmatched, "rule matches no function", "rules match no function"},
        {r->n_unprovable, "rule cannot be judged by these runs",
         "rules cannot be judged by these runs"},
    };
    size_t n = 0;

    for (size_t i = 0; i < REPORT_GAPS; i++) {
        gaps[i] = all[i];
        n += all[i].n;
    }
    return n;
}

/* What is missing may be allowed, but not that all is. */
enum report_gate report_gate(const struct report *report)
{
    struct report_gap gaps[REPORT_GAPS];

    if (!report->n_rules)
        return REPORT_GATE_NONE;
    if (report->n_exceeded)
        return REPORT_GATE_EXCEEDED;
    if (!report->n_drawn || (report_gaps(report, gaps) && !report->allow_missing))
        return REPORT_GATE_UNJUDGED;
    return REPORT_GATE_KEPT;
}

void report_gap_text(struct sink *s, const struct report_gap *gap)
{
    sink_grouped(s, gap->n, 0);
    sink_byte(s, ' ');
    sink_text(s, gap->n == 1 ? gap->one : gap->many);
}

void report_proven_text(struct sink *s, const struct report *r)
{
    const struct report_gap proven = {r->n_proven, "profile is proven to have changed",
                                      "profiles are proven to have changed"};
    const struct report_gap differing = {r->n_differing, "profile, counted whole, differs",
                                         "profiles, counted whole, differ"};
    const size_t made = r->n_pairs - r->n_uncompared;

    if (proven.n)
        report_gap_text(s, &proven);
    else if (r->n_provable || !made)
        sink_text(s, r->n_uncompared ? "nothing that could be compared is proven to have changed"
                                     : "nothing is proven to have changed");
    else if (r->n_exact < made)
        sink_text(s, "nothing can be proven by these runs");
    if (!r->n_exact)
        return;
    sink_text(s, r->n_exact < made ? "; " : "");
    if (differing.n)
        report_gap_text(s, &differing);
    else
        sink_text(s, "nothing that was counted whole differs");
}

void report_gate_reasons(struct sink *s, const struct report *report)
{
    struct report_gap gaps[REPORT_GAPS];
    bool any = false;

    if (!report_gaps(report, gaps))
        sink_text(s, "no profile could be read");
    for (size_t i = 0; i < REPORT_GAPS; i++)
        if (gaps[i].n) {
            sink_text(s, any ? ", " : "");
            report_gap_text(s, &gaps[i]);
            any = true;
        }
}
