/* What became of the budget of a report. */
#ifndef RENDER_REPORT_GATE_H
#define RENDER_REPORT_GATE_H

#include "render/report/report.h"

enum report_gate {
    REPORT_GATE_NONE, /* there is no budget */
    REPORT_GATE_KEPT,
    REPORT_GATE_EXCEEDED,
    REPORT_GATE_UNJUDGED, /* nothing exceeds it, but not all could be held against it */
};

enum report_gate report_gate(const struct report *report);

/* Something of a kind that a budget could not be held against. */
struct report_gap {
    size_t n;
    const char *one, *many; /* "profile could not be read" */
};

enum { REPORT_GAPS = 6 };

/* Lists the gaps of all kinds, of which n may be 0. Returns how many gaps there are. */
size_t report_gaps(const struct report *report, struct report_gap gaps[REPORT_GAPS]);

/* Writes "1 profile could not be read", "2 comparisons could not be made". */
void report_gap_text(struct sink *s, const struct report_gap *gap);

/* Writes "2 profiles are proven to have changed" or "nothing is proven to have changed", of a
 * report that compares. */
void report_proven_text(struct sink *s, const struct report *report);

/* Writes all gaps, separated by commas. */
void report_gate_reasons(struct sink *s, const struct report *report);

#endif
