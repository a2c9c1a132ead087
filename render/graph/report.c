/* Reports about one function of a call graph: its callers, its callees, the places of its time.
 *
 *   callers of read: self 1,200 (4.43%), total 12,345 (45.58%)
 *
 *    total  total %   of it  caller
 *    8,000    29.54   64.80  parse
 *                            main
 *                            (bottom of the stack)
 *                            ---------------------
 *    4,345    16.04   35.20  load
 *
 * A path counts once for every stack that holds it. With two profiles, the shares of both and their
 * difference in points replace the totals; with --before, what is compared and the change.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "model/graph/call_paths.h"
#include "render/common/text.h"
#include "render/graph/comparison.h"
#include "render/graph/table.h"

static const struct grid_column ways_of_one[] = {
    {.head = "total"}, {.head = "total %"}, {.head = "of it"}, {.head = "", .text = true}};
static const struct grid_column ways_of_two[] = {
    {.head = "total 1"}, {.head = "total 2"}, {.head = "diff"}, {.head = "", .text = true}};
static const struct grid_column ways_of_change[] = {
    {.head = "total before"}, {.head = "after"}, {.head = "change"}, {.head = "", .text = true}};
static const struct grid_column places_of_one[] = {
    {.head = "self"},  {.head = "self %"},  {.head = "of it"},
    {.head = "total"}, {.head = "total %"}, {.head = "place", .text = true}};
static const struct grid_column places_of_two[] = {{.head = "self 1"},
                                                   {.head = "self 2"},
                                                   {.head = "diff"},
                                                   {.head = "total 1"},
                                                   {.head = "total 2"},
                                                   {.head = "diff"},
                                                   {.head = "place", .text = true}};

static const struct grid_column places_of_change[] = {
    {.head = "self before"},        {.head = "after"}, {.head = "change"},
    {.head = "total before"},       {.head = "after"}, {.head = "change"},
    {.head = "place", .text = true}};

enum { WAYS_COLUMNS = 4, PLACES_OF_ONE = 6, PLACES_OF_TWO = 7, NUMBERS = 3 };

struct report {
    struct graph_table *t;
    const struct graph_report *asked;
    struct call_paths ways;
    size_t at, before; /* measures */
    struct buf text;
};

static uint64_t weight_of(const struct report *r, uint32_t step, size_t measure)
{
    return r->ways.weights[step * r->ways.n_measures + measure];
}

/* Cells for the weights of a path. */
static void add_weights(struct report *r, uint32_t step)
{
    const struct graph_picture *p = r->t->p;
    const struct graph_measure *m = p->view->m;
    uint64_t weight = weight_of(r, step, r->at);

    if (p->before) {
        graph_table_both(r->t, weight_of(r, step, r->before), weight, false);
        return;
    }
    graph_table_amount(r->t, weight);
    graph_table_percent(r->t, weight, graph_table_base(m, false));
    graph_table_percent(r->t, weight, m->total[r->asked->function]);
}

/* Rows are sorted by weight, or by the difference of weights. */
static struct graph_table_row row_of(const struct report *r, uint32_t step)
{
    const struct graph_picture *p = r->t->p;
    uint64_t weight = weight_of(r, step, r->at);

    if (!p->before)
        return (struct graph_table_row){weight, 0, step};
    uint64_t before = weight_of(r, step, r->before);
    return (struct graph_table_row){graph_table_difference(p, before, weight, false), weight, step};
}

static size_t fewer(const struct report *r, size_t n)
{
    size_t rows = r->t->p->style->rows;

    return rows && rows < n ? rows : n;
}

/* The cell of a step: its function, indented by so many blanks. */
static void add_step(struct report *r, uint32_t step, size_t blanks)
{
    uint32_t function = r->ways.steps[step].b;

    buf_clear(&r->text);
    for (size_t i = 0; i < blanks; i++)
        buf_add_byte(&r->text, ' ');
    if (function == CALL_PATH_BOTTOM)
        buf_add(&r->text, STR("(bottom of the stack)"));
    else
        graph_table_add_name(r->t, function, &r->text);
    if (function == r->asked->function)
        buf_add(&r->text, STR(" (again)"));
    grid_text(&r->t->grid, buf_str(&r->text));
}

static void add_nothing(struct report *r)
{
    for (size_t i = 0; i < NUMBERS; i++)
        graph_table_nothing(r->t);
}

