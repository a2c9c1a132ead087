/* --compare-only-slower needs --compare, --callers needs --format table: checks options of
 * callgraph against each other. */
#include "app/options/resolve_graph.h"

#include "app/common/terminal.h"
#include "app/options/side_values.h"
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

static bool check_reports(const struct request *r, struct fault *f)
{
    const char *report = graph_request_report(&r->graph);

    return !report || r->output.graph_format->reports ||
           fault_set(f, FAULT_USAGE, "%s: %s found, wanted --format table with it", report,
                     r->output.graph_format->name);
}

/* Code has names that the input does not. */
static bool check_code(const struct request *r, struct fault *f)
{
    const struct graph_format *format = r->output.graph_format;
    const char *other = r->graph.compare                      ? "--compare"
                        : r->sides.before.n                   ? "--before"
                        : redact_needed(&r->selection.redact) ? "--redact, --hash-names"
                                                              : NULL;

    if (r->graph.asked[GRAPH_PLACES] && redact_needed(&r->selection.redact))
        return fault_set(f, FAULT_USAGE,
                         "%s: cannot be combined with --by-address, wanted one of them", other);
    if (!format->lists_code)
        return !r->selection.function ||
               fault_set(f, FAULT_USAGE, "--function: the format is %s, wanted --format annotate",
                         format->name);
    return !other ||
           fault_set(f, FAULT_USAGE,
                     "%s: cannot be combined with --format annotate, wanted one of them", other);
}

/* Checks --compare, and the options that need it. */
static bool check_compare(const struct request *r, struct fault *f)
{
    const struct graph_request *gr = &r->graph;

    const char *alone = gr->only_slower     ? "--compare-only-slower"
                        : gr->only_faster   ? "--compare-only-faster"
                        : gr->by_difference ? "--compare-color-by-difference"
                        : gr->tolerance > 0 ? "--compare-tolerance"
                                            : NULL;

    if (!gr->compare && alone)
        return fault_set(f, FAULT_USAGE, "%s: wanted --compare with it", alone);
    if (gr->only_slower && gr->only_faster)
        return fault_set(f, FAULT_USAGE,
                         "--compare-only-slower: cannot be combined with --compare-only-faster, "
                         "wanted one of them");
    if (gr->compare && gr->style.relative == GRAPH_OF_PARENT)
        return fault_set(
            f, FAULT_USAGE,
            "--relative-to: parent cannot be combined with --compare, wanted all or focus");
    return !gr->compare || r->inputs.n == 2 ||
           fault_set(f, FAULT_USAGE, "--compare: %zu PROFILEs found, wanted two", r->inputs.n);
}

static bool excludes(const char *option, struct fault *f)
{
    return fault_set(f, FAULT_USAGE, "%s: cannot be combined with --before, wanted one of them",
                     option);
}

/* Checks --before against other options. Chooses the lines of node labels if none were given. */
static bool check_before(struct request *r, struct fault *f)
{
    struct graph_request *gr = &r->graph;

    if (!side_values_check(r, f) || !r->sides.before.n)
        return f->kind == FAULT_NONE;
    if (gr->compare)
        return excludes("--compare", f);
    if (gr->style.relative == GRAPH_OF_PARENT)
        return fault_set(
            f, FAULT_USAGE,
            "--relative-to: parent cannot be combined with --before, wanted all or focus");
    if (!gr->lines_given && !r->sides.shares) {
        gr->style.lines[0] = GRAPH_TOTAL;
        gr->style.lines[1] = GRAPH_SELF;
    }
    return true;
}

/* Pictures show what can be read, in light colours, unless a threshold says what they show. The
 * other formats and the old name keep what gprof2dot does. */
static void choose_looks(struct request *r)
{
    enum { MOST = 80, FILL = 40 };
    struct graph_request *gr = &r->graph;
    bool drawn = r->output.graph_format->drawn && !gr->compare && !r->old_name;

    if (!gr->colormap)
        gr->colormap = drawn ? "warm" : "color";
    gr->others = drawn && (gr->most || gr->node_least < 0);
    gr->fill = gr->most;
    if (!gr->most && gr->others) {
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

    if (!check_before(r, f) || !check_compare(r, f) || !choose_format(r, f) ||
        !check_reports(r, f) || !check_code(r, f))
        return false;
    choose_looks(r);
    to->figure_format = to->graph_format->figure;
    if (!figure_request_style(&r->figure, to->figure_format, to->graph_format->name, &to->figure,
                              f) ||
        !figure_request_place(to->figure_format, to->path, f))
        return false;
    if (style->title.n)
        to->figure.title = style->title;
    style->rows = r->picture.style.rows;
    style->rows_given = r->picture.style.rows_given;
    struct terminal terminal = terminal_of(to->path);
    style->columns = terminal.columns;
    style->height = terminal.lines;
    r->graph.whole_names = r->old_name != NULL;
    r->read.naming.places =
        r->graph.asked[GRAPH_PLACES] != NULL || r->output.graph_format->lists_code;
    return true;
}
