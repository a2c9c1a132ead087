/* Draws a call graph: reads inputs, selects functions, writes the graph. */
#include "app/callgraph/draw_graph.h"

#include <fnmatch.h>

#include "app/annotate/annotate.h"
#include "app/callgraph/build.h"
#include "app/callgraph/function_reports.h"
#include "app/common/message.h"
#include "app/inputs/file_name.h"
#include "app/selection/filter.h"
#include "app/selection/graph_find.h"
#include "app/selection/redact.h"
#include "base/mem.h"
#include "base/parse.h"
#include "render/graph/numbers.h"
#include "render/output.h"

/* Everything a run owns. A zeroed struct may be freed. */
struct run {
    const struct callgraph_request *request;
    struct graph_style style; /* as requested, plus colours and what titles name */
    struct buf file;
    struct graph_input first;
    struct graph_input second; /* of --compare */
    struct graph_match match;
    struct graph_choice choice;
    struct graph_view view;
    bool *fitting, *roots, *leaves, *around; /* by function; NULL: option not given */
    struct reports reports;
    struct listings listings;
};

static void run_free(struct run *run)
{
    uint32_t n = run->first.graph.n_functions;

    mem_free(run->fitting, n, sizeof *run->fitting);
    mem_free(run->roots, n, sizeof *run->roots);
    mem_free(run->leaves, n, sizeof *run->leaves);
    mem_free(run->around, n, sizeof *run->around);
    function_reports_free(&run->reports);
    listings_free(&run->listings);
    buf_free(&run->file);
    graph_view_free(&run->view);
    graph_match_free(&run->match);
    graph_input_free(&run->first);
    graph_input_free(&run->second);
}

/* Reads the files that options name, before any input. */
static bool load_options(struct run *run, struct fault *f)
{
    const struct callgraph_request *r = run->request;
    const struct inputs_files files = {.paths = r->input.paths,
                                       .before = &r->sides->before,
                                       .colours = r->graph->colormap,
                                       .others = {r->sides->identity}};

    if (!inputs_check(&r->input, &r->sides->before, f) ||
        !inputs_check_overwrite(&files, "--output", r->output->path, f))
        return false;
    run->style = r->graph->style;
    if (colormap_load(&run->style.colours, r->graph->colormap, f))
        return true;
    if (f->kind == FAULT_INPUT)
        f->kind = FAULT_USAGE; /* the file was named by an option */
    return false;
}

/* Applies --path by gprof2dot's rule: a file must begin with one of the texts, or else a module
 * contain one. Functions without both stay. */
static void match_paths(struct run *run)
{
    const struct graph *g = &run->first.graph;
    const struct request_list *paths = &run->request->graph->paths;

    if (!paths->n)
        return;
    run->fitting = mem_alloc(g->n_functions, sizeof *run->fitting);
    for (uint32_t i = 0; i < g->n_functions; i++) {
        struct str file = graph_text(g, g->functions[i].file);
        struct str module = graph_text(g, g->functions[i].module);
        bool fits = !file.n && !module.n;
        for (size_t k = 0; k < paths->n; k++) {
            struct str text = str_of(paths->items[k]);
            fits = fits || (file.n ? str_starts(file, text)
                                   : module.n && str_find(module, 0, text) < module.n);
        }
        run->fitting[i] = fits;
    }
}

/* Finds what --focus names where there are no stacks that it could choose. */
static bool find_around(struct run *run, struct fault *f)
{
    const struct graph *g = &run->first.graph;
    const struct profile *p = g->profile;
    const struct request_list *focus = &run->request->input.selection->filter.focus;
    bool any = false;

    if (!focus->n || p->calls.share == CALLS_NOT_SHARED)
        return true;
    unsigned char *marks = mem_alloc(p->frames.n, sizeof *marks);
    run->around = mem_alloc(g->n_functions, sizeof *run->around);
    bool ok = filter_matching_parts(p, "--focus", focus, marks, f);
    for (uint32_t i = 0; ok && i < p->frames.n; i++)
        if (marks[i] && g->functions[g->function_of[i]].met)
            any = run->around[g->function_of[i]] = true;
    mem_free(marks, p->frames.n, sizeof *marks);
    return ok && (any || fault_set(f, FAULT_INPUT, "--focus: no function matches"));
}

/* Returns the threshold asked for, or the usual one for pictures; 0 for data formats. */
static double least(const struct run *run, double asked, double usual)
{
    if (asked >= 0)
        return asked;
    return run->request->output->graph_format->whole ? 0 : usual;
}

/* Whether one graph is made from two profiles. */
static bool is_both(const struct run *run)
{
    const struct graph_request *r = run->request->graph;

    return run->request->sides->before.n ||
           (r->compare && run->request->output->graph_format->both);
}

