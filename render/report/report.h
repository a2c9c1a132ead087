/* The data of a report over many profiles, and writing it to files. */
#ifndef RENDER_REPORT_REPORT_H
#define RENDER_REPORT_REPORT_H

#include "base/sink.h"
#include "render/theme/colour.h"

enum { REPORT_FUNCTIONS = 10, REPORT_EXCESSES = 20, REPORT_CHANGES = 10 };

enum report_state {
    REPORT_DRAWN,
    REPORT_FAILED,     /* it could not be read */
    REPORT_NO_PROFILE, /* found in a folder, but not a readable profile */
};

struct report_function {
    struct str name;
    uint64_t self, total;
};

/* What a share of an excess is of. */
enum report_share_of {
    REPORT_OF_ALL,
    REPORT_GROWTH_OF_ALL,    /* of all that was before */
    REPORT_GROWTH_OF_ITSELF, /* of what the function was before */
    REPORT_SHARE_KINDS,
};

/* A function that exceeds a budget. */
struct report_excess {
    uint64_t rule; /* its index in the budget */
    struct str name;
    struct str stack; /* the heaviest stack with it, ';' between names */
    uint64_t value;   /* the value that the budget limits, in units of 1/10^scale */
    double share;     /* the same in percent, at most 1e9, */
    enum report_share_of of;
};

/* How far a rule of a budget could be held against functions. */
enum report_rule {
    REPORT_RULE_UNMATCHED, /* no function matches it */
    REPORT_RULE_UNCOUNTED, /* the same, where only comparisons of instructions count */
    /* It is about proven growth, which nothing that it matches allows: */
    REPORT_RULE_NO_SAMPLES,  /* the numbers are no counts of samples */
    REPORT_RULE_ONE_RUN,     /* a side has one run */
    REPORT_RULE_FEW_SAMPLES, /* no function has enough */
    REPORT_RULE_UNTRIED, /* what it is about could not be read or compared, which is said instead */
    REPORT_RULE_CHECKED,
};

/* How many functions of comparisons a rule about proven growth matches, and of how many of these
 * growth could have been proven. Each is counted once a comparison. */
struct report_tried {
    uint64_t functions, provable;
    uint64_t comparisons; /* with such functions; of a single one it is not kept */
};

/* A function that changed between two sides, in the numbers that are shown. */
struct report_change {
    struct str name;
    struct str stack;                /* the heaviest stack with it */
    struct str change;               /* "+134 [+90, +178] samples" */
    struct str verdict;              /* "proven", "within the noise", ... */
    double before, after, low, high; /* infinite: no interval is known */
    bool self;                       /* of its self value; false: of its total */
    bool proven;
};

/* The differences between two sides. */
struct report_sides {
    struct str sentence;    /* what the comparison says; "": nothing */
    struct str headline;    /* "1,100 -> 1,234 samples, +134 (+12.18 %)" */
    struct str certainty;   /* of the headline: "[+90, +178], proven"; "": not known */
    struct str power;       /* what these runs could have shown */
    struct str environment; /* how the recordings before and after differed; "": they did not */
    struct str doubt;       /* why a run seems not to belong to the others; "": none does */
    double before, after, low, high; /* of all */
    uint64_t n_runs[2];
    bool exact;                                   /* counted whole: what differs does so */
    bool provable;                                /* a change could have been proven */
    bool proven;                                  /* the total change is proven */
    uint64_t n_proven;                            /* functions whose total or self value changed */
    struct report_change changes[REPORT_CHANGES]; /* the proven ones first, then by size */
    size_t n_changes;
};

enum { REPORT_THUMB_WIDTH = 240, REPORT_THUMB_HEIGHT = 80 };

/* A box of a thumbnail, in pixels. It lies in an SVG of size REPORT_THUMB_*. */
struct report_box {
    struct colour fill;
    unsigned x, y, width, height;
};

/* What a report keeps of one profile or comparison. Borrows from the record it was read from. */
struct report_row {
    enum report_state state;
    struct str path;    /* below the folder of profiles */
    struct str picture; /* its SVG, below the report's folder; "": none */
    struct str message; /* why there is no picture */
    struct str format, event, unit;
    struct str words;  /* arguments, after the options, of a command that draws the same */
    struct str about;  /* what the profile says about its recording */
    struct str answer; /* what the picture says, in sentences; "": nothing */
    struct str boxes;  /* of the thumbnail, as report_box_put writes them */
    uint64_t total;
    unsigned scale;
    uint64_t n_functions, n_lines, n_skipped;
    struct report_function self[REPORT_FUNCTIONS]; /* those with the greatest self values */
    struct report_function most[REPORT_FUNCTIONS]; /* those with the greatest totals */
    size_t n_self, n_most;
    struct report_excess excesses[REPORT_EXCESSES]; /* the first of them */
    size_t n_excesses;
    uint64_t n_exceeded; /* how many there are */
    struct str met;      /* by rule of the budget: the digit of a report_rule */
    struct str tried;    /* of a comparison, by rule: as report_tried_put writes it */
    bool both;           /* it is a comparison: total and excesses are those before, and */
    struct report_sides sides;
};

