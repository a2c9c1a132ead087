/* A table of the functions of a call graph, for a terminal, followed by the hot path:
 *
 *     self  self %   total  total %  calls  function  module
 *   23,450   31.20  75,160   100.00      1  main      a.out
 *
 * With --compare, the shares in both profiles and their difference, in points:
 *
 *   self 1  self 2   diff  total 1  total 2  diff  function  module
 *    31.20   30.00  -1.20   100.00   100.00  0.00  main      a.out
 *
 * With --before, what is compared and its change:
 *
 *   self before   after  change  total before   after  change  function  module
 *        23,450  22,100  -1,350        75,160  73,810  -1,350  main      a.out
 *
 * and, where runtimes tell it, how a function was compiled.
 */
#include "render/graph/table.h"

#include "base/mem.h"
#include "render/common/terminal_text.h"
#include "render/graph/comparison.h"

/* The module goes last: it may tell two functions of one name apart. */
static const struct grid_column columns_of_one[] = {
    {.head = "self"},
    {.head = "self %"},
    {.head = "total"},
    {.head = "total %"},
    {.head = "calls", .spare = 2},
    {.head = "function", .text = true},
    {.head = "module", .text = true, .spare = 1},
};

static const struct grid_column columns_of_two[] = {
    {.head = "self 1"},
    {.head = "self 2"},
    {.head = "diff"},
    {.head = "total 1"},
    {.head = "total 2"},
    {.head = "diff"},
    {.head = "function", .text = true},
    {.head = "module", .text = true, .spare = 1},
};

static const struct grid_column columns_of_change[] = {
    {.head = "self before"},
    {.head = "after"},
    {.head = "change"},
    {.head = "total before"},
    {.head = "after"},
    {.head = "change"},
    {.head = "compiled", .text = true, .whole = true, .spare = 3},
    {.head = "function", .text = true},
    {.head = "module", .text = true, .spare = 1},
};

enum { SELF_COLUMNS = 0, TOTAL_COLUMNS = 3, SIDE_COLUMNS = 3 };

enum {
    N_OF_ONE = sizeof columns_of_one / sizeof columns_of_one[0],
    N_OF_TWO = sizeof columns_of_two / sizeof columns_of_two[0],
    N_OF_CHANGE = sizeof columns_of_change / sizeof columns_of_change[0],
};

/* In a window: head, blank line, sum, how to see the rest, the next command. */
enum { LINES_OTHER = 5, ROWS_LEAST = 3 };

static void add_calls(struct graph_table *t, uint32_t function)
{
    const struct graph_function *f = &t->p->graph->functions[function];

    if (f->counted)
        sink_grouped(&t->grid.cell, f->called, 0);
    grid_next(&t->grid);
}

static void add_tiers(struct graph_table *t, uint32_t function)
{
    if (!t->p->both)
        return;
    graph_comparison_tiers(t->p, function, &t->grid.cell);
    grid_next(&t->grid);
}

static void add_function(struct graph_table *t, uint32_t function)
{
    const struct graph_measure *m = t->p->view->m;
    const struct graph_measure *before = t->p->before;

    if (before) {
        graph_table_both(t, before->self[function], m->self[function], true);
        graph_table_both(t, before->total[function], m->total[function], false);
        add_tiers(t, function);
    } else {
        graph_table_amount(t, m->self[function]);
        graph_table_percent(t, m->self[function], graph_table_base(m, true));
        graph_table_amount(t, m->total[function]);
        graph_table_percent(t, m->total[function], graph_table_base(m, false));
        add_calls(t, function);
    }
    graph_table_name(t, function);
    graph_table_module(t, function);
}

/* Sorts by self, then total, or the other way round; with two profiles by their difference. */
static struct graph_table_row row_of(const struct graph_picture *p, uint32_t function)
{
    uint64_t self = p->view->m->self[function];
    uint64_t total = p->view->m->total[function];

    if (p->before) {
        self = graph_table_difference(p, p->before->self[function], self, true);
        total = graph_table_difference(p, p->before->total[function], total, false);
    }
    if (p->style->by_total)
        return (struct graph_table_row){total, self, function};
    return (struct graph_table_row){self, total, function};
}

