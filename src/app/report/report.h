/* Carrying out flame report. */
#ifndef APP_REPORT_REPORT_H
#define APP_REPORT_REPORT_H

#include "app/options/request.h"

/* Draws all profiles and writes the report. A budget that is exceeded is a FAULT_BUDGET; it and
 * profiles that cannot be read do not keep the report from being written. */
MUST_CHECK bool run_report(struct request *request, struct fault *f);

#endif
