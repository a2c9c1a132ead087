/* Parses a command line into a request, and checks every value before any input is read. */
#include "app/command_line.h"

#include <math.h>
#include <unistd.h>

#include "app/old_names/old_collapse.h"
#include "app/old_names/old_flamegraph.h"
#include "app/options/call_chain.h"
#include "app/options/record_values.h"
#include "app/options/report_options.h"
#include "app/options/states.h"
#include "app/options/values.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "input/formats.h"
#include "record/start_fault.h"

/* Where to store a value that needs no check; at most one member is not NULL. */
struct target {
    bool *flag;
    const char **text;
    struct str *str;
    struct request_list *list;
    unsigned read; /* 1 + enum ask_read; 0: it says nothing of that */
};

/* The state of parsing. */
struct parse {
    struct request *request;    /* borrowed */
    struct target *targets;     /* owned: by option */
    struct request_list limits; /* applied after --limits, wherever that stands */
    bool hash, random, deterministic, cut_right, upright;
};

static void set_graph_targets(struct target *t, struct graph_request *graph)
{
    t[OPTION_ROOT].list = &graph->roots;
    t[OPTION_LEAF].list = &graph->leaves;
    t[OPTION_PATH].list = &graph->paths;
    t[OPTION_NO_RESIDUAL].flag = &graph->no_residuals;
    t[OPTION_NO_HOT_PATH].flag = &graph->no_hot_path;
    t[OPTION_LIST_FUNCTIONS].text = &graph->list_functions;
    t[OPTION_CALLERS].text = &graph->asked[GRAPH_CALLERS];
    t[OPTION_CALLEES].text = &graph->asked[GRAPH_CALLEES];
    t[OPTION_BY_ADDRESS].text = &graph->asked[GRAPH_PLACES];
    t[OPTION_COLORMAP].text = &graph->colormap;
    t[OPTION_COMPARE].flag = &graph->compare;
    t[OPTION_COMPARE_ONLY_SLOWER].flag = &graph->only_slower;
    t[OPTION_COMPARE_ONLY_FASTER].flag = &graph->only_faster;
    t[OPTION_COMPARE_COLOR_BY_DIFFERENCE].flag = &graph->by_difference;
    t[OPTION_STRIP].flag = &graph->style.strip;
    t[OPTION_WRAP].flag = &graph->style.wrap;
    t[OPTION_SHOW_SAMPLES].flag = &graph->style.show_samples;
    t[OPTION_COLOR_NODES_BY_SELFTIME].flag = &graph->style.by_self;
    t[OPTION_GRAPH_TITLE].str = &graph->style.title;
    t[OPTION_GRAPH_NO_SCRIPT].flag = &graph->style.no_script;
}

static void set_picture_targets(struct target *t, struct picture_request *picture)
{
    t[OPTION_TITLE].text = &picture->title;
    t[OPTION_COLORS].text = &picture->colors;
    t[OPTION_SUBTITLE].str = &picture->style.subtitle;
    t[OPTION_NOTES].str = &picture->style.notes;
    t[OPTION_COUNTNAME].str = &picture->style.countname;
    t[OPTION_NAMETYPE].str = &picture->style.nametype;
    t[OPTION_NO_LEGEND].flag = &picture->style.no_legend;
    t[OPTION_RAW].flag = &picture->style.raw;
    t[OPTION_WIDE].flag = &picture->style.wide;
}

