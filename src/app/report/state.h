/* What a report remembers for the next one in the same folder. */
#ifndef APP_REPORT_STATE_H
#define APP_REPORT_STATE_H

#include "app/report/run.h"

/* Reads what the last report in the folder remembers, where there is one, into the parts. */
void report_state_read(struct report_run *run);

/* Writes what the next one is to know, and removes the pictures that the last one made and this one
 * did not. */
MUST_CHECK bool report_state_write(const struct report_run *run, struct fault *f);

#endif
