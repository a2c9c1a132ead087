/* A call graph as JSON: {"format":"callgraph-json","version":1,...}, a line for each function and
 * edge.
 *
 *   "estimated"   whether totals come from call ratios; false: from stacks or stated costs
 *   "measures"    [{"name":"cpu","unit":"ns","total":42}]: lists of values have this order; an
 * unknown name is "" "measure"     the index of the measure for shares, residuals and the hot path;
 * with two profiles, "before" is the index of the first one's "compared"    with --before:
 * {"by":"cost","divisor":[1,1]}: what is compared, and the divisor of each measure: "cost"; "work",
 * with its "unit" if known; "shares", where 1 is the total before "functions"
 * {"id":0,"name":"read_[k]","module":"vmlinux","file":"fs/read.c","kind":"kernel",
 *                 "calls":3,"cycle":1,"self":[1],"total":[42],"self_share":0.02,"share":1}
 *   "edges"       {"caller":0,"callee":1,"calls":3,"weight":[41],"share":0.97,"of_caller":0.97,
 *                 "guess":true}
 *   "residuals"   {"caller":0,"callee":1,"weight":7,"share":0.16}: calls through hidden functions
 *   "hot_path"    [0,1]
 *
 * A function that ran in another way after than before has
 * "tiers":{"before":{"interpreted":1},"after":{"baseline":0.1,"optimised":0.9}}, in parts of 1.
 *
 * With two profiles, functions, edges and residuals have the "change" of what is compared (of
 * totals); functions also "self_change", residuals "weight_before", and everything with calls
 * "calls_before".
 *
 * The id of a function is its index in the list; edges refer to it. Unknown values are left out:
 * module, file, calls, cycle (functions with one number call each other), and unless true guess and
 * at_most (the total is an upper bound). "twin":1 is another function of the same name, module and
 * file, 2 a third.
 * Shares are fractions of 1. Numbers with more digits than 2^53 are strings, because most readers
 * use doubles. Names and numbers are strict UTF-8 and JSON for any input.
 */
#include "base/mem.h"
#include "model/tier.h"
#include "render/common/amount.h"
#include "render/common/text.h"
#include "render/graph/comparison.h"
#include "render/graph/picture.h"

struct json {
    const struct graph_picture *p;
    struct sink *s;
    uint32_t *id; /* by function */
};

static void write_string(struct json *out, const char *key, struct str raw)
{
    sink_text(out->s, key);
    sink_byte(out->s, '"');
    text_json_name(out->s, raw);
    sink_byte(out->s, '"');
}

static void write_known(struct json *out, const char *key, name_id name)
{
    if (name)
        write_string(out, key, graph_text(out->p->graph, name));
}

static void write_number(struct json *out, const char *key, uint64_t value, unsigned scale)
{
    bool exact = value <= UINT64_C(1) << 53;

    sink_text(out->s, key);
    sink_text(out->s, exact ? "" : "\"");
    sink_decimal(out->s, value, scale);
    sink_text(out->s, exact ? "" : "\"");
}

static void write_share(struct json *out, const char *key, uint64_t value, uint64_t whole)
{
    const unsigned digits = 6;

    sink_text(out->s, key);
    sink_short(out->s, whole ? (double)value / (double)whole : 0, digits);
}

/* Arrays with a value for each measure; see values_of. */
enum values { SELF, TOTAL, WEIGHT };

static const uint64_t *values_of(const struct graph_measure *m, enum values values)
{
    switch (values) {
    case SELF:
        return m->self;
    case TOTAL:
        return m->total;
    case WEIGHT:
        break;
    }
    return m->weight;
}

static void write_values(struct json *out, const char *key, enum values values, uint32_t at)
{
    const struct graph *g = out->p->graph;

    sink_text(out->s, key);
    for (size_t c = 0; c < g->n_measures; c++) {
        const struct graph_measure *m = &g->measures[c];
        write_number(out, c ? "," : "[", values_of(m, values)[at], m->scale);
    }
    sink_byte(out->s, ']');
}

