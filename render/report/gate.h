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

/* Returns how many profiles, comparisons, missing runs and rules the budget could not be held
 * against. */
size_t report_gate_open(const struct report *report);

/* Writes what they are: "1 profile could not be read, 2 comparisons could not be made". */
void report_gate_reasons(struct sink *s, const struct report *report);

#endif
