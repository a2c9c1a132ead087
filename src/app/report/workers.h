/* Runs the worker processes of a report. */
#ifndef APP_REPORT_WORKERS_H
#define APP_REPORT_WORKERS_H

#include "app/report/run.h"

/* Draws the parts from `from` up to, not including, `to` in parallel workers. False with a fault if
 * no worker can be started. */
MUST_CHECK bool report_workers_run(struct report_run *run, size_t from, size_t to, struct fault *f);

#endif