/* The last steps of paths. */
static size_t find_ends(const struct report *r, struct graph_table_row *rows)
{
    bool *followed = mem_alloc((size_t)r->ways.n + 1, sizeof *followed);
    size_t n = 0;

    for (uint32_t i = 0; i < r->ways.n; i++)
        followed[r->ways.steps[i].a] = true;
    for (uint32_t i = 0; i < r->ways.n; i++)
        if (!followed[i + 1])
            rows[n++] = row_of(r, i);
    mem_free(followed, (size_t)r->ways.n + 1, sizeof *followed);
    return n;
}

/* A path in, its steps from the function on; `path` has room for all of them. */
static void add_way(struct report *r, uint32_t end, uint32_t *path)
{
    size_t n = 0;

    for (uint32_t at = end + 1; at; at = r->ways.steps[at - 1].a)
        path[n++] = at - 1;
    add_weights(r, end);
    add_step(r, path[--n], 0);
    while (n > 0) {
        add_nothing(r);
        add_step(r, path[--n], 0);
    }
}

/* Paths of several steps are separated by a line. */
static void add_callers(struct report *r)
{
    struct graph_table_row *rows = mem_alloc(r->ways.n, sizeof *rows);
    uint32_t *path = mem_alloc(r->ways.n, sizeof *path);
    size_t n = find_ends(r, rows);
    size_t shown = fewer(r, n);

    graph_table_sort(rows, n);
    for (size_t i = 0; i < shown; i++) {
        add_way(r, rows[i].number, path);
        if (r->asked->depth > 1 && i + 1 < shown) {
            add_nothing(r);
            grid_text(&r->t->grid, STR("---------------------"));
        }
    }
    mem_free(rows, r->ways.n, sizeof *rows);
    mem_free(path, r->ways.n, sizeof *path);
}

/* Marks the heaviest steps; a step is at least as heavy as what follows it, and precedes it. */
static void choose(const struct report *r, bool *kept)
{
    struct graph_table_row *rows = mem_alloc(r->ways.n, sizeof *rows);

    for (uint32_t i = 0; i < r->ways.n; i++) {
        rows[i] = (struct graph_table_row){.key = weight_of(r, i, r->at), .number = i};
        if (r->t->p->before && weight_of(r, i, r->before) > rows[i].key)
            rows[i].key = weight_of(r, i, r->before);
    }
    graph_table_sort(rows, r->ways.n);
    for (size_t i = 0; i < fewer(r, r->ways.n); i++)
        kept[rows[i].number] = true;
    mem_free(rows, r->ways.n, sizeof *rows);
}

/* The next steps after each step, linked in the order of rows. */
struct followers {
    uint32_t *first, *next; /* 1 + a step; first by 1 + the step before */
};

static void link_steps(const struct report *r, struct followers *f, const bool *kept)
{
    struct graph_table_row *rows = mem_alloc(r->ways.n, sizeof *rows);

    for (uint32_t i = 0; i < r->ways.n; i++)
        rows[i] = row_of(r, i);
    graph_table_sort(rows, r->ways.n);
    for (size_t i = r->ways.n; i > 0; i--) {
        uint32_t step = rows[i - 1].number;
        uint32_t before = r->ways.steps[step].a;
        if (!kept[step])
            continue;
        f->next[step] = f->first[before];
        f->first[before] = step + 1;
    }
    mem_free(rows, r->ways.n, sizeof *rows);
}

/* A tree below the function; each step is indented by two blanks more than the one before. */
static void add_callees(struct report *r)
{
    size_t n = (size_t)r->ways.n + 1;
    bool *kept = mem_alloc(n, sizeof *kept);
    struct followers f = {mem_alloc(n, sizeof *f.first), mem_alloc(n, sizeof *f.next)};
    size_t blanks = 0;

    choose(r, kept);
    link_steps(r, &f, kept);
    for (uint32_t at = f.first[0]; at;) {
        add_weights(r, at - 1);
        add_step(r, at - 1, blanks);
        if (f.first[at]) {
            at = f.first[at];
            blanks += 2;
            continue;
        }
        while (at && !f.next[at - 1]) {
            at = r->ways.steps[at - 1].a;
            blanks -= at ? 2 : 0;
        }
        at = at ? f.next[at - 1] : 0;
    }
    mem_free(kept, n, sizeof *kept);
    mem_free(f.first, n, sizeof *f.first);
    mem_free(f.next, n, sizeof *f.next);
}

