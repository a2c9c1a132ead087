/* Sums by labels:
 *
 *   total  total %  page  level
 *   1,200    80.00  4K    L1
 *     300    20.00  2M    L3
 */
#include "render/flame/by_table.h"

#include "base/mem.h"
#include "render/common/terminal_text.h"
#include "render/common/text.h"
#include "render/flame/number_column.h"

/* In a window there are a head, a blank line, the sum, how to see the rest, and the next command.
 */
enum {
    PERCENT_CELLS = 7,
    GAP = 2,
    CELLS_MOST = 60,
    CELLS_LEAST = 12,
    LINES_OTHER = 5,
    ROWS_LEAST = 3
};

/* A combination of values: the stack of their frames. */
struct value_row {
    stack_id stack;
    uint32_t place; /* in the order of the values */
    uint64_t total;
};

/* A stack that is to be looked at, and its depth. */
struct visit {
    stack_id stack;
    size_t depth;
};

struct by_table {
    const struct picture *picture;
    struct sink *s;
    size_t n_keys;
    size_t *cells;     /* by key: the width of its column, */
    size_t cells_most; /* and the most of one */
    struct value_row *rows;
    size_t room;
    uint32_t n, n_shown;
    struct number_column total;
    struct buf clean, fitted;
};

static int compare(const void *a, const void *b)
{
    const struct value_row *x = a;
    const struct value_row *y = b;

    if (x->total != y->total)
        return x->total > y->total ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Callees are listed by name, so the walk meets combinations in the order of their values. */
static void find_rows(struct by_table *out)
{
    const struct tree *t = out->picture->tree;
    struct visit *visits = NULL;
    size_t room = 0, n = 1;

    visits = mem_grow(visits, &room, 1, sizeof *visits);
    while (n) {
        struct visit v = visits[--n];
        uint32_t n_callees = 0;
        if (v.depth == out->n_keys) {
            out->rows = mem_grow(out->rows, &out->room, (size_t)out->n + 1, sizeof *out->rows);
            out->rows[out->n] = (struct value_row){v.stack, out->n, t->total[v.stack]};
            out->n++;
            continue;
        }
        const stack_id *callees = tree_callees(t, v.stack, &n_callees);
        visits = mem_grow(visits, &room, n + n_callees, sizeof *visits);
        for (uint32_t i = n_callees; i > 0; i--)
            visits[n++] = (struct visit){callees[i - 1], v.depth + 1};
    }
    mem_free(visits, room, sizeof *visits);
    if (out->n)
        qsort(out->rows, out->n, sizeof *out->rows, compare);
}

/* Lends the value of a label of a row, as it is shown, until the next call. */
static struct str value_of(struct by_table *out, const struct value_row *row, size_t key)
{
    const struct tree *t = out->picture->tree;
    stack_id stack = row->stack;

    for (size_t i = out->n_keys - 1; i > key; i--)
        stack = t->profile->stacks.rows[stack].caller;
    out->clean.n = out->fitted.n = 0;
    text_clean_name(tree_name(t, stack), &out->clean);
    text_fit(buf_str(&out->clean), out->cells_most,
             out->picture->style->columns ? TEXT_CUT_MIDDLE : TEXT_CUT_RIGHT, &out->fitted);
    return buf_str(&out->fitted);
}

/* Of rows that were not asked for, as many are shown as a window holds. */
static uint32_t shown(const struct by_table *out)
{
    const struct style *style = out->picture->style;
    size_t most = style->rows_given ? style->rows : style->lines;

    if (!style->rows_given && most)
        most = most > LINES_OTHER + ROWS_LEAST ? most - LINES_OTHER : ROWS_LEAST;
    return most && most < out->n ? (uint32_t)most : out->n;
}

/* On a terminal columns share its width. */
static size_t most_of_column(const struct by_table *out)
{
    size_t columns = out->picture->style->columns;
    size_t used = number_column_cells(&out->total) + GAP + PERCENT_CELLS + out->n_keys * GAP;
    size_t each = out->n_keys && columns > used ? (columns - used) / out->n_keys : 0;

    if (out->picture->style->wide)
        return SIZE_MAX;
    if (!columns || each > CELLS_MOST)
        return CELLS_MOST;
    return each > CELLS_LEAST ? each : CELLS_LEAST;
}

static void measure(struct by_table *out)
{
    struct str rest = out->picture->style->by;
    struct str key;

    for (size_t i = 0; i < out->n_keys && take_field(&rest, ',', &key); i++)
        out->cells[i] = text_cells(key);
    for (uint32_t r = 0; r < out->n_shown; r++)
        number_column_measure(&out->total, out->rows[r].total);
    out->cells_most = most_of_column(out);
    for (uint32_t r = 0; r < out->n_shown; r++) {
        for (size_t i = 0; i < out->n_keys; i++) {
            size_t cells = text_cells(value_of(out, &out->rows[r], i));
            out->cells[i] = cells > out->cells[i] ? cells : out->cells[i];
        }
    }
}

/* The last column is not padded. */
static void write_cell(struct by_table *out, size_t key, struct str text)
{
    number_column_pad(out->s, 0, GAP);
    sink_str(out->s, text);
    if (key + 1 < out->n_keys)
        number_column_pad(out->s, text_cells(text), out->cells[key]);
}

static void write_head(struct by_table *out)
{
    const bool coloured = out->picture->style->coloured;
    struct str rest = out->picture->style->by;
    struct str key;

    if (coloured)
        sink_ink(out->s, INK_FAINT);
    number_column_pad(out->s, strlen("total"), number_column_cells(&out->total));
    sink_text(out->s, "total  total %");
    for (size_t i = 0; i < out->n_keys && take_field(&rest, ',', &key); i++) {
        out->clean.n = 0;
        text_clean_name(key, &out->clean);
        write_cell(out, i, buf_str(&out->clean));
    }
    if (coloured)
        sink_ink(out->s, INK_PLAIN);
    sink_byte(out->s, '\n');
}

static void write_row(struct by_table *out, const struct value_row *row)
{
    number_column_write(&out->total, out->s, row->total);
    number_column_pad(out->s, 0, GAP);
    number_column_percent(&out->total, out->s, row->total, PERCENT_CELLS);
    for (size_t i = 0; i < out->n_keys; i++)
        write_cell(out, i, value_of(out, row, i));
    sink_byte(out->s, '\n');
}

/* "20 of 132 rows, 75,160 samples" */
static void write_foot(struct by_table *out)
{
    sink_byte(out->s, '\n');
    if (out->n_shown < out->n) {
        sink_grouped(out->s, out->n_shown, 0);
        sink_text(out->s, " of ");
    }
    sink_grouped(out->s, out->n, 0);
    sink_text(out->s, out->n == 1 ? " row, " : " rows, ");
    number_column_total(&out->total, out->s);
    sink_byte(out->s, '\n');
    if (out->n_shown < out->n && out->picture->style->lines)
        terminal_text_write_rest(out->s, "table", out->picture->style->coloured);
}

void by_table(struct sink *s, const struct picture *picture)
{
    struct by_table out = {.picture = picture, .s = s, .n_keys = 1};

    for (size_t i = 0; i < picture->style->by.n; i++)
        out.n_keys += picture->style->by.p[i] == ',';
    out.cells = mem_alloc(out.n_keys, sizeof *out.cells);
    number_column_init(&out.total, picture, strlen("total"));
    tree_list_callees(picture->tree, 0);
    find_rows(&out);
    out.n_shown = shown(&out);
    measure(&out);
    write_head(&out);
    for (uint32_t i = 0; i < out.n_shown; i++)
        write_row(&out, &out.rows[i]);
    write_foot(&out);
    mem_free(out.cells, out.n_keys, sizeof *out.cells);
    mem_free(out.rows, out.room, sizeof *out.rows);
    number_column_free(&out.total);
    buf_free(&out.clean);
    buf_free(&out.fitted);
}
