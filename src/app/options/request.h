/* What was asked for on the command line, checked but not yet carried out. */
#ifndef APP_OPTIONS_REQUEST_H
#define APP_OPTIONS_REQUEST_H

#include "app/options/figure_request.h"
#include "app/options/graph_request.h"
#include "app/options/options.h"
#include "app/options/report_request.h"
#include "app/options/side_request.h"
#include "app/options/symbol_request.h"
#include "base/limits.h"
#include "input/input.h"
#include "render/flame/picture.h"

enum request_task {
    TASK_DRAW,
    TASK_HELP, /* --help[=TOPIC] */
    TASK_VERSION,
    TASK_THEMES,
    TASK_FORMATS,
    TASK_CSP,
};

/* What is left out of names of functions. */
enum shorten { SHORTEN_NOTHING, SHORTEN_PACKAGES, SHORTEN_NO_PACKAGES, SHORTEN_NO_MODULES };

/* What programs of old names do that no option of flame asks for. */
struct old_behaviour {
    bool comm_underscores; /* blanks in commands are '_' */
    bool first_event;      /* the one met first, unless told otherwise */
    enum shorten shorten;
    bool two_counts; /* lines of two counts are both sides of a difference */
    size_t column;   /* 1 + the place of the measure; 0: not said */
};

/* Borrows texts from the arguments; owns its lists. */
struct request {
    enum program program;
    enum request_task task;
    const char *help_topic; /* "", "all", "man", "bash", "zsh", or an old name */
    const char *old_name;   /* that it was started by, "flamegraph.pl"; NULL: none */
    struct old_behaviour old;

    struct request_list inputs; /* none: standard input */
    const char *profile_option; /* an option that says how a profile is drawn; NULL: none */
    uint64_t merge_nodes;       /* --max-nodes: stacks that a merged profile keeps; 0: all */
    const char *output;         /* NULL: standard output */
    const struct input_format *from;
    const struct output_format *to; /* NULL: by the ending of output, else the default */

    struct limits limits;
    unsigned threads; /* 0: as many as this process may use, at most 4 */
    bool strict;
    uint64_t max_bad;
    bool summary, quiet, progress;
    bool merge;      /* flame merge: inputs that cannot be read are left out */
    bool keep_times; /* the output has use for them */

    struct side_request sides;
    struct graph_request graph; /* of callgraph */
    struct report_request report;
    struct figure_request figure;
    struct symbol_request symbols;

    struct naming naming;
    const char *event;          /* NULL: the one with most samples */
    const char *value;          /* name of a column; NULL: the first, see weight_samples */
    const char *root_by;        /* label keys, commas between; NULL: comm, or thread; "none"; in
                                   old ways also "TID=tid", the value behind a text */
    struct str snapshot;        /* a number, "peak" or "last"; "": the peak */
    struct str snapshot_before; /* the same of what was before; "": that of both */
    bool all_snapshots;         /* the output format shows all snapshots; set when it is known */
    bool off_cpu;
    bool weight_samples;       /* not periods */
    unsigned annotate;         /* a bit for each frame_kind that gets its mark */
    struct request_list where; /* KEY=VALUE; what follows are values of one KEY */
    struct request_list comm, pid, tid;
    bool by_time; /* --where time=FROM..TO, from the start of each input: */
    struct time_window window;

    struct style style;
    const char *title;              /* NULL: chosen by the kind of picture */
    const char *colors;             /* theme name or file */
    const char *bgcolors;           /* NULL: the theme's */
    const char *palette_map;        /* --cp: its file; NULL: none */
    const char *nameattr;           /* NULL: none */
    enum paint_source paint_source; /* name, --hash, --random, --deterministic */
    uint64_t total;                 /* 0: the sum; in whole units */
    bool merge_recursive;
    bool hash_names;
    struct request_list base, skip_after; /* function names */
    struct request_list focus, ignore, hide, show, show_from, prune_from,
        allocator;              /* POSIX EREs */
    struct request_list redact; /* the same */
};

void request_free(struct request *r);

#endif
