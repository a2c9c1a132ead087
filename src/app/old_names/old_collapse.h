/* The programs stackcollapse* and difffolded.pl: their names, their options, and how each reads its
 * arguments. */
#ifndef APP_OLD_NAMES_OLD_COLLAPSE_H
#define APP_OLD_NAMES_OLD_COLLAPSE_H

#include "app/old_names/old_grammar.h"
#include "app/options/request.h"

enum old_syntax {
    OLD_PERL,     /* Getopt::Long */
    OLD_ARGPARSE, /* Python's, of which the options here are a part of Perl's */
    OLD_AWK,      /* -v NAME=VALUE before the files, NAME=VALUE between them */
    OLD_PHP,      /* letters behind one dash, --help, and then a file */
};

enum old_files {
    OLD_ANY_FILES, /* none: standard input */
    OLD_SOME_FILES,
    OLD_ONE_FILE,
    OLD_TWO_FILES, /* before and after */
};

struct old_program {
    const char *name;
    const char *format; /* of its input */
    const char *about;
    enum old_syntax syntax;
    enum old_files files;
    const char *root_by; /* as struct selection_request has it */
    const struct old_option *options;
    size_t n_options;
};

/* Returns the program of that name, or NULL. */
const struct old_program *old_collapse_find(struct str name);

/* The i-th program; NULL behind the last. */
const struct old_program *old_collapse_listed(size_t i);

/* Reads the arguments of a program into a request that has its defaults. */
MUST_CHECK bool old_collapse_parse(const struct old_program *program, struct request *r, int argc,
                                   char **argv, struct fault *f);

#endif