/* "work.c:12", "line 12" */
static void add_line(struct report *r, const struct graph_place *place)
{
    struct str file = path_base_name(graph_text(r->t->p->graph, place->file));
    char number[16];

    snprintf(number, sizeof number, "%" PRIu32, place->line);
    buf_clear(&r->t->clean);
    text_clean_name(file.n ? file : STR("line"), &r->t->clean);
    buf_add(&r->text, buf_str(&r->t->clean));
    buf_add_byte(&r->text, file.n ? ':' : ' ');
    buf_add(&r->text, str_of(number));
}

/* "0x42f, work.c:12"; from the beginning of the function "+0x12" */
static void add_place(struct report *r, const struct graph_place *place)
{
    bool in_function = place->offset_kind == OFFSET_IN_FUNCTION;
    bool has_offset = place->offset || in_function;
    char offset[32];

    buf_clear(&r->text);
    if (has_offset) {
        snprintf(offset, sizeof offset, "%s0x%" PRIx64, in_function ? "+" : "", place->offset);
        buf_add(&r->text, str_of(offset));
    }
    if (place->line) {
        buf_add(&r->text, has_offset ? STR(", ") : STR(""));
        add_line(r, place);
    }
    if (!r->text.n)
        buf_add(&r->text, STR("(not known)"));
    grid_text(&r->t->grid, buf_str(&r->text));
}

/* Without stacks the total of a place is not known. */
static void add_place_total(struct report *r, uint64_t total)
{
    const struct graph *g = r->t->p->graph;

    if (g->profile->calls.share != CALLS_NOT_SHARED) {
        graph_table_nothing(r->t);
        graph_table_nothing(r->t);
        return;
    }
    graph_table_amount(r->t, total);
    graph_table_percent(r->t, total, graph_table_base(r->t->p->view->m, false));
}

/* The same for both profiles. */
static void add_place_totals(struct report *r, const uint64_t *total)
{
    const struct graph *g = r->t->p->graph;

    if (g->profile->calls.share == CALLS_NOT_SHARED)
        graph_table_both(r->t, total[r->before], total[r->at], false);
    else
        add_nothing(r);
}

static void add_place_row(struct report *r, const struct graph_places *places, uint32_t place)
{
    const struct graph_measure *m = r->t->p->view->m;
    const uint64_t *self = &places->self[place * places->n_measures];
    const uint64_t *total = &places->total[place * places->n_measures];

    if (r->t->p->before) {
        graph_table_both(r->t, self[r->before], self[r->at], true);
        add_place_totals(r, total);
    } else {
        graph_table_amount(r->t, self[r->at]);
        graph_table_percent(r->t, self[r->at], graph_table_base(m, true));
        graph_table_percent(r->t, self[r->at], m->self[r->asked->function]);
        add_place_total(r, total[r->at]);
    }
    add_place(r, &places->rows[place]);
}

static void add_places(struct report *r)
{
    const struct graph_picture *p = r->t->p;
    struct graph_places places;

    graph_places_build(&places, p->graph, r->asked->function);
    struct graph_table_row *rows = mem_alloc(places.n, sizeof *rows);
    for (uint32_t i = 0; i < places.n; i++) {
        const uint64_t *self = places.self + i * places.n_measures;
        const uint64_t *total = places.total + i * places.n_measures;
        rows[i] = (struct graph_table_row){self[r->at], total[r->at], i};
        if (p->before) {
            rows[i].key = graph_table_difference(p, self[r->before], self[r->at], true);
            rows[i].then = graph_table_difference(p, total[r->before], total[r->at], false);
        }
        if (p->style->by_total)
            rows[i] = (struct graph_table_row){rows[i].then, rows[i].key, i};
    }
    graph_table_sort(rows, places.n);
    for (size_t i = 0; i < fewer(r, places.n); i++)
        add_place_row(r, &places, rows[i].number);
    mem_free(rows, places.n, sizeof *rows);
    graph_places_free(&places);
}

static void write_share(struct graph_table *t, const struct graph_measure *m, uint64_t value,
                        bool self)
{
    uint64_t base = graph_table_base(m, self);
    struct sink *s = t->s;

    graph_table_write_number(t, s, m, value);
    sink_text(s, " (");
    sink_fixed(s, base ? 100 * ((double)value / (double)base) : 0, 2);
    sink_text(s, "%)");
}

