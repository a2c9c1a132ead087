/* Which profiles of a report are runs of the same work, before and after. */
#ifndef APP_REPORT_PAIRS_H
#define APP_REPORT_PAIRS_H

#include "app/report/files.h"

/* Runs of one name on both sides: places in lists of report_pairs. */
struct report_pair {
    size_t name, picture; /* places in report_pairs.text, ended by NUL */
    size_t before, n_before;
    size_t after, n_after;
};

/* Owns all of it. A zeroed struct has none. */
struct report_pairs {
    struct report_pair *rows; /* by name */
    size_t n, room;
    size_t *before, *after; /* files of each side, runs of one name together */
    size_t n_before, n_after;
    struct buf text;
    size_t *added, *gone; /* files of names that one side alone has */
    size_t n_added, n_gone;
};

/* Pairs files by their paths below; NAME.1, NAME.2, ... are runs of NAME. */
void report_pairs_find(struct report_pairs *pairs, const struct report_files *before,
                       const struct report_files *after);
/* The files are those that they were found among. */
void report_pairs_free(struct report_pairs *pairs, const struct report_files *before,
                       const struct report_files *after);

#endif
