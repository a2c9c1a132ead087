/* --before, --per and --shares: what they take, and that both sides can be compared. */
#ifndef APP_GRAPH_BEFORE_H
#define APP_GRAPH_BEFORE_H

#include "app/request.h"
#include "app/values.h"

/* Reads --per: "900", "900:1200", "900:1200request". */
MUST_CHECK bool graph_before_read_per(struct request *r, const struct option_use *use,
                                      struct fault *f);

/* Whether the options fit together. Chooses the lines of labels where none were asked for. */
MUST_CHECK bool graph_before_check(struct request *r, struct fault *f);

/* Whether both columns are measured in one unit; what says none is taken to be in that of the
 * other. */
MUST_CHECK bool graph_before_check_units(const struct request *r, const struct profile *before,
                                         size_t column_before, const struct profile *after,
                                         size_t column_after, struct fault *f);

#endif
