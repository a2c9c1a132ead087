/* Matches the profiles of a report before and after that are runs of the same work. */
#ifndef APP_REPORT_PAIRS_H
#define APP_REPORT_PAIRS_H

#include "app/report/files.h"

/* Runs of one name on both sides: ranges in the lists of report_pairs. */
struct report_pair {
    size_t name, picture; /* places in report_pairs.text, ended by NUL */
    size_t before, n_before;
    size_t after, n_after;
};

/* Runs that one side lacks. */
struct report_lack {
    size_t name, message; /* places in report_pairs.text, ended by NUL */
    bool before;          /* the side before lacks them; false: the side after */
    const size_t *files;  /* of the other side, which it has: in gone; NULL: the one */
    size_t file;          /* that is missing, of the other side */
    size_t n;
};

/* Owns its arrays. A zeroed struct is empty. */
struct report_pairs {
    struct report_pair *rows; /* sorted by name */
    size_t n, room;
    size_t *before, *after; /* files of each side, grouped by name */
    size_t n_before, n_after;
    struct buf text;
    size_t *added, *gone; /* files whose name only one side has */
    size_t n_added, n_gone;
    struct report_lack *lacks; /* sorted by name: names that are gone, and pairs of which one side
                                * has fewer runs; a name that is new lacks nothing */
    size_t n_lacks, lacks_room;
};

/* Pairs files by report_file.below; NAME.1, NAME.2, ... are runs of NAME. */
void report_pairs_find(struct report_pairs *pairs, const struct report_files *before,
                       const struct report_files *after);
/* before, after: the same as in report_pairs_find. */
void report_pairs_free(struct report_pairs *pairs, const struct report_files *before,
                       const struct report_files *after);

#endif
