/* A report of VTune as CSV: a call tree of a row a function, indented by depth, or a flat list. */
#ifndef INPUT_VTUNE_REPORT_H
#define INPUT_VTUNE_REPORT_H

#include "input/common/text.h"

enum vtune_number {
    VTUNE_SECONDS, /* two measures: milliseconds, rounded, and nanoseconds, exact */
    VTUNE_WHOLE,   /* one measure */
};

/* A column that is read. */
struct vtune_column {
    const char *header;
    const char *or_header; /* what flat reports call it; NULL: the same */
    enum vtune_number number;
    struct measure measures[2];
};

enum { VTUNE_COLUMNS = 2 };

/* A kind of report; const. */
struct vtune_report {
    struct vtune_column columns[VTUNE_COLUMNS];
    size_t n_columns;
    const char *wanted; /* for messages */
    bool module_first;  /* module`function, else function(module) */
};

/* Returns how many bits of the prefix are the header of a report that has a column whose name
 * begins with `has`, which may be empty, and none that begins with `lacks`. */
unsigned vtune_recognise(struct str prefix, struct str has, struct str lacks);

bool vtune_read(const struct vtune_report *report, struct reading *r, struct blocks *blocks,
                struct profile *p, struct fault *f);

#endif
