/* The work of one process of a report. */
#ifndef APP_REPORT_WORK_H
#define APP_REPORT_WORK_H

#include "app/report_run.h"

/* Draws the profiles of files whose numbers come through `tasks`, and tells what became of each
 * through `answers`, as a text of base/fields.h, until no more come, which ends this process. */
NO_RETURN void report_work(const struct report_run *run, int tasks, int answers);

/* Takes what such a process told of a file into its part. */
void report_take(struct report_run *run, size_t file, struct str text);

/* Takes into its part that the process that drew the file came to an end, as waitpid says. */
void report_lost(struct report_run *run, size_t file, int status);

/* Writes the path of a file of the report to `to`, ended by NUL. */
void report_path(struct buf *to, const char *folder, const char *file);

#endif