static void set_record_targets(struct target *t, struct record_request *record)
{
    t[OPTION_RECORD_ALL].flag = &record->all;
    t[OPTION_RECORD_CGROUP].list = &record->groups;
    t[OPTION_RECORD_CONTAINER].list = &record->containers;
    t[OPTION_RECORD_CPU].text = &record->processors;
    t[OPTION_RECORD_AS].text = &record->as;
    t[OPTION_RECORD_AS_ROOT].flag = &record->as_root;
    t[OPTION_RECORD_NO_ATTACH].flag = &record->no_attach;
    t[OPTION_RECORD_KEEP_STACKS].flag = &record->keep_stacks;
    t[OPTION_RECORD_DATA].flag = &record->data;
    t[OPTION_RECORD_WALL].flag = &record->wall;
    t[OPTION_RECORD_OFF_CPU].flag = &record->off_cpu;
    t[OPTION_RECORD_USER].flag = &record->user;
    t[OPTION_RECORD_KERNEL].flag = &record->kernel;
    t[OPTION_RECORD_QUIET].flag = &record->quiet;
    t[OPTION_RECORD_WHEN_FILE].text = &record->trap.file;
    t[OPTION_RECORD_WHEN_COMMAND].text = &record->trap.command;
    t[OPTION_RECORD_BEFORE].text = &record->before;
    t[OPTION_RECORD_BUDGET].text = &record->budget;
}

/* What options.def says of struct ask. */
static void set_ask_targets(struct target *t, struct ask *ask)
{
#define OPTION(programs, id, name, letter, argument, value, complete, group, shown, about)
#define ALIAS(id, name)
#define ASK_FLAG(id, field) t[OPTION_##id].flag = &ask->field;
#define ASK_TEXT(id, field) t[OPTION_##id].text = &ask->field;
#define ASK_READ(id, state) t[OPTION_##id].read = 1 + state;
#include "app/options/options.def"
#undef OPTION
#undef ALIAS
}

static void set_targets(struct parse *p)
{
    struct request *r = p->request;
    struct target *t = mem_alloc(OPTION_COUNT, sizeof *t);

    p->targets = t;
    set_picture_targets(t, &r->picture);
    set_record_targets(t, &r->record);
    set_ask_targets(t, &r->read.ask);
    t[OPTION_BEFORE].list = &r->sides.before;
    t[OPTION_GRAPH_BEFORE].list = &r->sides.before;
    t[OPTION_SHARES].flag = &r->sides.shares;
    t[OPTION_NEGATE].flag = &r->sides.negate;
    t[OPTION_IDENTITY].text = &r->sides.identity;
    t[OPTION_STRIP_HEX].flag = &r->sides.strip_hex;
    t[OPTION_BASE].list = &r->selection.filter.base;
    t[OPTION_COMM].list = &r->selection.comm;
    t[OPTION_PID].list = &r->selection.pid;
    t[OPTION_TID].list = &r->selection.tid;
    t[OPTION_EVENT].text = &r->selection.event;
    t[OPTION_FUNCTION].text = &r->selection.function;
    t[OPTION_SKIP_AFTER].list = &r->selection.filter.skip_after;
    t[OPTION_LIMIT].list = &p->limits;
    t[OPTION_BUDGET].text = &r->report.budget;
    t[OPTION_ALLOW_MISSING].flag = &r->report.allow_missing;
    t[OPTION_FORCE].flag = &r->report.force;

    t[OPTION_KEEP_ALLOCATOR].flag = &r->selection.filter.keep_allocator;
    t[OPTION_MERGE_RECURSIVE].flag = &r->selection.filter.merge_recursive;
    t[OPTION_HASH_NAMES].flag = &r->selection.redact.hash_names;
    t[OPTION_REVERSE].flag = &r->picture.style.reverse;
    t[OPTION_INVERTED].flag = &r->picture.style.inverted;
    t[OPTION_UPRIGHT].flag = &p->upright;
    t[OPTION_FLAMECHART].flag = &r->picture.style.chart;
    t[OPTION_TRUNCATE_TEXT_RIGHT].flag = &p->cut_right;
    t[OPTION_NO_FOLD].flag = &r->picture.style.no_fold;
    t[OPTION_NO_SCRIPT].flag = &r->picture.style.no_script;
    t[OPTION_NO_COMPRESS].flag = &r->picture.style.no_compress;
    t[OPTION_ONLY_VISIBLE].flag = &r->picture.style.only_visible;
    t[OPTION_HASH].flag = &p->hash;
    t[OPTION_DETERMINISTIC].flag = &p->deterministic;
    t[OPTION_RANDOM].flag = &p->random;
    t[OPTION_COLORDIFFUSION].flag = &r->picture.style.colour_diffusion;
    t[OPTION_LANDSCAPE].flag = &r->figure.landscape;
    t[OPTION_PDF_FULL_TEXT].flag = &r->figure.whole_text;
    t[OPTION_TABLE].flag = &r->figure.table;
    t[OPTION_TRANSPARENT].flag = &r->figure.transparent;
    t[OPTION_SUMMARY].flag = &r->messages.summary;
    t[OPTION_QUIET].flag = &r->messages.quiet;
    t[OPTION_PROGRESS].flag = &r->messages.progress;
}