/* Returns the measure of the side before, or NULL if there is no comparison in one graph. */
static const struct graph_measure *before_of(const struct run *run)
{
    return is_both(run) ? &run->first.graph.measures[GRAPH_BEFORE] : NULL;
}

static bool choose(struct run *run, struct fault *f)
{
    const double node_least = 0.005;
    const double edge_least = 0.001;
    const struct graph_request *gr = run->request->graph;
    const struct graph *g = &run->first.graph;

    match_paths(run);
    if (!graph_find_all(g, &gr->roots, "--root", &run->roots, f) ||
        !graph_find_all(g, &gr->leaves, "--leaf", &run->leaves, f) || !find_around(run, f) ||
        !function_reports_find(&run->reports, gr, g, f))
        return false;
    run->choice = (struct graph_choice){
        .measure = run->first.measure,
        .before = before_of(run),
        .node_least = least(run, gr->node_least, node_least),
        .edge_least = least(run, gr->edge_least, edge_least),
        .most = gr->most,
        .fill = gr->fill,
        .fitting = run->fitting,
        .roots = run->roots,
        .leaves = run->leaves,
        .around = run->around,
        .depth = gr->depth,
        .no_residuals = gr->no_residuals,
        .no_hot_path = gr->no_hot_path,
        .others = gr->others,
        .few_dashed = gr->others,
        .light = gr->light,
        .runs = gr->runs,
    };
    graph_view_build(&run->view, g, &run->choice);
    if (run->view.n_shown || g->n_met == 0)
        return true;
    return fault_set(f, FAULT_INPUT,
                     "no function is left to show, wanted some: --node-thres, --root, --leaf or "
                     "--path leave out all %u",
                     (unsigned)g->n_met);
}

/* Prints how much is shown and hidden. */
static void print_shown(const struct graph_view *v)
{
    const struct graph *g = v->g;
    struct excerpt e;
    struct buf text = {0};
    uint64_t hidden = 0;
    uint32_t n_edges = 0;

    for (uint32_t i = 0; i < g->n_functions; i++)
        hidden += v->shown[i] ? 0 : v->m->self[i];
    for (uint32_t i = 0; i < g->n_edges; i++)
        n_edges += v->edge_shown[i];
    graph_amount(g, v->m, hidden, &text);
    message_print("%u of %u function%s and %u of %u call%s shown; the others have %s of self cost",
                  (unsigned)v->n_shown, (unsigned)g->n_met, plural(g->n_met), (unsigned)n_edges,
                  (unsigned)g->n_edges, plural(g->n_edges), excerpt_of(&e, buf_str(&text)));
    buf_free(&text);
}

static void print_attributes(const struct graph_view *v, uint32_t function, struct buf *room)
{
    buf_clear(room);
    graph_attributes(v, function, room);

    struct str rest = buf_str(room);
    struct str line;
    while (rest.n && take_field(&rest, '\n', &line))
        message_print_line(line);
}

/* Prints how many of the totals shown are upper bounds. */
static void print_bounds(const struct graph_view *v)
{
    uint32_t n = graph_view_bounds(v);

    if (n)
        message_print("the totals of %u function%s in cycles of calls are upper bounds: the "
                      "input does not tell recursion apart",
                      (unsigned)n, plural(n));
}

/* Prints function names that match --list-functions: "+" or "*" means all; '%' in front prints all
 * attributes. */
static void list_functions(struct run *run)
{
    const struct graph_view *v = &run->view;
    const char *glob = run->request->graph->list_functions;
    bool attributes = glob[0] == '%';
    struct buf room = {0};

    glob += attributes;
    if (strcmp(glob, "+") == 0)
        glob = "*";
    for (uint32_t i = 0; i < v->g->n_functions; i++) {
        if (!v->shown[i] || fnmatch(glob, graph_c_name(v->g, i, &room), 0) != 0)
            continue;
        if (attributes) {
            print_attributes(v, i, &room);
            continue;
        }
        buf_clear(&room);
        graph_function_name(v->g, i, &room);
        message_print_line(buf_str(&room));
    }
    buf_free(&room);
}

/* Prints the remarks, one message for each line. */
static void print_remarks(const struct buf *remarks)
{
    struct str line;

    for (struct str rest = buf_str(remarks); rest.n && take_field(&rest, '\n', &line) && line.n;)
        message_print("%.*s", (int)line.n, line.p);
}

/* A picture of pixels is bounded by its own limit, however short its input was. */
static uint64_t bytes_most(const struct run *run)
{
    const uint64_t of_pixels = 1 << 28;
    const struct limits *limits = &run->request->input.read->ask.limits;
    const enum figure_format *figure = run->request->output->graph_format->figure;
    uint64_t most = limits_output(limits, summary_bytes(&run->first.in.summary) +
                                              summary_bytes(&run->second.in.summary));
    bool derived = limits->output == LIMIT_DERIVED && figure && figure_has_pixels(*figure);

    return derived && most && most < of_pixels ? of_pixels : most;
}

