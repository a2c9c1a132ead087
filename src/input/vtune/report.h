/* Reads VTune's CSV reports: a call tree with an indented row for each function, or a flat list. */
#ifndef INPUT_VTUNE_REPORT_H
#define INPUT_VTUNE_REPORT_H

#include "input/common/text.h"

enum vtune_number {
    VTUNE_SECONDS, /* two measures: rounded milliseconds, and exact nanoseconds */
    VTUNE_WHOLE,   /* one measure */
};

/* A column that is read. */
struct vtune_column {
    const char *header;
    const char *or_header; /* its header in flat reports; NULL: the same */
    enum vtune_number number;
    struct measure measures[2];
};

enum { VTUNE_COLUMNS = 2 };

/* A kind of report; const. */
struct vtune_report {
    struct vtune_column columns[VTUNE_COLUMNS];
    size_t n_columns;
    const char *wanted; /* for messages */
    bool module_first;  /* module`function; else function(module) */
};

/* Returns how many bits of the prefix confirm the header of a report that has a column whose name
 * begins with `has` (which may be empty), and none that begins with `lacks`. */
unsigned vtune_recognise(struct str prefix, struct str has, struct str lacks);

bool vtune_read(const struct vtune_report *report, struct reading *r, struct blocks *blocks,
                struct profile *p, struct fault *f);

#endif
