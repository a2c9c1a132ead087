/* The file in which a report keeps its state for the next one in the same folder. */
#ifndef APP_REPORT_STATE_H
#define APP_REPORT_STATE_H

#include "app/report/run.h"

/* Reads the state of the last report in the folder, if there is one, into the parts. */
void report_state_read(struct report_run *run);

/* Gives the parts what run->last, the bytes of a state file, says about them. */
void report_state_match(struct report_run *run);

/* Writes the state for the next report. */
MUST_CHECK bool report_state_write(const struct report_run *run, struct fault *f);

/* Removes pictures of the last report that this one did not make. */
void report_state_remove_old(const struct report_run *run);

#endif
