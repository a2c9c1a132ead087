/* Options as Perl's Getopt::Long reads them: one dash or two (or a plus), any case, abbreviations,
 * values behind '=' or in the next argument, options and files mixed. */
#ifndef APP_OLD_NAMES_OLD_GRAMMAR_H
#define APP_OLD_NAMES_OLD_GRAMMAR_H

#include "base/fault.h"

struct old_option {
    const char *name;  /* lower case */
    const char *value; /* what messages call it; NULL: it takes none */
    unsigned means;    /* to the program it is of */
    bool negatable;    /* --noNAME and --no-NAME are options too */
    const char *about; /* NULL: what flame says of its own option */
};

/* Borrows all of it. */
struct old_arguments {
    const char *program; /* for messages */
    const struct old_option *options;
    size_t n;
    int argc, at;
    char **argv;
    bool ended; /* "--" was there */
};

/* One option or one file. Borrows from the arguments. */
struct old_argument {
    const struct old_option *option; /* NULL: value is a file */
    const char *value;               /* NULL: none was given */
    bool negated;
};

void old_arguments_start(struct old_arguments *a, const char *program,
                         const struct old_option *options, size_t n, int argc, char **argv);

/* Moves to the next option or file; false behind the last, and with a FAULT_USAGE where an argument
 * is not an option. */
MUST_CHECK bool old_arguments_next(struct old_arguments *a, struct old_argument *use,
                                   struct fault *f);

#endif
