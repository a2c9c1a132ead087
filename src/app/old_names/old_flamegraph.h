/* The options of flamegraph.pl, and what they are in the table of flame. */
#ifndef APP_OLD_NAMES_OLD_FLAMEGRAPH_H
#define APP_OLD_NAMES_OLD_FLAMEGRAPH_H

#include "app/old_names/old_grammar.h"
#include "app/options/options.h"

/* Their table: what an option means is its enum option_id, OPTION_COUNT when it has no effect. */
const struct old_option *old_flamegraph_options(size_t *n);

/* Moves to the next option, told by its row in the table of flame, or file; as
 * old_arguments_next. */
MUST_CHECK bool old_flamegraph_next(struct old_arguments *a, struct option_use *use,
                                    struct fault *f);

#endif