/* ": self 1,200 -> 900 samples, ..., total ..." with an arrow. */
static void write_change(struct report *r)
{
    const struct graph_picture *p = r->t->p;
    const struct graph_costs costs[] = {graph_comparison_self(p->both, r->asked->function),
                                        graph_comparison_total(p->both, r->asked->function)};

    for (unsigned i = 0; i < 2; i++) {
        buf_clear(&r->text);
        buf_add(&r->text, i ? STR("; total ") : STR(": self "));
        graph_comparison_amounts(p, costs[i], &r->text);
        graph_comparison_unit(p, &r->text);
        buf_add(&r->text, STR(", "));
        graph_comparison_difference(p, costs[i], &r->text);
        struct str text = buf_str(&r->text);
        text.n -= str_ends(text, STR(", ")) ? 2 : 0;
        sink_str(r->t->s, text);
    }
}

/* "callers of read: self 1,200 (4.43%), total 12,345 (45.58%)" */
static void write_title(struct report *r)
{
    static const char *const words[GRAPH_REPORTS] = {
        [GRAPH_CALLERS] = "callers of ", [GRAPH_CALLEES] = "callees of ", [GRAPH_PLACES] = ""};
    const struct graph_picture *p = r->t->p;
    const struct graph_measure *const both[] = {p->before, p->view->m};
    struct sink *s = r->t->s;

    sink_text(s, words[r->asked->kind]);
    buf_clear(&r->text);
    graph_table_add_name(r->t, r->asked->function, &r->text);
    sink_str(s, buf_str(&r->text));
    if (p->both) {
        write_change(r);
        sink_text(s, "\n\n");
        return;
    }
    for (size_t i = p->before ? 0 : 1; i < 2; i++) {
        sink_text(s, !p->before ? ": self " : i ? "; 2: self " : ": 1: self ");
        write_share(r->t, both[i], both[i]->self[r->asked->function], true);
        sink_text(s, ", total ");
        write_share(r->t, both[i], both[i]->total[r->asked->function], false);
    }
    sink_text(s, "\n\n");
}

static bool add_ways(struct report *r, struct fault *f)
{
    const struct graph_picture *p = r->t->p;
    bool callers = r->asked->kind == GRAPH_CALLERS;
    uint64_t limit = p->limits->nodes;
    uint32_t most = limit < UINT32_MAX - 2 ? (uint32_t)limit : UINT32_MAX - 2;

    grid_init(&r->t->grid,
              p->both     ? ways_of_change
              : p->before ? ways_of_two
                          : ways_of_one,
              WAYS_COLUMNS);
    r->t->grid.columns[NUMBERS].head = callers ? "caller" : "callee";
    bool all = (callers ? call_paths_in : call_paths_out)(&r->ways, p->graph, r->asked->function,
                                                          r->asked->depth, most);
    if (all)
        (callers ? add_callers : add_callees)(r);
    call_paths_free(&r->ways);
    return all || limits_reached(f, callers ? "--callers" : "--callees", "nodes", most);
}

static void add_all_places(struct report *r)
{
    const struct graph_picture *p = r->t->p;

    if (p->before)
        grid_init(&r->t->grid, p->both ? places_of_change : places_of_two, PLACES_OF_TWO);
    else
        grid_init(&r->t->grid, places_of_one, PLACES_OF_ONE);
    add_places(r);
}

static bool write_report(struct graph_table *t, const struct graph_report *asked, struct fault *f)
{
    const struct graph_picture *p = t->p;
    struct report r = {.t = t, .asked = asked, .at = (size_t)(p->view->m - p->graph->measures)};
    bool ok = true;

    if (p->before)
        r.before = (size_t)(p->before - p->graph->measures);
    write_title(&r);
    if (asked->kind == GRAPH_PLACES)
        add_all_places(&r);
    else
        ok = add_ways(&r, f);
    grid_fit(&t->grid, p->style->columns, 0);
    if (grid_rows(&t->grid))
        grid_write_head(&t->grid, t->s);
    else
        sink_text(t->s, "none\n");
    grid_write(&t->grid, t->s, 0, grid_rows(&t->grid));
    sink_byte(t->s, '\n');
    grid_free(&t->grid);
    buf_free(&r.text);
    return ok;
}

bool graph_table_reports(struct graph_table *t, struct fault *f)
{
    struct sink *to = t->s;
    struct sink waiting; /* a later report may fail, and then nothing is to be written */
    bool ok = true;

    sink_open_buf(&waiting);
    t->s = &waiting;
    for (size_t i = 0; ok && i < t->p->n_reports; i++)
        ok = write_report(t, &t->p->reports[i], f);
    if (ok) {
        graph_table_whole(t);
        sink_byte(t->s, '\n');
        sink_str(to, buf_str(&waiting.buf));
    }
    sink_discard(&waiting);
    t->s = to;
    return ok;
}
