/* A worker process of a report, and how the parent takes its answers. */
#ifndef APP_REPORT_WORK_H
#define APP_REPORT_WORK_H

#include "app/report/run.h"

/* Appends the arguments, after the options, of a command that draws the part's picture. */
void report_words(struct buf *to, const struct report_run *run, const struct report_part *part);

/* Returns a path as shown in the report, never an absolute one. For a file of a comparison keeps
 * the given folder's name, because both sides have the same file names. */
const char *report_path_shown(const char *path, const char *below, bool compared);

/* Reads numbers of parts from `tasks`, draws each part, and writes the result to `answers` as a
 * text of base/fields.h. Exits at the end of `tasks`. */
NO_RETURN void report_work(const struct report_run *run, int tasks, int answers);

/* Stores a worker's answer about a part. */
void report_take(struct report_run *run, size_t part, struct str text);

/* Records that the worker ended while it drew the part. status: from waitpid. */
void report_lost(struct report_run *run, size_t part, int status);

/* Writes the path of a file in the report's folder to `to`, ended by NUL. Returns how many of its
 * bytes name the folder. */
size_t report_path(struct buf *to, const char *folder, const char *file);

#endif
