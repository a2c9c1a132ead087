/* What a report keeps of two sides: which functions changed, how sure that is, and in which
 * surroundings. */
#ifndef APP_REPORT_CHANGES_H
#define APP_REPORT_CHANGES_H

#include "app/inputs/inputs.h"
#include "app/report/budget.h"
#include "render/flame/picture.h"
#include "render/report/report.h"

/* Returns what a report calls a function: its name without mark, cut where it is very long. */
struct str report_name(struct str name);

/* Texts of stacks, which stay where they are. A zeroed struct has none. */
struct report_stacks {
    struct buf texts[REPORT_EXCESSES];
    size_t n;
};

/* Returns the heaviest stack that ends in the function, "main;parse;read", of a deep one its end.
 * At most REPORT_EXCESSES are asked for. */
struct str report_stack(struct report_stacks *stacks, const struct picture *picture, name_id name,
                        enum frame_kind kind);
void report_stacks_free(struct report_stacks *stacks);

/* Owns what a row of two sides borrows. */
struct report_changes {
    struct sink headline, certainty, power, environment;
    struct sink texts[REPORT_CHANGES];
    struct report_stacks stacks, excess_stacks;
    unsigned char *met; /* by rule */
};

/* Fills the row with what differs in a picture of two sides, of which those inputs are before, and
 * with what the budget says of it. */
void report_changes_take(struct report_changes *changes, struct report_row *row,
                         const struct budget *budget, const struct picture *picture,
                         const struct request_list *before, const struct inputs *in);
void report_changes_free(struct report_changes *changes, const struct budget *budget);

#endif