/* Whether the option applies only to profiles. An SVG as input has no stacks or functions, but its
 * figure has a title. */
static bool is_of_profiles(const struct option_row *row)
{
    return (row->group == GROUP_STACKS || row->group == GROUP_SYMBOLS ||
            row->group == GROUP_PICTURE || row->group == GROUP_COLOURS || row->id == OPTION_TABLE ||
            row->id == OPTION_PDF_FULL_TEXT || row->id == OPTION_FONT) &&
           row->id != OPTION_TITLE;
}

static bool take(struct parse *p, const struct option_use *use, struct fault *f)
{
    if (!use->row) {
        request_list_add(&p->request->inputs, use->value);
        return true;
    }
    enum option_id id = use->row->id;
    const struct target *target = &p->targets[id];
    bool once = use->row->argument == ARGUMENT_ONE || use->row->argument == ARGUMENT_OPTIONAL ||
                (use->row->argument == ARGUMENT_WORD && use->value);
    bool *given = &p->request->given[id];
    if (once && *given && !p->request->old_name)
        return fault_set(f, FAULT_USAGE, "--%s: found twice, wanted once", use->row->name);
    *given = *given || once || use->row->argument != ARGUMENT_WORD;
    if (!p->request->profile_option && is_of_profiles(use->row))
        p->request->profile_option = use->row->name;
    report_options_keep(&p->request->report, use);
    value_reader reader = value_reader_of(id);
    if (reader)
        return reader(p->request, use, f);
    if (target->read)
        p->request->read.ask.read = (enum ask_read)(target->read - 1);
    if (target->flag)
        *target->flag = true;
    if (target->text)
        *target->text = use->value;
    if (target->str && use->value)
        *target->str = str_of(use->value);
    if (target->list)
        request_list_add(target->list, use->value);
    return true;
}

/* In flamegraph.pl --hash overrides --random. */
static void set_paint_source(const struct parse *p)
{
    struct request *r = p->request;

    if (p->hash)
        r->picture.paint_source = PAINT_BY_HASH;
    else if (p->random)
        r->picture.paint_source = PAINT_RANDOM;
    else if (p->deterministic)
        r->picture.paint_source = PAINT_DETERMINISTIC;
}

static bool set_limits(struct parse *p, struct fault *f)
{
    for (size_t i = 0; i < p->limits.n; i++)
        if (!limits_set(&p->request->read.ask.limits, str_of(p->limits.items[i]), f))
            return false;
    return true;
}

/* The defaults of callgraph: those of gprof2dot for options that it has. Names are whole, and
 * labels of samples become functions only on request. */
static void set_graph_defaults(struct request *r)
{
    r->program = PROGRAM_CALLGRAPH;
    r->read.ask.naming.full = true;
    r->read.ask.naming.modules = true;
    r->read.ask.naming.apart = true;
    r->selection.root_by = "none";
    r->graph = (struct graph_request){
        .node_least = -1,
        .edge_least = -1,
        .depth = UINT32_MAX,
        .style = {.lines = {GRAPH_TOTAL_PERCENT, GRAPH_SELF_PERCENT},
                  .n_lines = 2,
                  .time_format = "%.7g",
                  .title = STR(""),
                  .skew = 1},
    };
}

/* Where gprof2dot's defaults differ: it knows only stacks of perf, and names one format. */
static void set_gprof2dot_defaults(struct request *r)
{
    r->old_name = "gprof2dot";
    r->read.ask.format = input_find(STR("prof"), &(struct fault){0});
    r->selection.weight_samples = true;
    r->read.ask.naming.mangled = true;
    r->graph.ratios = true;
    r->graph.no_residuals = true;
    r->graph.no_hot_path = true;
}

