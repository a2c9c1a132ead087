/* Finds the functions of --callers, --callees and --by-address. */
#include "app/callgraph/function_reports.h"

#include "app/selection/graph_find.h"
#include "base/mem.h"
#include "model/graph/call_paths.h"

enum { MOST = 100 }; /* functions per option: each needs a pass through all stacks */

static void add(struct reports *reports, struct graph_report report)
{
    reports->rows = mem_grow(reports->rows, &reports->room, reports->n + 1, sizeof *reports->rows);
    reports->rows[reports->n++] = report;
}

static bool no_places(const struct graph *g, uint32_t function, struct fault *f)
{
    struct excerpt e;

    return fault_set(f, FAULT_INPUT,
                     "--by-address: the input has neither addresses nor lines of \"%s\"",
                     excerpt_of(&e, graph_text(g, g->functions[function].name)));
}

static bool too_many(const char *option, const char *name, struct fault *f)
{
    struct excerpt e;

    return fault_set(f, FAULT_USAGE, "%s: \"%s\" matches more than %d functions, wanted fewer",
                     option, excerpt_of(&e, str_of(name)), MOST);
}

static bool find(struct reports *reports, struct graph_report report, const char *name,
                 const struct graph *g, struct fault *f)
{
    size_t before = reports->n;
    uint32_t found = g->n_functions;
    bool *marks = mem_alloc(g->n_functions, sizeof *marks);
    bool ok = true;

    graph_find(g, name, marks);
    for (uint32_t i = 0; ok && i < g->n_functions; i++) {
        if (!marks[i])
            continue;
        report.function = found = i;
        if (report.kind != GRAPH_PLACES || graph_knows_places(g, i))
            add(reports, report);
        if (reports->n - before > MOST)
            ok = too_many(graph_report_options[report.kind], name, f);
    }
    mem_free(marks, g->n_functions, sizeof *marks);
    if (!ok || reports->n > before)
        return ok;
    if (found < g->n_functions)
        return no_places(g, found, f);
    return graph_find_none(g, graph_report_options[report.kind], name, f);
}

/* Without --depth, reports only direct callers and callees. */
bool function_reports_find(struct reports *reports, const struct graph_request *r,
                           const struct graph *g, struct fault *f)
{
    struct graph_report report = {.depth = r->depth_given ? r->depth : 1};

    for (unsigned i = 0; i < GRAPH_REPORTS; i++) {
        report.kind = (enum graph_report_kind)i;
        if (r->asked[i] && !find(reports, report, r->asked[i], g, f))
            return false;
    }
    return true;
}

void function_reports_free(struct reports *reports)
{
    mem_free(reports->rows, reports->room, sizeof *reports->rows);
    *reports = (struct reports){0};
}
