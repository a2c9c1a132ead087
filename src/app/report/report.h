/* Carrying out flame report. */
#ifndef APP_REPORT_REPORT_H
#define APP_REPORT_REPORT_H

#include "app/options/flame_request.h"
#include "app/options/report_request.h"

/* Draws all profiles and writes the report to the folder that the output names. A budget that is
 * exceeded is a FAULT_BUDGET; it and profiles that cannot be read do not keep the report from being
 * written. */
MUST_CHECK bool run_report(const struct flame_request *flame, const struct report_request *request,
                           struct fault *f);

#endif