static bool write_picture(struct run *run, struct graph_picture *picture, struct fault *f)
{
    struct sink sink;

    if (!sink_open(&sink, run->request->output->path, f))
        return false;
    sink_limit(&sink, bytes_most(run));
    if (!run->request->output->graph_format->write(picture, &sink, f)) {
        sink_discard(&sink);
        return false;
    }
    return sink_close(&sink, f);
}

/* Says in the titles what was recorded, and where. */
static void name_subject(struct run *run)
{
    const struct callgraph_request *r = run->request;
    bool both = r->sides->before.n;

    inputs_file_name(&r->input, &run->file);
    if (!both && !redact_needed(&r->input.selection->redact))
        run->style.subject = buf_str(&run->first.in.command);
    if (both || run->style.subject.n)
        run->style.file = buf_str(&run->file);
    else
        run->style.subject = buf_str(&run->file);
}

static bool write(struct run *run, const struct gprof2dot_compare *compare, struct fault *f)
{
    const struct callgraph_request *r = run->request;
    const struct graph_style *style = &run->style;
    enum graph_by by = r->sides->per      ? GRAPH_BY_WORK
                       : r->sides->shares ? GRAPH_BY_SHARES
                                          : GRAPH_BY_COST;
    struct graph_comparison both;
    struct buf remarks = {0};

    name_subject(run);
    struct graph_picture picture = graph_picture_of(&run->view, style, &r->input.read->ask.limits);
    picture.choice = &run->choice;
    picture.compare = compare;
    picture.figure = &r->output->figure;
    picture.before = before_of(run);
    picture.tiers = run->first.tiers.keys.n > 1 ? &run->first.tiers : NULL;
    if (r->sides->before.n) {
        both = graph_comparison_of(&run->view, by, &r->sides->work, style->by_self);
        picture.both = &both;
    }
    picture.reports = run->reports.rows;
    picture.n_reports = run->reports.n;
    picture.listings = &run->listings;
    picture.remarks = &remarks;
    bool ok = write_picture(run, &picture, f);
    if (ok && !r->input.messages->quiet)
        print_remarks(&remarks);
    buf_free(&remarks);
    return ok;
}

static bool write_compared(struct run *run, struct fault *f)
{
    const double usual_tolerance = 0.001;
    const struct graph_request *gr = run->request->graph;
    struct gprof2dot_compare compare = {
        .other = &run->second.graph,
        .m = &run->second.graph.measures[run->second.measure],
        .match = &run->match,
        .tolerance = gr->tolerance > 0 ? gr->tolerance : usual_tolerance,
        .only_slower = gr->only_slower,
        .only_faster = gr->only_faster,
        .by_difference = gr->by_difference,
    };

    graph_match_build(&run->match, &run->first.graph, &run->second.graph, !gr->whole_names);
    gprof2dot_compare_spread(&compare, &run->view);
    return write(run, &compare, f);
}

static bool read_sides(struct run *run, struct fault *f)
{
    const struct callgraph_request *r = run->request;
    const struct graph_inputs in = {r->input.paths->items, r->input.paths->n};
    const struct graph_inputs before = {r->sides->before.items, r->sides->before.n};

    if (before.n)
        return graph_input_build_both(&run->first, r, &before, &in, f);
    if (!r->graph->compare)
        return graph_input_build(&run->first, r, in.paths, in.n, f);
    if (run->request->output->graph_format->both)
        return graph_input_build_both(&run->first, r, &(struct graph_inputs){in.paths, 1},
                                      &(struct graph_inputs){in.paths + 1, 1}, f);
    return graph_input_build(&run->first, r, in.paths, 1, f) &&
           graph_input_build(&run->second, r, in.paths + 1, 1, f);
}

bool draw_callgraph(const struct callgraph_request *request, struct fault *f)
{
    const struct graph_request *graph = request->graph;
    const bool both = request->output->graph_format->both;
    struct run run = {.request = request};
    bool ok = load_options(&run, f) && read_sides(&run, f);

    if (ok && read_request_explains(request->input.read, request->output->path)) {
        run_free(&run);
        return true;
    }
    ok = ok && choose(&run, f);
    if (ok && request->output->graph_format->lists_code)
        ok = annotate(&run.listings, &run.first.graph, run.first.measure, &request->input, f);
    if (ok && request->input.messages->summary)
        print_shown(&run.view);
    if (ok && !request->input.messages->quiet)
        print_bounds(&run.view);
    if (ok && graph->list_functions)
        list_functions(&run);
    else if (ok && graph->compare && !both)
        ok = write_compared(&run, f);
    else
        ok = ok && write(&run, NULL, f);
    run_free(&run);
    return ok;
}