/* Returns how many functions of the hot path are shown: in a window its end, on a third of it. */
static uint32_t hot_shown(const struct graph_table *t)
{
    const struct graph_style *style = t->p->style;
    uint32_t n = t->p->view->n_hot;
    size_t most = style->height / 3;

    return style->rows_given || !style->height || n <= most ? n : (uint32_t)most;
}

/* Returns how many functions may be shown, 0: all; in a window, what it has lines for next to the
 * hot path. */
static size_t rows_most(const struct graph_table *t)
{
    const struct graph_style *style = t->p->style;
    size_t hot = hot_shown(t);
    size_t others = LINES_OTHER + (hot ? hot + 2 : 0);

    if (style->rows_given || !style->height)
        return style->rows;
    return style->height > others + ROWS_LEAST ? style->height - others : ROWS_LEAST;
}

static size_t add_functions(struct graph_table *t)
{
    const struct graph_view *v = t->p->view;
    struct graph_table_row *rows = mem_alloc(v->g->n_functions, sizeof *rows);
    size_t n = 0;

    for (uint32_t i = 0; i < v->g->n_functions; i++)
        if (v->shown[i])
            rows[n++] = row_of(t->p, i);
    graph_table_sort(rows, n);
    size_t most = rows_most(t);
    if (most && most < n)
        n = most;
    for (size_t i = 0; i < n; i++)
        add_function(t, rows[i].number);
    mem_free(rows, v->g->n_functions, sizeof *rows);
    return n;
}

/* "20 of 132 functions, 75,160 samples" */
static void write_foot(struct graph_table *t, size_t n)
{
    struct sink *to = t->s;
    struct sink text;
    struct sink *s = &text;
    uint32_t all = t->p->graph->n_met;

    sink_open_buf(s);
    t->s = s;
    if (n < all) {
        sink_grouped(s, n, 0);
        sink_text(s, " of ");
    }
    sink_grouped(s, all, 0);
    sink_text(s, all == 1 ? " function" : " functions");
    sink_text(s, t->p->before ? "; " : ", ");
    graph_table_whole(t);
    grid_write_left_out(&t->grid, s);
    t->s = to;
    sink_byte(to, '\n');
    terminal_text_write_wrapped(to, buf_str(&text.buf), t->p->style->columns);
    sink_discard(&text);
    if (n < all && t->p->style->height && !t->p->style->rows_given)
        terminal_text_write_rest(to, "table", false);
}

/* What the table is not sorted by may go. */
static void start_changes(struct graph_table *t)
{
    const size_t other = t->p->style->by_total ? SELF_COLUMNS : TOTAL_COLUMNS;

    grid_init(&t->grid, columns_of_change, N_OF_CHANGE);
    for (size_t i = 0; i < SIDE_COLUMNS; i++)
        t->grid.columns[other + i].spare = 2;
}

static void write_functions(struct graph_table *t)
{
    const struct graph_view *v = t->p->view;

    if (t->p->both)
        start_changes(t);
    else if (t->p->before)
        grid_init(&t->grid, columns_of_two, N_OF_TWO);
    else
        grid_init(&t->grid, columns_of_one, N_OF_ONE);
    size_t n = add_functions(t);
    uint32_t n_hot = hot_shown(t);
    for (uint32_t i = v->n_hot - n_hot; i < v->n_hot; i++)
        add_function(t, v->hot[i]);
    grid_fit(&t->grid, t->p->style->columns, GRAPH_TABLE_MODULE);
    grid_write_head(&t->grid, t->s);
    grid_write(&t->grid, t->s, 0, n);
    if (v->n_hot)
        sink_text(t->s, n_hot < v->n_hot ? "\nend of the hot path:\n" : "\nhot path:\n");
    grid_write(&t->grid, t->s, n, grid_rows(&t->grid));
    write_foot(t, n);
    grid_free(&t->grid);
}

static bool write(const struct graph_picture *picture, struct sink *sink, struct fault *f)
{
    struct graph_table t = {.p = picture, .s = sink};
    bool ok = true;

    if (picture->n_reports)
        ok = graph_table_reports(&t, f);
    else
        write_functions(&t);
    buf_free(&t.clean);
    buf_free(&t.name);
    return ok;
}

static const char *const endings[] = {"table", "txt", NULL};

const struct graph_format output_graph_table = {
    .name = "table",
    .about = "functions by self and total, aligned for a terminal",
    .endings = endings,
    .write = write,
    .whole = true,
    .reports = true,
    .both = true,
};
