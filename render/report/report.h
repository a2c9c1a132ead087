/* What a report over many profiles says, and the files it is written to. */
#ifndef RENDER_REPORT_REPORT_H
#define RENDER_REPORT_REPORT_H

#include "base/sink.h"

enum { REPORT_FUNCTIONS = 10, REPORT_EXCESSES = 20, REPORT_CHANGES = 10 };

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

/* A function of two sides that changed, in the numbers that are shown. */
struct report_change {
    struct str name;
    struct str stack;                /* the heaviest that leads to it */
    struct str change;               /* "+134 [+90, +178] samples" */
    struct str verdict;              /* "proven", "within the noise", ... */
    double before, after, low, high; /* infinite: no interval is known */
    bool self;                       /* of what it has by itself, else with callees */
    bool proven;
};

/* What two sides differ in. */
struct report_sides {
    struct str headline;    /* "1,100 -> 1,234 samples, +134 (+12.18 %)" */
    struct str certainty;   /* of that: "[+90, +178], proven"; "": not known */
    struct str power;       /* what these runs could have shown */
    struct str environment; /* how they were recorded otherwise, before and after; "": alike */
    double before, after, low, high; /* of all */
    uint64_t n_runs[2];
    bool proven;       /* that all changed */
    uint64_t n_proven; /* functions that changed, with callees or by themselves */
    struct report_change changes[REPORT_CHANGES]; /* the proven ones first, then the largest */
    size_t n_changes;
};

/* What is kept of one profile, or of two sides. Borrows the record it was read from. */
struct report_row {
    enum report_state state;
    struct str path;    /* below the folder that was given */
    struct str picture; /* its SVG, below the folder of the report; "": none */
    struct str message; /* why there is no picture */
    struct str format, event, unit;
    struct str words;     /* of a command that draws the same, behind its options */
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
    bool both;           /* it is of two sides: total and excesses are of all before, and */
    struct report_sides sides;
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
    const struct report_entry *entries; /* profiles, by path */
    size_t n;
    const struct report_entry *pairs; /* of two sides, by path; */
    size_t n_pairs;
    const struct str *added, *gone; /* what one side alone has */
    size_t n_added, n_gone;
    bool both;               /* two sides were given */
    size_t n_proven;         /* pairs in which something is proven to have changed */
    struct str environment;  /* the first that is told of a pair */
    const struct str *rules; /* lines of the budget */
    size_t n_rules;
    struct str budget;    /* the name of its file; "": there is none */
    struct str arguments; /* the options that profiles were drawn with, as a shell reads them */
    struct str alone;     /* of them those that one profile can be drawn with */
    size_t n_drawn, n_failed, n_others; /* profiles */
    size_t n_uncompared;                /* pairs that failed */
    size_t n_exceeding;                 /* profiles, and pairs, that exceed a budget */
    uint64_t n_exceeded;                /* all excesses */
    const bool *rule_met;               /* by rule: whether any function matches it */
};

/* Reads the row of an entry. */
void report_row_of(struct report_row *row, const struct report_entry *entry);

/* Writes "1,234.5 samples", "1.23 ms". */
void report_amount(struct sink *s, const struct report_row *row, uint64_t value);

/* Writes "12.34 %", of the total. */
void report_share(struct sink *s, const struct report_row *row, uint64_t value);

/* Writes "parse_json: 15.20 % (1,520 samples), budget: max total parse_json 12%", raw. */
void report_excess_text(struct sink *s, const struct report *report, const struct report_row *row,
                        const struct report_excess *excess);

/* Write the files of a report. */
void report_page(struct sink *s, const struct report *report);     /* index.html */
void report_markdown(struct sink *s, const struct report *report); /* summary.md */
void report_json(struct sink *s, const struct report *report);     /* report.json */
void report_junit(struct sink *s, const struct report *report);    /* junit.xml */

#endif