static void write_double(struct json *out, const char *key, double value)
{
    const unsigned digits = 15;

    sink_text(out->s, key);
    amount_write_digits(out->s, value, digits);
}

static void write_compared(struct json *out)
{
    static const char *const words[] = {
        [GRAPH_BY_COST] = "cost", [GRAPH_BY_WORK] = "work", [GRAPH_BY_SHARES] = "shares"};
    const struct graph_comparison *both = out->p->both;

    write_string(out, ",\"compared\":{\"by\":", str_of(words[both->by]));
    if (both->by == GRAPH_BY_WORK && *both->work.unit)
        write_string(out, ",\"unit\":", str_of(both->work.unit));
    write_double(out, ",\"divisor\":[", graph_comparison_divisor(both, true));
    write_double(out, ",", graph_comparison_divisor(both, false));
    sink_text(out->s, "]}");
}

static void write_change(struct json *out, const char *key, struct graph_costs costs)
{
    write_double(out, key, graph_comparison_change(out->p->both, costs));
}

static void write_head(struct json *out)
{
    const struct graph *g = out->p->graph;

    sink_text(out->s, "{\"format\":\"callgraph-json\",\"version\":1,\"estimated\":");
    sink_text(out->s, g->estimated ? "true" : "false");
    sink_text(out->s, ",\"measures\":[");
    for (size_t c = 0; c < g->n_measures; c++) {
        const struct graph_measure *m = &g->measures[c];
        write_string(out, c ? ",\n{\"name\":" : "\n{\"name\":", graph_text(g, m->name));
        write_string(out, ",\"unit\":", m->unit ? graph_text(g, m->unit) : STR("samples"));
        write_number(out, ",\"total\":", m->whole, m->scale);
        sink_byte(out->s, '}');
    }
    sink_text(out->s, "\n],\"measure\":");
    sink_u64(out->s, (uint64_t)(out->p->view->m - g->measures));
    if (!out->p->before)
        return;
    sink_text(out->s, ",\"before\":");
    sink_u64(out->s, (uint64_t)(out->p->before - g->measures));
    if (out->p->both)
        write_compared(out);
}

static void write_tiers(struct json *out, struct str name)
{
    const unsigned digits = 6;
    struct tier_shares shares;

    if (!out->p->tiers || !tiers_changed(out->p->tiers, name, &shares))
        return;
    for (unsigned side = 0; side < SIDES; side++) {
        const char *before = "";
        sink_text(out->s, side == SIDE_BEFORE ? ",\"tiers\":{\"before\":{" : "},\"after\":{");
        for (unsigned i = 0; i < TIER_COUNT; i++) {
            if (shares.share[side][i] <= 0)
                continue;
            write_string(out, before, str_of(tier_word((enum tier)i)));
            sink_byte(out->s, ':');
            sink_short(out->s, shares.share[side][i], digits);
            before = ",";
        }
    }
    sink_text(out->s, "}}");
}

static void write_function(struct json *out, uint32_t function)
{
    const struct graph_measure *m = out->p->view->m;
    const struct graph_function *f = &out->p->graph->functions[function];

    sink_text(out->s, out->id[function] ? ",\n{\"id\":" : "\n{\"id\":");
    sink_u64(out->s, out->id[function]);
    write_string(out, ",\"name\":", graph_text(out->p->graph, f->name));
    write_known(out, ",\"module\":", f->module);
    write_known(out, ",\"file\":", f->file);
    if (f->twin)
        write_number(out, ",\"twin\":", f->twin, 0);
    write_string(out, ",\"kind\":", str_of(kind_word(f->kind)));
    if (f->counted)
        write_number(out, ",\"calls\":", f->called, 0);
    if (f->counted && out->p->graph->called_before)
        write_number(out, ",\"calls_before\":", out->p->graph->called_before[function], 0);
    if (f->cycle)
        write_number(out, ",\"cycle\":", f->cycle, 0);
    if (f->bound)
        sink_text(out->s, ",\"at_most\":true");
    write_values(out, ",\"self\":", SELF, function);
    write_values(out, ",\"total\":", TOTAL, function);
    write_share(out, ",\"self_share\":", m->self[function], m->sum);
    write_share(out, ",\"share\":", m->total[function], m->whole);
    if (out->p->both) {
        write_change(out, ",\"self_change\":", graph_comparison_self(out->p->both, function));
        write_change(out, ",\"change\":", graph_comparison_total(out->p->both, function));
    }
    write_tiers(out, graph_text(out->p->graph, f->name));
    sink_byte(out->s, '}');
}

