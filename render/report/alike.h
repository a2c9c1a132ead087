/* Names that look like those of runs, but are not taken for such. */
#ifndef RENDER_REPORT_ALIKE_H
#define RENDER_REPORT_ALIKE_H

#include "render/report/report.h"

/* Returns how many comparisons of one run a side have paths that differ in numbers alone, as
 * x-01 and x-02, 1/x and 2/x do: the largest such group; 0: none. *first is one of the paths. */
size_t report_alike(const struct report *report, struct str *first);

#endif
