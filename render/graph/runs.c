/* The box of functions that only pass calls on: "+ 9 calls". */
#include "render/graph/runs.h"

#include "render/common/text.h"
#include "render/graph/names.h"
#include "render/graph/numbers.h"

void graph_run_name(const struct graph_view *v, uint32_t run, struct buf *to)
{
    struct sink s;

    sink_open_buf(&s);
    sink_text(&s, "+ ");
    sink_grouped(&s, v->runs[run].n, 0);
    sink_text(&s, " calls");
    buf_add(to, buf_str(&s.buf));
    sink_discard(&s);
}

static void add_short(const struct graph_picture *p, uint32_t function, struct buf *to)
{
    enum { MOST = 18 };
    struct buf whole = {0};
    struct buf name = {0};

    text_clean_name(graph_text(p->graph, p->graph->functions[function].name), &whole);
    graph_name_strip(buf_str(&whole), &name);
    text_fit(name_without_mark(buf_str(name.n ? &name : &whole)), MOST, TEXT_CUT_SMART, to);
    buf_free(&whole);
    buf_free(&name);
}

void graph_run_ends(const struct graph_picture *p, uint32_t run, struct buf *to)
{
    const struct graph_run *r = &p->view->runs[run];
    const uint32_t *functions = p->view->in_runs + r->first;

    struct buf last = {0};
    size_t from = to->n;

    add_short(p, functions[0], to);
    add_short(p, functions[r->n - 1], &last);
    bool alike = str_equal(str_from_to(buf_str(to), from, to->n), buf_str(&last));
    if (to->n > from && last.n && !alike)
        buf_add(to, STR(" \xE2\x80\xA6 "));
    if (!alike)
        buf_add(to, buf_str(&last));
    buf_free(&last);
}

uint64_t graph_run_self(const struct graph_view *v, uint32_t run)
{
    const struct graph_run *r = &v->runs[run];
    uint64_t sum = 0;

    for (uint32_t i = 0; i < r->n; i++) {
        uint64_t self = v->m->self[v->in_runs[r->first + i]];
        sum = self > UINT64_MAX - sum ? UINT64_MAX : sum + self;
    }
    return sum;
}

void graph_run_numbers(const struct graph_picture *p, uint32_t run, struct buf *to)
{
    const struct graph_measure *m = p->view->m;
    uint32_t first = p->view->in_runs[p->view->runs[run].first];

    graph_percent(m, m->total[first], false, to);
    buf_add(to, STR(" ("));
    graph_percent(m, graph_run_self(p->view, run), true, to);
    buf_add(to, STR(")"));
}

void graph_run_tip(const struct graph_view *v, uint32_t run, struct buf *to)
{
    const struct graph_run *r = &v->runs[run];

    for (uint32_t i = 0; i < r->n; i++) {
        uint32_t function = v->in_runs[r->first + i];
        buf_add_byte(to, '\n');
        graph_percent(v->m, v->m->total[function], false, to);
        buf_add_byte(to, ' ');
        graph_function_name(v->g, function, to);
    }
}
