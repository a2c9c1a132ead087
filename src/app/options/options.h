/* The table of all command-line options. The argument parser, help, man page and shell completion
 * all use it. */
#ifndef APP_OPTIONS_OPTIONS_H
#define APP_OPTIONS_OPTIONS_H

#include <getopt.h>

#include "base/fault.h"

/* PROGRAM_GPROF2DOT is callgraph under the name gprof2dot, with gprof2dot's options and defaults.
 * PROGRAM_RECORD is `flame record`. */
enum program { PROGRAM_FLAME, PROGRAM_CALLGRAPH, PROGRAM_GPROF2DOT, PROGRAM_RECORD };

/* Sets of programs: bit 1 << enum program. */
enum {
    PROGRAMS_FLAME = 1,
    PROGRAMS_CALLGRAPH = 2,
    PROGRAMS_BOTH = 3,
    PROGRAMS_GPROF2DOT = 4,
    PROGRAMS_GRAPHS = 6,
    PROGRAMS_RECORD = 8,
    PROGRAMS_ALL = 15,
};

enum option_id {
#define OPTION(programs, id, name, letter, argument, value, complete, group, shown, about)         \
    OPTION_##id,
#define ALIAS(id, name)
#include "app/options/options.def"
#undef OPTION
#undef ALIAS
    OPTION_COUNT
};

enum {
    OPTION_SPELLINGS = 0
#define OPTION(programs, id, name, letter, argument, value, complete, group, shown, about) +1
#define ALIAS(id, name) +1
#include "app/options/options.def"
#undef OPTION
#undef ALIAS
};

enum option_argument {
    ARGUMENT_NONE,
    ARGUMENT_ONE,      /* a value; the option may be given once */
    ARGUMENT_MANY,     /* a value; the option may be repeated */
    ARGUMENT_OPTIONAL, /* a value after '=', or none */
    ARGUMENT_WORD,     /* the next word, or what stands behind the letter, where that is one of
                        * call_chain.h, or none */
};

/* What shell completion offers as the value. */
enum option_complete {
    COMPLETE_NOTHING,
    COMPLETE_PATH,
    COMPLETE_INPUT_FORMAT,
    COMPLETE_OUTPUT_FORMAT,
    COMPLETE_GRAPH_FORMAT,
    COMPLETE_THEME,    /* or a file */
    COMPLETE_COLORMAP, /* or a file */
    COMPLETE_TOTALS,
    COMPLETE_SORT,
    COMPLETE_LAYOUT,
    COMPLETE_DELTA,
    COMPLETE_RELATIVE,
    COMPLETE_CLUSTER,
    COMPLETE_NODE_LABEL,
    COMPLETE_BACKGROUND,
    COMPLETE_PAPER, /* or a size */
    COMPLETE_ENCODING,
    COMPLETE_LIMIT, /* names followed by '=' */
    COMPLETE_LIMITS,
    COMPLETE_TOPIC,
    COMPLETE_EVENT,
    COMPLETE_CALL_CHAIN,
    COMPLETE_COUNT
};

enum option_group {
    GROUP_FILES,
    GROUP_TARGET,
    GROUP_TRAP,
    GROUP_TRIAL,
    GROUP_SAMPLING,
    GROUP_STACKS,
    GROUP_SYMBOLS,
    GROUP_GRAPH,
    GROUP_COMPARE,
    GROUP_PICTURE,
    GROUP_COLOURS,
    GROUP_FIGURE,
    GROUP_DAMAGE,
    GROUP_MESSAGES,
    GROUP_COUNT
};

/* Where help shows an option. */
enum option_shown {
    SHOWN_SHORT, /* --help */
    SHOWN_ALL,   /* --help=all */
    SHOWN_OLD,   /* --help=old-options: only old command lines need it */
};

struct option_row {
    const char *name;
    const char *value; /* name of the value in help: "FILE" */
    const char *about;
    enum option_id id;
    unsigned programs;
    enum option_argument argument;
    enum option_complete complete;
    enum option_group group;
    char letter; /* 0: none */
    enum option_shown shown;
};

/* Returns the row of an option. */
const struct option_row *option_of(enum option_id id);

/* One option or one PROFILE on a command line. Borrows from the arguments. */
struct option_use {
    const struct option_row *row; /* NULL: value is a PROFILE */
    const char *value;            /* NULL: no value was given */
    const char *second;           /* of --label-from KEY RE; NULL: there is none */
};

/* Parses arguments from left to right by getopt_long, whose state is global: use one at a time. */
struct options {
    enum program program;
    int argc;
    char **argv; /* borrowed, not changed */
    bool ended;  /* all further arguments are PROFILEs */
    char letters[2 + 3 * OPTION_COUNT + 1];
    struct option names[OPTION_SPELLINGS + 1];
};

void options_start(struct options *o, enum program program, int argc, char **argv);

/* Whether the program has the option. */
static inline bool option_is_of(const struct option_row *row, enum program program)
{
    return row->programs >> program & 1;
}

/* Moves to the next option or PROFILE. False at the end, or with a FAULT_USAGE for an unknown
 * option. */
MUST_CHECK bool options_next(struct options *o, struct option_use *use, struct fault *f);

#endif