void report_box_put(struct sink *s, const struct report_box *box);

/* Takes a box from *rest; false when it does not lie in a thumbnail. */
MUST_CHECK bool report_box_get(struct str *rest, struct report_box *box);

/* Appends the row as a record for report_row_read. Path, picture, state, message and words are not
 * part of it: they come from the run that reads it. */
void report_row_write(struct sink *s, const struct report_row *row);

/* What a record must fit: nothing in it is trusted, it may come from the folder of a stranger. */
struct report_frame {
    size_t n_rules; /* of the budget */
    bool both;      /* it is about a comparison */
};

/* Sets all that report_row_write wrote; false when the record is invalid or does not fit. */
MUST_CHECK bool report_row_read(struct report_row *row, struct str record,
                                const struct report_frame *frame);

/* One profile of a report. */
struct report_entry {
    enum report_state state;
    struct str path, picture, message;
    struct str words;  /* see report_row */
    struct str record; /* of a profile that was drawn; report_row_read accepts it */
};

/* Borrows everything. */
struct report {
    const struct report_entry *entries; /* profiles, sorted by path */
    size_t n;
    const struct report_entry *pairs; /* comparisons, sorted by path; */
    size_t n_pairs;
    const struct str *added, *gone; /* paths that only one side has */
    size_t n_added, n_gone;
    const struct report_entry *lacks; /* runs that one side lacks, REPORT_FAILED, by path */
    size_t n_lacks;
    bool allow_missing;          /* what could not be judged does not fail the budget */
    bool both;                   /* the report compares two sides */
    size_t n_proven;             /* comparisons with a proven change; */
    size_t n_provable;           /* those that could have proven one; */
    size_t n_exact, n_differing; /* those that were counted whole, and differ */
    struct str environment;      /* the first one found in a comparison */
    const struct str *rules;     /* lines of the budget */
    size_t n_rules;
    struct str budget;    /* its file name; "": none */
    struct str arguments; /* the options with which profiles were drawn, quoted for a shell */
    struct str alone;     /* those of them that apply to a single profile */
    size_t n_drawn, n_failed, n_others; /* profiles */
    size_t n_uncompared;                /* comparisons that failed */
    size_t n_doubted;                   /* comparisons with a run that seems not to belong */
    size_t n_unmatched, n_unprovable;   /* rules: see report_rule */
    size_t n_exceeding;                 /* profiles, and comparisons, that exceed a budget */
    uint64_t n_exceeded;                /* all excesses */
    const enum report_rule *rule_states;
    const bool *rule_matched;         /* by rule: it is about a function of what was drawn */
    const struct report_tried *tried; /* by rule */
};

/* Reads the row of an entry. */
void report_row_of(struct report_row *row, const struct report_entry *entry);

/* Writes "1,234.5 samples", "1.23 ms". */
void report_amount(struct sink *s, const struct report_row *row, uint64_t value);

/* Returns value in percent of the total, at most 1e9. */
double report_percent(const struct report_row *row, uint64_t value);

/* Writes "12.34 %", of the total. */
void report_share(struct sink *s, const struct report_row *row, uint64_t value);

void report_tried_put(struct sink *s, const struct report_tried *tried);

/* Takes what report_tried_put wrote from *rest. */
MUST_CHECK bool report_tried_get(struct str *rest, struct report_tried *tried);

/* Writes "held against 12 of 40 functions; the others have too few samples"; of more than one
 * comparison, that they are counted in each. */
void report_tried_text(struct sink *s, const struct report_tried *tried);

/* Whether a rule could be held against a part of the functions that it matches. */
static inline bool report_tried_is_part(const struct report_tried *tried)
{
    return tried->provable && tried->provable < tried->functions;
}

/* Whether a rule is about proven growth that could not have been. */
static inline bool report_rule_is_unprovable(enum report_rule state)
{
    return state >= REPORT_RULE_NO_SAMPLES && state <= REPORT_RULE_FEW_SAMPLES;
}

/* The state of a rule in a row. */
enum report_rule report_row_rule(const struct report_row *row, size_t rule);

/* Returns why a rule below REPORT_RULE_UNTRIED could not be checked. */
const char *report_rule_text(enum report_rule state);

/* Writes "15.20 %", or "+36.00 % of itself". */
void report_excess_share(struct sink *s, const struct report_excess *excess);

/* Writes "parse_json: 15.20 % (1,520 samples), budget: max total parse_json 12%", raw. */
void report_excess_text(struct sink *s, const struct report *report, const struct report_row *row,
                        const struct report_excess *excess);

/* Write the files of a report. */
void report_page(struct sink *s, const struct report *report);     /* index.html */
void report_markdown(struct sink *s, const struct report *report); /* summary.md */
void report_json(struct sink *s, const struct report *report);     /* report.json */
void report_junit(struct sink *s, const struct report *report);    /* junit.xml */

#endif
