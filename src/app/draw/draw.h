/* Carrying out a request to draw. */
#ifndef APP_DRAW_DRAW_H
#define APP_DRAW_DRAW_H

#include "app/options/request.h"

struct report_facts; /* app/report/facts.h */

/* Reads the inputs, changes the profile as asked, writes the picture. After a fault nothing was
 * written. facts: takes what a report says of the picture; NULL: there is no report. */
MUST_CHECK bool draw_flamegraph(struct request *request, struct report_facts *facts,
                                struct fault *f);

/* Whether an SVG can be drawn as the request says, as far as its options tell. */
MUST_CHECK bool draw_check(struct request *request, struct fault *f);

#endif
