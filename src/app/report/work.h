/* The work of one process of a report. */
#ifndef APP_REPORT_WORK_H
#define APP_REPORT_WORK_H

#include "app/report/run.h"

/* Draws the parts whose numbers come through `tasks`, and tells what became of each through
 * `answers`, as a text of base/fields.h, until no more come, which ends this process. */
NO_RETURN void report_work(const struct report_run *run, int tasks, int answers);

/* Takes what such a process told of a part. */
void report_take(struct report_run *run, size_t part, struct str text);

/* Takes that the process that drew a part came to an end, as waitpid says. */
void report_lost(struct report_run *run, size_t part, int status);

/* Writes the path of a file of the report to `to`, ended by NUL. */
void report_path(struct buf *to, const char *folder, const char *file);

#endif
