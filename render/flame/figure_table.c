/* The table of functions on the pages of a figure. */
#include "render/flame/figure_table.h"

#include "render/common/amount.h"

#include <math.h>

enum { USUAL_ROWS = 50, COLUMNS = 4, GAP_CELLS = 2, NAME_CELLS = 40, HEAD_ROWS = 4 };

struct figure_table {
    const struct picture *picture;
    const struct functions *functions;
    struct sink *commands;
    size_t n;
    double row_px, cell_px;
    double width_px;          /* the picture's, or more for names next to their numbers */
    double right_px[COLUMNS]; /* where each column of numbers ends */
    struct sink cell;         /* scratch */
    struct buf clean;
};

static const char *const heads[COLUMNS] = {"self", "self %", "total", "total %"};

/* Leaves the text of a cell in t->cell. */
static void write_cell(struct figure_table *t, const struct function *function, unsigned column)
{
    uint64_t value = column < 2 ? function->self : function->total;

    sink_discard(&t->cell);
    sink_open_buf(&t->cell);
    if (column % 2)
        amount_percent(&t->cell, value, t->picture->whole);
    else
        picture_count(&t->cell, t->picture, value);
}

static double name_px(const struct figure_table *t)
{
    return t->right_px[COLUMNS - 1] + GAP_CELLS * t->cell_px;
}

static void measure(struct figure_table *t)
{
    const struct style *style = t->picture->style;
    double x = style_margin_px(style);

    t->n = style->rows ? style->rows : USUAL_ROWS;
    if (t->n > t->functions->n)
        t->n = t->functions->n;
    t->row_px = ceil(style->fontsize * 1.5);
    t->cell_px = style->fontsize * style->fontwidth;
    for (unsigned i = 0; i < COLUMNS; i++) {
        size_t cells = strlen(heads[i]);
        for (size_t k = 0; k < t->n; k++) {
            write_cell(t, &t->functions->rows[k], i);
            cells = t->cell.buf.n > cells ? t->cell.buf.n : cells;
        }
        x += (double)cells * t->cell_px;
        t->right_px[i] = x;
        x += GAP_CELLS * t->cell_px;
    }
    t->width_px =
        fmax(style->width_px, name_px(t) + NAME_CELLS * t->cell_px + style_margin_px(style));
}

static void text(struct figure_table *t, double x, double y, unsigned flags, struct str clean)
{
    const struct style *style = t->picture->style;
    struct figure_text at = {.x = x, .y = y, .size = style->fontsize, .flags = flags};

    if (!(flags & FIGURE_END))
        at.room = t->width_px - style_margin_px(style) - x;
    figure_text(t->commands, at, clean);
}

static void draw_row(struct figure_table *t, const struct function *function, double y)
{
    for (unsigned i = 0; i < COLUMNS; i++) {
        write_cell(t, function, i);
        text(t, t->right_px[i], y, FIGURE_END, buf_str(&t->cell.buf));
    }
    buf_clear(&t->clean);
    text_clean_name(name_without_mark(names_get(&t->picture->profile->names, function->name)),
                    &t->clean);
    text(t, name_px(t), y, 0, buf_str(&t->clean));
}

/* "50 of 1,139 functions, by what they hold themselves, in samples" */
static void draw_title(struct figure_table *t, double y)
{
    sink_discard(&t->cell);
    sink_open_buf(&t->cell);
    if (t->n < t->functions->n) {
        sink_grouped(&t->cell, t->n, 0);
        sink_text(&t->cell, " of ");
    }
    sink_grouped(&t->cell, t->functions->n, 0);
    sink_text(&t->cell, t->functions->n == 1 ? " function" : " functions");
    sink_text(&t->cell, ", by what they hold themselves, in ");
    sink_str(&t->cell, picture_unit(t->picture));
    buf_clear(&t->clean);
    text_clean(buf_str(&t->cell.buf), &t->clean);
    text(t, style_margin_px(t->picture->style), y, FIGURE_BOLD, buf_str(&t->clean));
}

static void draw_page(struct figure_table *t, size_t from, size_t to, bool first)
{
    const struct style *style = t->picture->style;
    double y = 2 * t->row_px;
    double height = ((double)(to - from) + HEAD_ROWS + 1) * t->row_px;

    figure_page(t->commands, t->width_px, height);
    figure_colour(t->commands, (struct colour){0, 0, 0});
    if (first)
        draw_title(t, y);
    y += 1.5 * t->row_px;
    for (unsigned i = 0; i < COLUMNS; i++)
        text(t, t->right_px[i], y, FIGURE_END | FIGURE_BOLD, str_of(heads[i]));
    text(t, name_px(t), y, FIGURE_BOLD, STR("function"));
    figure_rect(t->commands, (struct figure_rect){style_margin_px(style), y + t->row_px / 4,
                                                  t->width_px - 2 * style_margin_px(style), 0.5});
    y += 0.2 * t->row_px;
    for (size_t i = from; i < to; i++) {
        y += t->row_px;
        draw_row(t, &t->functions->rows[i], y);
    }
}

void flame_table(struct sink *commands, const struct picture *picture,
                 const struct functions *functions)
{
    struct figure_table t = {.picture = picture, .functions = functions, .commands = commands};

    sink_open_buf(&t.cell);
    measure(&t);
    double high = figure_height_px(&picture->figure->paper, t.width_px);
    double rows = high > 0 ? floor(high / t.row_px) - HEAD_ROWS - 1 : (double)t.n;
    size_t most = rows < 1 ? 1 : (size_t)rows;
    for (size_t from = 0; from < t.n; from += most)
        draw_page(&t, from, from + most < t.n ? from + most : t.n, from == 0);
    sink_discard(&t.cell);
    buf_free(&t.clean);
}
