/* Extracts from a comparison what a report shows: which functions changed, how certain that is, and
 * differences between the environments of the runs. */
#ifndef APP_REPORT_CHANGES_H
#define APP_REPORT_CHANGES_H

#include "app/inputs/inputs.h"
#include "app/report/budget.h"
#include "render/flame/picture.h"
#include "render/report/report.h"

/* Returns a function's name in a report: without mark, cut if it is very long. */
struct str report_name(struct str name);

/* Texts of stacks, at stable addresses. A zeroed struct is empty. */
struct report_stacks {
    struct buf texts[REPORT_EXCESSES];
    size_t n;
};

/* Returns the heaviest stack that ends in the function, "main;parse;read"; of a deep stack only the
 * end. Call it at most REPORT_EXCESSES times. */
struct str report_stack(struct report_stacks *stacks, const struct picture *picture, name_id name,
                        enum frame_kind kind);
void report_stacks_free(struct report_stacks *stacks);

/* Owns what the report's row of a comparison borrows. */
struct report_changes {
    struct sink sentence, headline, certainty, power, environment;
    struct sink texts[REPORT_CHANGES];
    struct buf verdicts[REPORT_CHANGES];
    struct report_stacks stacks, excess_stacks;
    unsigned char *met;               /* by rule */
    struct report_tried *rules_tried; /* by rule */
    struct sink tried;                /* the same as text */
};

/* Fills the row with the changes in a picture of two sides, and with the rules of the budget that
 * they exceed. before: the inputs of the side before. */
void report_changes_take(struct report_changes *changes, struct report_row *row,
                         const struct budget *budget, const struct picture *picture,
                         const struct request_list *before, const struct inputs *in);
void report_changes_free(struct report_changes *changes, const struct budget *budget);

#endif
