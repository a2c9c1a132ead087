/* What a trial found, as a sentence, a picture and a file. */
#ifndef APP_TRIAL_FINDINGS_H
#define APP_TRIAL_FINDINGS_H

#include "app/report/budget.h"
#include "app/trial/trial.h"

enum { FINDINGS_FUNCTIONS_MOST = 200 };

/* A function whose change is proven, or beyond the noise. */
struct changed_function {
    size_t name; /* in findings.text, ended by NUL */
    bool self;   /* of its self value; false: of its total */
    bool proven;
    double before, after, low, high; /* the interval of after - before, alone, with 95 % */
};

/* Owns its arrays. A zeroed struct is empty. Texts end with NUL. */
struct findings {
    struct budget budget;
    struct buf budget_bytes;
    struct changed_function *functions; /* proven ones first, then by size */
    size_t n, room;
    size_t n_proven;
    struct buf text;
    struct buf unit;     /* of the functions' values */
    struct buf power;    /* what else the runs could have shown; may be empty, then without NUL */
    struct buf excesses; /* of the budget: texts one after another */
    uint64_t n_exceeded;
    size_t n_unmatched, n_unprovable; /* rules of the budget: see enum report_rule */
    struct buf sentence;
    struct buf times;  /* texts one after another */
    struct buf doubts; /* texts one after another */
};

/* Checks outputs and budget before anything is run. */
MUST_CHECK bool findings_prepare(struct findings *to, const struct trial *t, struct fault *f);

/* Whether the change of the whole, which is proven, is seen in a function beyond the noise; true
 * where no samples could show it. Draws what findings_make draws anew. */
MUST_CHECK bool findings_locate(struct findings *to, const struct trial *t, bool *located,
                                struct fault *f);

/* Draws change.svg, and other outputs that were asked for, writes change.json, and prints all. A
 * FAULT_BUDGET without text: a rule was exceeded. */
MUST_CHECK bool findings_make(struct findings *to, const struct trial *t, struct fault *f);
void findings_free(struct findings *findings);

/* The parts of it, which call nothing of the above: */

/* Draws all outputs of runs that have samples. lent: open files for change.svg, and for each output
 * of the request, -1 for none; NULL: all are opened by their names. files: see trial_picture. */
MUST_CHECK bool findings_draw(struct findings *to, const struct trial *t, const int *lent,
                              const struct process_files *files, struct fault *f);

/* The same in a child without root's rights: of a request with a reader. */
MUST_CHECK bool findings_draw_apart(struct findings *to, const struct trial *t, struct fault *f);

/* Adds the functions whose self value or total changed beyond the noise: two rows where both did.
 */
void findings_add_functions(struct findings *to, const struct difference *d);
void findings_add_sentence(struct findings *to, const struct trial *t);

/* Adds for each measure what the runs of both sides had, and how it varied. */
void findings_add_times(struct findings *to, const struct trial *t);
void findings_add_doubts(struct findings *to, const struct trial *t);
MUST_CHECK bool findings_write(const struct findings *from, const struct trial *t, struct fault *f);

#endif
