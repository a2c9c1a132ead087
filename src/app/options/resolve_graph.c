/* --callers is a table: chooses the output format of callgraph, and derives settings from it. */
#include "app/options/resolve_graph.h"

#include <string.h>

#include "app/common/terminal.h"
#include "app/options/conflicts.h"
#include "render/output.h"

static bool choose_format(struct request *r, struct fault *f)
{
    struct output_request *to = &r->output;

    if (!to->graph_format && to->path)
        to->graph_format = graph_format_of_ending(str_of(to->path));
    if (to->graph_format)
        return true;
    if (!output_check_ending(to->path, f))
        return false;
    to->graph_format = graph_format_find(r->selection.function             ? STR("annotate")
                                         : graph_request_report(&r->graph) ? STR("table")
                                                                           : STR("dot"),
                                         f);
    return to->graph_format;
}

static bool check_inputs(const struct request *r, struct fault *f)
{
    return !r->graph.compare || r->inputs.n == 2 ||
           fault_set(f, FAULT_USAGE, "--compare: %zu PROFILEs found, wanted two", r->inputs.n);
}

/* Chooses the lines of node labels of a comparison if none were given. */
static void choose_lines(struct request *r)
{
    struct graph_request *gr = &r->graph;

    if (!r->sides.before.n || gr->lines_given || r->sides.shares)
        return;
    gr->style.lines[0] = GRAPH_TOTAL;
    gr->style.lines[1] = GRAPH_SELF;
}

/* Pictures show what can be read, in light colours, unless a threshold says what they show. The
 * other formats and the old name keep what gprof2dot does. */
static void choose_looks(struct request *r)
{
    const double light = 0.02;
    enum { MOST = 80, FILL = 40 };
    struct graph_request *gr = &r->graph;
    bool drawn = r->output.graph_format->drawn && !gr->compare && !r->old_name;

    if (!gr->colormap)
        gr->colormap = drawn ? "warm" : "color";
    gr->others = drawn && (gr->most || gr->node_least < 0);
    gr->fill = gr->most;
    gr->runs = drawn && gr->style.cluster == GRAPH_NO_CLUSTERS && !r->sides.before.n;
    if (!gr->most && gr->others) {
        gr->light = light;
        gr->most = MOST;
        gr->fill = FILL;
    }
    if (gr->most && gr->node_least < 0)
        gr->node_least = 0;
}

bool resolve_graph(struct request *r, struct fault *f)
{
    struct output_request *to = &r->output;
    struct graph_style *style = &r->graph.style;

    if (!choose_format(r, f))
        return false;
    to->figure_format = to->graph_format->figure;
    if (!conflicts_check(r, f) || !check_inputs(r, f))
        return false;
    choose_lines(r);
    choose_looks(r);
    if (!figure_request_style(&r->figure, to->figure_format, &to->figure, f) ||
        !figure_request_place(to->figure_format, to->path, f))
        return false;
    if (style->title.n)
        to->figure.title = style->title;
    style->rows = r->picture.style.rows;
    style->rows_given = r->picture.style.rows_given;
    const struct terminal terminal = terminal_of(to->path);
    style->columns = r->picture.style.wide && terminal.columns ? TERMINAL_MOST : terminal.columns;
    style->height = terminal.lines;
    style->scaled =
        terminal.is_one && !r->picture.style.raw && strcmp(to->graph_format->name, "table") == 0;
    r->graph.whole_names = r->old_name != NULL;
    r->read.ask.naming.places =
        r->graph.asked[GRAPH_PLACES] != NULL || r->output.graph_format->lists_code;
    return true;
}
