/* The whole command line as a struct: checked but not yet carried out. */
#ifndef APP_OPTIONS_REQUEST_H
#define APP_OPTIONS_REQUEST_H

#include "app/options/figure_request.h"
#include "app/options/graph_request.h"
#include "app/options/merge_request.h"
#include "app/options/message_request.h"
#include "app/options/options.h"
#include "app/options/output_request.h"
#include "app/options/picture_request.h"
#include "app/options/read_request.h"
#include "app/options/record_request.h"
#include "app/options/report_request.h"
#include "app/options/selection_request.h"
#include "app/options/side_request.h"
#include "app/options/verbs.h"

enum request_task {
    TASK_DRAW,
    TASK_HELP, /* --help[=TOPIC] */
    TASK_VERSION,
    TASK_THEMES,
    TASK_FORMATS,
    TASK_CSP,
};

/* Borrows texts from the arguments; owns its lists. */
struct request {
    enum program program;
    enum verb verb;
    enum request_task task;
    bool given[OPTION_COUNT]; /* by option: it stands on the command line */
    const char *help_topic;   /* "", a topic, or an old name; not checked yet */
    const char *old_name; /* the old name it was started by, such as "flamegraph.pl"; NULL: none */

    struct request_list inputs; /* none: standard input */
    const char *profile_option; /* a given option on how profiles are drawn; NULL: none */
    struct read_request read;
    struct selection_request selection;
    struct side_request sides;
    struct merge_request merge;
    struct report_request report;
    struct record_request record;
    struct picture_request picture; /* for flame */
    struct graph_request graph;     /* for callgraph */
    struct figure_request figure;
    struct output_request output;
    struct request_list outputs; /* of flame, as given: with several, see resolve_outputs.h */
    unsigned char *output_reads; /* by output: 1 + the enum ask_read said before it; 0: none was */
    size_t output_reads_room;
    struct message_request messages;
};

/* Makes the request of flame without options and inputs. */
void request_set_defaults(struct request *r);

/* Adds an output of flame; "-" is standard output. Borrows the path. */
void request_add_output(struct request *r, const char *path);

void request_free(struct request *r);

#endif