static void write_ends(struct json *out, const char *before, uint32_t caller, uint32_t callee)
{
    sink_text(out->s, before);
    sink_text(out->s, "\n{\"caller\":");
    sink_u64(out->s, out->id[caller]);
    sink_text(out->s, ",\"callee\":");
    sink_u64(out->s, out->id[callee]);
}

static void write_edge(struct json *out, const char *before, uint32_t edge)
{
    const struct graph_measure *m = out->p->view->m;
    const struct graph *g = out->p->graph;
    const struct graph_edge *e = &g->edges[edge];

    write_ends(out, before, e->caller, e->callee);
    if (e->calls)
        write_number(out, ",\"calls\":", e->calls, 0);
    if (g->calls_before && g->calls_before[edge])
        write_number(out, ",\"calls_before\":", g->calls_before[edge], 0);
    write_values(out, ",\"weight\":", WEIGHT, edge);
    write_share(out, ",\"share\":", m->weight[edge], m->whole);
    write_share(out, ",\"of_caller\":", m->weight[edge], m->total[e->caller]);
    if (out->p->both)
        write_change(out, ",\"change\":", graph_comparison_edge(out->p->both, edge));
    sink_text(out->s, m->known && !m->known[edge] ? ",\"guess\":true}" : "}");
}

static void write_residual(struct json *out, const char *before, uint32_t residual)
{
    const struct graph_measure *m = out->p->view->m;
    const struct graph_residual *r = &out->p->view->residuals[residual];

    write_ends(out, before, r->caller, r->callee);
    write_number(out, ",\"weight\":", r->weight, m->scale);
    if (out->p->before)
        write_number(out, ",\"weight_before\":", r->before, m->scale);
    write_share(out, ",\"share\":", r->weight, m->whole);
    if (out->p->both)
        write_change(out, ",\"change\":", graph_comparison_residual(r));
    sink_byte(out->s, '}');
}

static void write_all(struct json *out)
{
    const struct graph_view *v = out->p->view;
    const char *before = "";
    uint32_t n = 0;

    write_head(out);
    sink_text(out->s, ",\"functions\":[");
    for (uint32_t i = 0; i < v->g->n_functions; i++)
        if (v->shown[i]) {
            out->id[i] = n++;
            write_function(out, i);
        }
    sink_text(out->s, "\n],\"edges\":[");
    for (uint32_t i = 0; i < v->g->n_edges; i++)
        if (v->edge_shown[i]) {
            write_edge(out, before, i);
            before = ",";
        }
    sink_text(out->s, "\n],\"residuals\":[");
    for (uint32_t i = 0; i < v->n_residuals; i++)
        write_residual(out, i ? "," : "", i);
    sink_text(out->s, "\n],\"hot_path\":[");
    for (uint32_t i = 0; i < v->n_hot; i++) {
        sink_text(out->s, i ? "," : "");
        sink_u64(out->s, out->id[v->hot[i]]);
    }
    sink_text(out->s, "]}\n");
}

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    uint32_t n = picture->graph->n_functions;
    struct json out = {.p = picture, .s = sink, .id = mem_alloc(n, sizeof *out.id)};

    (void)f;
    write_all(&out);
    mem_free(out.id, n, sizeof *out.id);
    return true;
}

static const char *const endings[] = {"json", NULL};

const struct graph_format output_graph_json = {
    .name = "json",
    .about = "functions, calls and the hot path as JSON, one per line",
    .endings = endings,
    .write = write,
    .whole = true,
    .both = true,
};