/* Where flamegraph.pl's defaults differ. */
static void set_old_defaults(struct request *r)
{
    r->old_name = "flamegraph.pl";
    r->read.ask.two_counts = true;
    r->sides.by_self = true;
    r->sides.layout = LAYOUT_AFTER;
    r->picture.colors = "hot";
    r->picture.style.no_legend = true;
    r->picture.style.old_words = true;
    r->picture.style.countname = STR("samples");
    r->picture.style.fonttype = STR("Verdana");
    r->picture.style.fontwidth = 0.59;
    r->picture.style.minwidth = 0.1;
    r->picture.style.cut = TEXT_CUT_RIGHT;
    r->picture.style.inverted = false;
}

static void set_old_title(struct request *r)
{
    if (r->picture.title && *r->picture.title)
        return;
    r->picture.title = r->picture.style.chart      ? "Flame Chart"
                       : r->picture.style.inverted ? "Icicle Graph"
                                                   : "Flame Graph";
}

/* Rejects flame recrod, unless there is a file of that name. */
static bool check_mistyped(const char *word, struct fault *f)
{
    struct nearest nearest = {0};
    struct excerpt e;

    if (strpbrk(word, "-/.") || access(word, F_OK) == 0)
        return true;
    for (unsigned verb = VERB_DRAW + 1; verb < VERB_COUNT; verb++)
        if (nearest_look(&nearest, str_of(word), verb_name((enum verb)verb)))
            return true;
    return !nearest_word(&nearest) ||
           fault_set(f, FAULT_USAGE, "%s: no such file or command; did you mean flame %s?",
                     excerpt_of(&e, str_of(word)), nearest_word(&nearest));
}

/* Fails for words reserved for later commands; only the first argument can be a command. */
static bool check_command(int argc, char **argv, struct fault *f)
{
    static const char words[][10] = {"view", "info", "symbolize"};

    for (size_t i = 0; argc > 1 && i < sizeof words / sizeof words[0]; i++)
        if (strcmp(argv[1], words[i]) == 0)
            return fault_set(
                f, FAULT_USAGE,
                "%s: this word is reserved for a later command; for a file of that name write ./%s",
                words[i], words[i]);
    return argc <= 1 || check_mistyped(argv[1], f);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts inputs: if two do not fit together, the order of arguments must not decide which is
 * refused. */
static void order_inputs(struct request *r)
{
    if (r->inputs.n)
        qsort(r->inputs.items, r->inputs.n, sizeof *r->inputs.items, compare_paths);
}

/* Rejects -g dwraf ./server, unless there is a program of that name. */
static bool check_call_chain(const char *word, struct fault *f)
{
    struct excerpt e;
    const char *nearest = call_chain_nearest(str_of(word));

    return !nearest || program_is_there(word) ||
           fault_set(f, FAULT_USAGE,
                     "-g: \"%s\" found, wanted auto, fp, lbr, no or dwarf, or a command; did you "
                     "mean -g %s?",
                     excerpt_of(&e, str_of(word)), nearest);
}

/* The first word that is no option begins the command, which ends with the arguments. all: the
 * arguments, with the program and the verb. */
static bool parse_record(struct parse *p, int argc, char **argv, char *const *all, struct fault *f)
{
    struct record_request *record = &p->request->record;
    struct options options;
    struct option_use use;
    bool wordless = false; /* -g stands before it without a word */

    p->request->program = PROGRAM_RECORD;
    record->on = true;
    record->chain = CHAIN_AUTO;
    record->arguments = all;
    record->command = argv + argc;
    options_start(&options, PROGRAM_RECORD, argc, argv);
    while (p->request->task == TASK_DRAW && options_next(&options, &use, f)) {
        if (!use.row) {
            for (record->command = argv; *record->command != use.value; record->command++)
                ;
            break;
        }
        if (!take(p, &use, f))
            return false;
        wordless = use.row->argument == ARGUMENT_WORD && !use.value;
    }
    if (wordless && *record->command && strcmp(record->command[-1], "--") != 0 &&
        !check_call_chain(*record->command, f))
        return false;
    record->several_states = states_given(p->request->given) > 1;
    return f->kind == FAULT_NONE &&
           (p->request->task != TASK_DRAW || record_options_check(p->request, f));
}

static bool parse_new(struct parse *p, enum program table, int argc, char **argv, struct fault *f)
{
    const enum verb verb = p->request->verb;
    struct options options;
    struct option_use use;

    if (verb == VERB_DRAW && !check_command(argc, argv, f))
        return false;
    p->request->merge.on = verb == VERB_MERGE;
    p->request->report.on = verb == VERB_REPORT;
    options_start(&options, table, argc, argv);
    while (p->request->task == TASK_DRAW && options_next(&options, &use, f))
        if (!take(p, &use, f))
            return false;
    if (p->request->merge.on)
        order_inputs(p->request);
    return f->kind == FAULT_NONE && report_options_check(p->request, f);
}

static bool parse_old(struct parse *p, int argc, char **argv, struct fault *f)
{
    size_t n;
    const struct old_option *table = old_flamegraph_options(&n);
    struct old_arguments options;
    struct option_use use;

    set_old_defaults(p->request);
    old_arguments_start(&options, p->request->old_name, table, n, argc, argv);
    while (p->request->task == TASK_DRAW && old_flamegraph_next(&options, &use, f))
        if (!take(p, &use, f))
            return false;
    set_old_title(p->request);
    return f->kind == FAULT_NONE;
}

/* The base name of a path. */
static struct str program_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return str_of(slash ? slash + 1 : path);
}

