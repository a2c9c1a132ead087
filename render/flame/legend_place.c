/* What a legend says, and where its entries stand in the picture. */
#include "render/flame/legend.h"

enum { ROWS_MOST = 3 };

size_t legend_n_shown(const struct legend *l)
{
    return l->n + (l->n && l->marks_inlined);
}

void legend_text(const struct legend *l, size_t entry, struct buf *to)
{
    const struct legend_entry *e = &l->rows[entry];
    struct sink number;

    if (entry == l->n) {
        buf_add(to, STR("inlined"));
        return;
    }
    buf_add(to, str_from_to(buf_str(&l->text), e->name, e->name_end));
    if (!e->percent)
        return;
    buf_add_byte(to, ' ');
    sink_open_buf(&number);
    sink_u64(&number, e->percent);
    sink_text(&number, " %");
    buf_add(to, buf_str(&number.buf));
    sink_discard(&number);
}

/* Moves the entries [from, to) of a row into the middle. */
static void centre(struct legend *l, size_t from, size_t to, double free_px)
{
    for (size_t i = from; i < to; i++)
        l->rows[i].x_px += free_px / 2;
}

void legend_place(struct legend *l, const struct style *style)
{
    const double gap = style->fontsize * 1.5;
    const double room = style_inner_px(style);
    struct buf text = {0};
    const size_t n = legend_n_shown(l);
    double x = 0;
    size_t first = 0;
    unsigned row = 0;
    bool fits = n > 0;

    for (size_t i = 0; i < n; i++) {
        struct legend_entry *e = &l->rows[i];
        buf_clear(&text);
        legend_text(l, i, &text);
        e->width_px = legend_swatch_px(style) * 1.5 +
                      (double)text_cells(buf_str(&text)) * style->fontsize * style->fontwidth;
        fits = fits && e->width_px <= room;
        if (i > first && x + e->width_px > room) {
            centre(l, first, i, room - x + gap);
            first = i;
            x = 0;
            row++;
        }
        e->row = row;
        e->x_px = style_margin_px(style) + x;
        x += e->width_px + gap;
    }
    centre(l, first, n, room - x + gap);
    l->n_rows = fits && row < ROWS_MOST ? row + 1 : 0;
    buf_free(&text);
}
