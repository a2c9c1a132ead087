/* The grammar of flamegraph.pl, which Perl's Getopt::Long reads: one dash or two (or a plus), any
 * case, abbreviations, values behind '=' or in the next argument, options and files mixed. */
#ifndef APP_OLD_FLAMEGRAPH_H
#define APP_OLD_FLAMEGRAPH_H

#include "app/options.h"

/* Borrows the arguments. */
struct old_flamegraph {
    int argc, at;
    char **argv;
    bool ended; /* "--" was there */
};

void old_flamegraph_start(struct old_flamegraph *o, int argc, char **argv);

/* Moves to the next option, told by its row in the table of flame, or file; false behind the last,
 * and with a FAULT_USAGE where an argument is not an option. */
MUST_CHECK bool old_flamegraph_next(struct old_flamegraph *o, struct option_use *use,
                                    struct fault *f);

/* The i-th name, what it stands for (OPTION_COUNT: nothing), and whether it takes a value; false
 * behind the last. */
bool old_flamegraph_listed(size_t i, const char **name, enum option_id *id, bool *takes_value);

#endif
