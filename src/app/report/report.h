/* flame report: draws many profiles and writes a page about all of them. */
#ifndef APP_REPORT_REPORT_H
#define APP_REPORT_REPORT_H

#include "app/options/flame_request.h"
#include "app/options/report_request.h"

/* Draws all profiles and writes the report to the folder that the output names. An exceeded budget
 * is a FAULT_BUDGET. The report is written even so, and also if profiles cannot be read. */
MUST_CHECK bool run_report(const struct flame_request *flame, const struct report_request *request,
                           struct fault *f);

#endif
