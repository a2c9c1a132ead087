/* The work of one process of a report. */
#ifndef APP_REPORT_WORK_H
#define APP_REPORT_WORK_H

#include "app/report_run.h"

/* Draws the profile of a file and tells what became of it through the descriptor, which ends this
 * process. */
NO_RETURN void report_work(const struct report_run *run, size_t file, int fd);

/* Takes what such a process told, and how it ended (as waitpid says), into its part. */
void report_take(struct report_run *run, size_t file, int status);

/* Writes the path of a file of the report to `to`, ended by NUL. */
void report_path(struct buf *to, const char *folder, const char *file);

#endif
