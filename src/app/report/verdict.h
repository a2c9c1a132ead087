/* The end of a report: what it prints, and the fault that sets the exit status. */
#ifndef APP_REPORT_VERDICT_H
#define APP_REPORT_VERDICT_H

#include "app/report/run.h"

/* Prints what exceeds the budget, what the budget could not be held against, and the summary if it
 * was asked for. Sets the fault for the exit status: an exceeded budget comes before all others. */
MUST_CHECK bool report_verdict_print(const struct report_run *run, const struct report *report,
                                     struct fault *f);

#endif
