/* The programs stackcollapse* and difffolded.pl: translates their arguments into a request. */
#ifndef APP_OLD_NAMES_OLD_COLLAPSE_H
#define APP_OLD_NAMES_OLD_COLLAPSE_H

#include "app/old_names/old_grammar.h"
#include "app/options/request.h"

enum old_syntax {
    OLD_PERL,     /* Getopt::Long */
    OLD_ARGPARSE, /* Python's; the options here also fit OLD_PERL's grammar */
    OLD_AWK,      /* -v NAME=VALUE before the files, NAME=VALUE between them */
    OLD_PHP,      /* letters after one dash, or --help, then a file */
};

enum old_files {
    OLD_ANY_FILES, /* if none: standard input */
    OLD_SOME_FILES,
    OLD_ONE_FILE,
    OLD_TWO_FILES, /* before and after */
};

struct old_program {
    const char *name;
    const char *format; /* input format */
    const char *about;
    enum old_syntax syntax;
    enum old_files files;
    const char *root_by; /* as in struct selection_request */
    const struct old_option *options;
    size_t n_options;
};

/* Returns the program of that name, or NULL. */
const struct old_program *old_collapse_find(struct str name);

/* Returns the i-th program; NULL after the last. */
const struct old_program *old_collapse_listed(size_t i);

/* Reads the arguments of a program into a request, with the program's defaults. */
MUST_CHECK bool old_collapse_parse(const struct old_program *program, struct request *r, int argc,
                                   char **argv, struct fault *f);

#endif
