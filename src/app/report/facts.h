/* Extracts from a drawn picture what a report shows of it. */
#ifndef APP_REPORT_FACTS_H
#define APP_REPORT_FACTS_H

#include "app/inputs/inputs.h"
#include "app/report/budget.h"
#include "render/flame/picture.h"

/* Inputs of the extraction, and its result. */
struct report_facts {
    const struct budget *budget; /* borrowed; has no rules if none was given */
    struct request_list before;  /* borrowed: inputs of the side before */
    const char **told[SIDES];    /* borrowed: of a comparison, its runs as the report calls them */
    struct sink record;          /* result, in memory: a record of render/report/report.h */
};

/* Appends the record of a picture, and rebuilds the picture's list of callees. reversed: the stacks
 * of its tree begin with their last frame. */
void report_facts_take(struct report_facts *facts, struct picture *picture, bool reversed,
                       const struct inputs *in);

#endif
