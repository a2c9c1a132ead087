/* Cells and sort order of the text formats of call graphs. */
#include <math.h>
#include <stdlib.h>

#include "render/common/amount.h"
#include "render/graph/comparison.h"
#include "render/graph/names.h"
#include "render/graph/numbers.h"
#include "render/graph/table.h"

uint64_t graph_table_base(const struct graph_measure *m, bool self)
{
    return self ? m->sum : m->whole;
}

void graph_table_write_number(const struct graph_table *t, struct sink *s,
                              const struct graph_measure *m, uint64_t value)
{
    if (value && graph_is_scaled(t->p, m))
        amount_write_rounded(s, (struct decimal){value, m->scale},
                             graph_text(t->p->graph, m->unit));
    else
        sink_grouped(s, value, m->scale);
}

void graph_table_amount(struct graph_table *t, uint64_t value)
{
    graph_table_write_number(t, &t->grid.cell, t->p->view->m, value);
    grid_next(&t->grid);
}

void graph_table_percent(struct graph_table *t, uint64_t value, uint64_t whole)
{
    amount_percent(&t->grid.cell, value, whole);
    grid_next(&t->grid);
}

void graph_table_add_name(struct graph_table *t, uint32_t function, struct buf *to)
{
    buf_clear(&t->clean);
    text_clean_name(graph_text(t->p->graph, t->p->graph->functions[function].name), &t->clean);
    if (t->p->style->strip)
        graph_name_strip(buf_str(&t->clean), to);
    else
        buf_add(to, buf_str(&t->clean));
    graph_add_origin(t->p->graph, function, to);
}

void graph_table_name(struct graph_table *t, uint32_t function)
{
    buf_clear(&t->name);
    graph_table_add_name(t, function, &t->name);
    grid_text(&t->grid, buf_str(&t->name));
}

void graph_table_module(struct graph_table *t, uint32_t function)
{
    const struct graph *g = t->p->graph;

    buf_clear(&t->clean);
    text_clean_name(graph_module_base(graph_text(g, g->functions[function].module)), &t->clean);
    grid_text(&t->grid, buf_str(&t->clean));
}

void graph_table_nothing(struct graph_table *t)
{
    grid_text(&t->grid, STR(""));
}

static double share_of(const struct graph_measure *m, uint64_t value, bool self)
{
    uint64_t base = graph_table_base(m, self);

    return base ? (double)value / (double)base : 0;
}

static double difference(const struct graph_picture *p, uint64_t before, uint64_t after, bool self)
{
    return share_of(p->view->m, after, self) - share_of(p->before, before, self);
}

/* A 0 is shown as "-": the function is new or gone. Self values may be 0 anyway. */
static void change(struct graph_table *t, struct graph_costs costs)
{
    struct buf text = {0};

    for (unsigned after = 0; after < 2; after++) {
        buf_clear(&text);
        if (costs.self || (after ? costs.after : costs.before))
            graph_comparison_amount(t->p, costs, after, &text);
        else
            buf_add_byte(&text, '-');
        grid_text(&t->grid, buf_str(&text));
    }
    buf_clear(&text);
    graph_comparison_signed(t->p, costs, &text);
    grid_text(&t->grid, buf_str(&text));
    buf_free(&text);
}

void graph_table_both(struct graph_table *t, uint64_t before, uint64_t after, bool self)
{
    double points = 100 * difference(t->p, before, after, self);
    const double visible = 0.005;

    if (t->p->both) {
        change(t, (struct graph_costs){before, after, self});
        return;
    }
    if (before || self)
        graph_table_percent(t, before, graph_table_base(t->p->before, self));
    else
        grid_text(&t->grid, STR("-"));
    if (after || self)
        graph_table_percent(t, after, graph_table_base(t->p->view->m, self));
    else
        grid_text(&t->grid, STR("-"));
    sink_text(&t->grid.cell, points >= visible ? "+" : "");
    sink_fixed(&t->grid.cell, points, 2);
    grid_next(&t->grid);
}

uint64_t graph_table_difference(const struct graph_picture *p, uint64_t before, uint64_t after,
                                bool self)
{
    const double fine = 1e15;

    if (p->both) {
        struct graph_costs costs = {before, after, self};
        double part = fabs(graph_comparison_change(p->both, costs)) / p->both->all;
        return (uint64_t)(fmin(part, 1) * fine);
    }
    return (uint64_t)(fabs(difference(p, before, after, self)) * fine);
}

static int compare_rows(const void *a, const void *b)
{
    const struct graph_table_row *x = a;
    const struct graph_table_row *y = b;

    if (x->key != y->key)
        return x->key > y->key ? -1 : 1;
    if (x->then != y->then)
        return x->then > y->then ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

void graph_table_sort(struct graph_table_row *rows, size_t n)
{
    qsort(rows, n, sizeof *rows, compare_rows);
}

static void whole_of(struct graph_table *t, const struct graph_measure *m)
{
    buf_clear(&t->clean);
    if (m->sum && graph_is_scaled(t->p, m)) {
        graph_table_write_number(t, t->s, m, m->sum);
    } else {
        graph_amount(t->p->graph, m, m->sum, &t->clean);
        sink_str(t->s, buf_str(&t->clean));
    }
    if (m->whole != m->sum) {
        sink_text(t->s, ", totals are percent of ");
        graph_table_write_number(t, t->s, m, m->whole);
    }
}

void graph_table_whole(struct graph_table *t)
{
    if (t->p->both) {
        buf_clear(&t->clean);
        graph_comparison_headline(t->p, &t->clean);
        if (t->p->both->by != GRAPH_BY_COST)
            buf_add(&t->clean, STR("; "));
        graph_comparison_note(t->p, &t->clean);
        sink_str(t->s, buf_str(&t->clean));
    } else {
        if (t->p->before) {
            sink_text(t->s, "1: ");
            whole_of(t, t->p->before);
            sink_text(t->s, "; 2: ");
        }
        whole_of(t, t->p->view->m);
    }
    if (t->p->graph->estimated)
        sink_text(t->s, "; totals are estimated from calls");
    if (graph_view_bounds(t->p->view))
        sink_text(t->s, "; totals in cycles are upper bounds");
}