/* Sets the verb by the name that the program runs under, or by the first argument, which is then
 * skipped. Returns the program whose options follow. */
static enum program choose_verb(struct request *r, struct str name, int *argc, char ***argv)
{
    r->verb = VERB_CALLGRAPH;
    if (str_equal(name, STR("gprof2dot")) || str_equal(name, STR("gprof2dot.py")))
        return PROGRAM_GPROF2DOT;
    if (str_equal(name, STR("callgraph")))
        return PROGRAM_CALLGRAPH;
    r->verb = *argc > 1 ? verb_of((*argv)[1]) : VERB_DRAW;
    if (r->verb != VERB_DRAW) {
        ++*argv;
        --*argc;
    }
    return verb_program(r->verb);
}

bool request_parse(struct request *r, int argc, char **argv, struct fault *f)
{
    struct parse p = {.request = r};
    struct str name = program_name(argc > 0 ? argv[0] : "");
    const struct old_program *collapse = old_collapse_find(name);
    bool old = str_equal(name, STR("flamegraph.pl"));
    char *const *arguments = argv;

    request_set_defaults(r);
    const enum program table = collapse || old ? PROGRAM_FLAME : choose_verb(r, name, &argc, &argv);
    if (r->verb == VERB_CALLGRAPH)
        set_graph_defaults(r);
    if (table == PROGRAM_GPROF2DOT)
        set_gprof2dot_defaults(r);
    set_targets(&p);
    set_graph_targets(p.targets, &r->graph);
    bool ok = collapse                  ? old_collapse_parse(collapse, r, argc, argv, f)
              : old                     ? parse_old(&p, argc, argv, f)
              : table == PROGRAM_RECORD ? parse_record(&p, argc, argv, arguments, f)
                                        : parse_new(&p, table, argc, argv, f);
    if (!r->given[OPTION_HEIGHT])
        r->picture.style.frame_px = old ? 16 : ceil(r->picture.style.fontsize * 1.5);
    set_paint_source(&p);
    ok = ok && set_limits(&p, f);
    if (p.upright)
        r->picture.style.inverted = false;
    if (p.cut_right)
        r->picture.style.cut = TEXT_CUT_RIGHT;
    request_list_free(&p.limits);
    mem_free(p.targets, OPTION_COUNT, sizeof *p.targets);
    return ok;
}
