/* Columns as wide as their widest cell: all cells are kept until the last is known. */
#include "render/common/grid.h"

#include "base/mem.h"
#include "render/common/amount.h"

enum { GAP = 2, TEXT_LEAST = 20, OTHERS_LEAST = 12, TEXT_PADDED_MOST = 48 };

void grid_init(struct grid *g, const struct grid_column *columns, size_t n)
{
    *g = (struct grid){.n_columns = n};
    memcpy(g->columns, columns, n * sizeof *columns);
    sink_open_buf(&g->cell);
}

void grid_free(struct grid *g)
{
    sink_discard(&g->cell);
    buf_free(&g->text);
    buf_free(&g->fitted);
    mem_free(g->ends, g->ends_room, sizeof *g->ends);
    *g = (struct grid){0};
}

static void measure(struct grid_column *column, struct str cell)
{
    size_t point = amount_point(cell);
    size_t before = column->text ? text_cells(cell) : point;
    size_t after = column->text ? 0 : text_cells(str_from_to(cell, point, cell.n));

    column->used = column->used || cell.n > 0;
    if (before > column->before)
        column->before = before;
    if (after > column->after)
        column->after = after;
}

void grid_text(struct grid *g, struct str clean)
{
    measure(&g->columns[g->n % g->n_columns], clean);
    buf_add(&g->text, clean);
    g->ends = mem_grow(g->ends, &g->ends_room, g->n + 1, sizeof *g->ends);
    g->ends[g->n++] = g->text.n;
}

void grid_next(struct grid *g)
{
    grid_text(g, buf_str(&g->cell.buf));
    buf_clear(&g->cell.buf);
}

size_t grid_rows(const struct grid *g)
{
    return g->n / g->n_columns;
}

static struct str cell_of(const struct grid *g, size_t row, size_t column)
{
    size_t at = row * g->n_columns + column;
    size_t from = at ? g->ends[at - 1] : 0;

    return str_from_to(buf_str(&g->text), from, g->ends[at]);
}

static size_t cells_of(const struct grid_column *column)
{
    size_t cells = column->before + column->after;
    size_t head = strlen(column->head);

    if (column->most && cells > column->most)
        cells = column->most;
    return cells > head ? cells : head;
}

/* Returns the cells of all columns but the first that is shortened, with the gaps before it. */
static size_t used_by_others(struct grid *g, size_t others, struct grid_column **first)
{
    size_t used = 0;

    *first = NULL;
    for (size_t i = 0; i < g->n_columns; i++) {
        struct grid_column *column = &g->columns[i];
        if (!column->used)
            continue;
        if (column->text && !column->whole && !*first) {
            *first = column;
            continue;
        }
        column->most = column->text && !column->whole ? others : 0;
        used += cells_of(column) + GAP;
    }
    return used;
}

/* Leaves out the columns with the greatest number; false: there are none to spare. */
static bool leave_out(struct grid *g)
{
    unsigned most = 0;

    for (size_t i = 0; i < g->n_columns; i++)
        if (g->columns[i].used && g->columns[i].spare > most)
            most = g->columns[i].spare;
    for (size_t i = 0; most && i < g->n_columns; i++) {
        struct grid_column *column = &g->columns[i];
        if (!column->used || column->spare != most)
            continue;
        column->used = false;
        g->n_left_out++;
    }
    return most != 0;
}

void grid_fit(struct grid *g, size_t cells, size_t others)
{
    struct grid_column *first;

    if (!cells)
        return;
    size_t used = used_by_others(g, others, &first);
    if (first && used + TEXT_LEAST > cells && others > OTHERS_LEAST)
        used = used_by_others(g, OTHERS_LEAST, &first);
    while (first && used + TEXT_LEAST > cells && leave_out(g))
        used = used_by_others(g, others > OTHERS_LEAST ? OTHERS_LEAST : others, &first);
    if (first)
        first->most = cells > used + TEXT_LEAST ? cells - used : TEXT_LEAST;
}

void grid_write_left_out(const struct grid *g, struct sink *s)
{
    if (!g->n_left_out)
        return;
    sink_text(s, "; --wide shows ");
    sink_u64(s, g->n_left_out);
    sink_text(s, g->n_left_out == 1 ? " more column" : " more columns");
}

static void pad(struct sink *s, size_t n)
{
    while (n-- > 0)
        sink_byte(s, ' ');
}

static size_t less(size_t a, size_t b)
{
    return a > b ? a - b : 0;
}

/* The width to pad a cell to. Text without a limit may be longer: what follows is then out of line.
 */
static size_t width_of(const struct grid_column *column)
{
    size_t cells = cells_of(column);

    return column->text && !column->most && cells > TEXT_PADDED_MOST ? TEXT_PADDED_MOST : cells;
}

/* Writes a cell and returns the blanks still to be written before the next. */
static size_t write_cell(struct grid *g, struct sink *s, const struct grid_column *column,
                         struct str cell)
{
    size_t cells = width_of(column);

    if (column->text) {
        if (column->most) {
            buf_clear(&g->fitted);
            text_fit(cell, column->most, TEXT_CUT_MIDDLE, &g->fitted);
            cell = buf_str(&g->fitted);
        }
        sink_str(s, cell);
        return less(cells, text_cells(cell));
    }
    size_t before = amount_point(cell);
    pad(s, cell.n ? less(cells, before + column->after) : cells);
    sink_str(s, cell);
    return cell.n ? less(column->after, text_cells(str_from_to(cell, before, cell.n))) : 0;
}

void grid_write_head(struct grid *g, struct sink *s)
{
    size_t owed = 0;

    for (size_t i = 0; i < g->n_columns; i++) {
        const struct grid_column *column = &g->columns[i];
        if (!column->used)
            continue;
        size_t missing = less(width_of(column), strlen(column->head));
        pad(s, owed + (column->text ? 0 : missing));
        sink_text(s, column->head);
        owed = GAP + (column->text ? missing : 0);
    }
    sink_byte(s, '\n');
}

static size_t last_filled(const struct grid *g, size_t row)
{
    size_t last = g->n_columns;

    while (last > 0 && !cell_of(g, row, last - 1).n)
        last--;
    return last;
}

void grid_write(struct grid *g, struct sink *s, size_t from, size_t to)
{
    for (size_t row = from; row < to; row++) {
        size_t last = last_filled(g, row);
        size_t owed = 0;
        for (size_t i = 0; i < last; i++) {
            if (!g->columns[i].used)
                continue;
            pad(s, owed);
            owed = GAP + write_cell(g, s, &g->columns[i], cell_of(g, row, i));
        }
        sink_byte(s, '\n');
    }
}
