/* What a report over many profiles says, and the files it is written to. */
#ifndef RENDER_REPORT_H
#define RENDER_REPORT_H

#include "base/sink.h"

enum { REPORT_FUNCTIONS = 10, REPORT_EXCESSES = 20 };

enum report_state {
    REPORT_DRAWN,
    REPORT_FAILED,     /* it could not be read */
    REPORT_NO_PROFILE, /* found in a folder, and no reader of stacks knows it */
};

struct report_function {
    struct str name;
    uint64_t self, total;
};

/* A function that has more than a budget allows. */
struct report_excess {
    uint64_t rule; /* its place in the budget */
    struct str name;
    struct str stack; /* the heaviest that leads to it, ';' between names */
    uint64_t value;   /* what the budget bounds, in units of 1/10^scale */
};

/* What is kept of one profile. Borrows the record it was read from. */
struct report_row {
    enum report_state state;
    struct str path;    /* below the folder that was given */
    struct str picture; /* its SVG, below the folder of the report; "": none */
    struct str message; /* why there is no picture */
    struct str format, event, unit;
    struct str about;     /* what the profile says of how it was recorded */
    struct str thumbnail; /* the inside of an SVG of REPORT_THUMB_* */
    uint64_t total;
    unsigned scale;
    uint64_t n_functions, n_lines, n_skipped;
    struct report_function self[REPORT_FUNCTIONS]; /* those with most by themselves */
    struct report_function most[REPORT_FUNCTIONS]; /* those with most in all */
    size_t n_self, n_most;
    struct report_excess excesses[REPORT_EXCESSES]; /* the first of them */
    size_t n_excesses;
    uint64_t n_exceeded; /* all of them */
    struct str met;      /* by rule of the budget: '1' when a function matches it, else '0' */
};

enum { REPORT_THUMB_WIDTH = 240, REPORT_THUMB_HEIGHT = 80 };

/* Appends the row as bytes that report_row_read takes again; path, picture, state and message are
 * not among them. */
void report_row_write(struct sink *s, const struct report_row *row);

/* Sets all that report_row_write wrote; false when the bytes are not such a record. */
MUST_CHECK bool report_row_read(struct report_row *row, struct str record);

/* One profile of a report. */
struct report_entry {
    enum report_state state;
    struct str path, picture, message;
    struct str record; /* of a profile that was drawn */
};

/* Borrows all of it. */
struct report {
    const struct report_entry *entries; /* by path */
    size_t n;
    const struct str *rules; /* lines of the budget */
    size_t n_rules;
    struct str budget;    /* the name of its file; "": there is none */
    struct str arguments; /* the options that profiles were drawn with, as a shell reads them */
    size_t n_drawn, n_failed, n_others;
    size_t n_exceeding;   /* profiles that exceed a budget */
    uint64_t n_exceeded;  /* all excesses */
    const bool *rule_met; /* by rule: whether any function matches it */
};

/* Reads the row of an entry. */
void report_row_of(struct report_row *row, const struct report_entry *entry);

/* Writes "1,234.5 samples". */
void report_amount(struct sink *s, const struct report_row *row, uint64_t value);

/* Writes "12.34 %", of the total. */
void report_share(struct sink *s, const struct report_row *row, uint64_t value);

/* Writes "max total parse_json 12%: 15.20 % (1,520 samples)", raw. */
void report_excess_text(struct sink *s, const struct report *report, const struct report_row *row,
                        const struct report_excess *excess);

/* Write the files of a report. */
void report_page(struct sink *s, const struct report *report);     /* index.html */
void report_markdown(struct sink *s, const struct report *report); /* summary.md */
void report_json(struct sink *s, const struct report *report);     /* report.json */
void report_junit(struct sink *s, const struct report *report);    /* junit.xml */

#endif
