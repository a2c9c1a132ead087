/* The options of flamegraph.pl, and the options of flame that they stand for. */
#ifndef APP_OLD_NAMES_OLD_FLAMEGRAPH_H
#define APP_OLD_NAMES_OLD_FLAMEGRAPH_H

#include "app/old_names/old_grammar.h"
#include "app/options/options.h"

/* Returns the table. old_option.means is an enum option_id, or OPTION_COUNT if the option has no
 * effect. */
const struct old_option *old_flamegraph_options(size_t *n);

/* Moves to the next option or file as old_arguments_next does; use->row is flame's row of the
 * option. */
MUST_CHECK bool old_flamegraph_next(struct old_arguments *a, struct option_use *use,
                                    struct fault *f);

#endif
