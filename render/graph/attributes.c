/* All that is known about a function, to explain its label:
 *
 *   read_[k]
 *     module: vmlinux
 *     kind: kernel
 *     self: 15.5 samples (83.78%)
 *     total: 15.5 samples (83.78%)
 *     callee: copy, 8 samples (43.24%)
 */
#include "render/common/amount.h"
#include "render/common/text.h"
#include "render/graph/numbers.h"
#include "render/graph/picture.h"

/* A line, with its value if there is one. */
static void add(struct buf *to, const char *key, struct str value)
{
    if (!value.n)
        return;
    buf_add(to, STR("\n  "));
    buf_add(to, str_of(key));
    buf_add(to, STR(": "));
    text_clean(value, to);
}

static void add_count(struct buf *to, const char *key, uint64_t n)
{
    struct sink s;

    sink_open_buf(&s);
    sink_grouped(&s, n, 0);
    add(to, key, buf_str(&s.buf));
    sink_discard(&s);
}

/* "15.5 samples (83.78%)", with the unit of the measure. */
static void add_amount(struct buf *to, const struct graph *g, const struct graph_measure *m,
                       uint64_t value, uint64_t whole)
{
    struct sink s;

    graph_amount(g, m, value, to);
    sink_open_buf(&s);
    sink_text(&s, " (");
    amount_percent(&s, value, whole);
    sink_text(&s, "%)");
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

static void add_callee(struct buf *to, const struct graph_view *v, uint32_t edge)
{
    buf_add(to, STR("\n  callee: "));
    graph_function_name(v->g, v->g->edges[edge].callee, to);
    buf_add(to, STR(", "));
    add_amount(to, v->g, v->m, v->m->weight[edge], v->m->whole);
}

void graph_attributes(const struct graph_view *v, uint32_t function, struct buf *to)
{
    const struct graph *g = v->g;
    const struct graph_function *f = &g->functions[function];
    uint32_t from;
    uint32_t end;

    graph_function_name(g, function, to);
    add(to, "module", graph_text(g, f->module));
    add(to, "file", graph_text(g, f->file));
    if (f->kind != KIND_UNKNOWN)
        add(to, "kind", str_of(kind_word(f->kind)));
    if (f->counted)
        add_count(to, "calls", f->called);
    if (f->cycle)
        add_count(to, "cycle", f->cycle);
    for (size_t c = 0; c < g->n_measures; c++) {
        const struct graph_measure *m = &g->measures[c];
        bool before = m == v->before;
        buf_add(to, before ? STR("\n  self before: ") : STR("\n  self: "));
        add_amount(to, g, m, m->self[function], m->sum);
        buf_add(to, before ? STR("\n  total before: ") : STR("\n  total: "));
        add_amount(to, g, m, m->total[function], m->whole);
    }
    graph_edges_of(g, function, &from, &end);
    for (uint32_t i = from; i < end; i++)
        if (v->edge_shown[i])
            add_callee(to, v, i);
    buf_add_byte(to, '\n');
}
