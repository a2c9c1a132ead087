/* What a report keeps of a picture that was drawn. */
#ifndef APP_REPORT_FACTS_H
#define APP_REPORT_FACTS_H

#include "app/inputs/inputs.h"
#include "app/report/budget.h"
#include "render/flame/picture.h"

/* Where it goes, and what is looked for. */
struct report_facts {
    const struct budget *budget; /* borrowed; without rules when there is none */
    struct str words;            /* of a command that draws the same, behind its options */
    struct request_list before;  /* borrowed: inputs of the side before */
    struct sink record;          /* in memory: a record of render/report/report.h */
};

/* Appends the record of a picture, whose callees it lists anew. reversed: the stacks of its tree
 * begin with their last frame. */
void report_facts_take(struct report_facts *facts, struct picture *picture, bool reversed,
                       const struct inputs *in);

#endif
