/* The processes of a report. */
#ifndef APP_REPORT_WORKERS_H
#define APP_REPORT_WORKERS_H

#include "app/report/run.h"

/* Lets processes draw parts from `from` to before `to`, as many at a time as there may be workers.
 * False with a fault when none can be started at all. */
MUST_CHECK bool report_workers_run(struct report_run *run, size_t from, size_t to, struct fault *f);

#endif
