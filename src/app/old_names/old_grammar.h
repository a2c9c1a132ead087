/* Parses options as Perl's Getopt::Long does: one dash or two (or a plus), any case, abbreviations,
 * values after '=' or in the next argument, options and files mixed. */
#ifndef APP_OLD_NAMES_OLD_GRAMMAR_H
#define APP_OLD_NAMES_OLD_GRAMMAR_H

#include "base/fault.h"

struct old_option {
    const char *name;  /* lower case */
    const char *value; /* name of the value in messages; NULL: takes none */
    unsigned means;    /* meaning, defined by the program's table */
    bool negatable;    /* --noNAME and --no-NAME are options too */
    const char *about; /* NULL: the text of flame's own option */
};

/* Borrows all of it. */
struct old_arguments {
    const char *program; /* for messages */
    const struct old_option *options;
    size_t n;
    int argc, at;
    char **argv;
    bool ended; /* "--" was read */
};

/* One option or one file. Borrows from the arguments. */
struct old_argument {
    const struct old_option *option; /* NULL: value is a file */
    const char *value;               /* NULL: no value was given */
    bool negated;
};

void old_arguments_start(struct old_arguments *a, const char *program,
                         const struct old_option *options, size_t n, int argc, char **argv);

/* Moves to the next option or file. False at the end, or with a FAULT_USAGE for an unknown
 * option. */
MUST_CHECK bool old_arguments_next(struct old_arguments *a, struct old_argument *use,
                                   struct fault *f);

#endif
