/* Finds a place for each name: the nearest row with room for it, first on the side of callees. The
 * viewer does the same in difference.js. */
#include "render/flame/callout.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "render/common/short_names.h"
#include "render/flame/difference_box.h"
#include "render/flame/difference_text.h"
#include "render/flame/page.h"

enum { CALLOUT_CELLS = 26, CALLOUT_ROWS = 16 };

struct named {
    const struct box *box;
    frame_id frame;
};

struct find {
    struct callouts *found;
    const struct picture *picture;
    const struct layout *layout;
    uint32_t from, to, spare;
    const size_t *rows;
    struct named *named;
    size_t n_named, room;
    struct short_names short_names;
    struct buf clean;
    double cell_px, inner_px;
};

/* Boxes do not move while names are found. */
static int by_width(const void *a, const void *b)
{
    const struct box *x = ((const struct named *)a)->box;
    const struct box *y = ((const struct named *)b)->box;

    if (x->total != y->total)
        return x->total > y->total ? -1 : 1;
    return x < y ? -1 : x > y;
}

static int by_frame(const void *a, const void *b)
{
    const frame_id x = ((const struct named *)a)->frame;
    const frame_id y = ((const struct named *)b)->frame;

    return x != y ? x < y ? -1 : 1 : by_width(a, b);
}

/* Lists the widest box of each function that is named, the widest of all first. */
static void list_widest(struct find *f)
{
    size_t n = 0;

    for (size_t i = f->rows[f->from]; i < f->rows[f->to]; i++) {
        const struct box *box = &f->layout->boxes[i];
        if (!box->depth || !difference_box_is_named(f->picture, box))
            continue;
        f->named = mem_grow(f->named, &f->room, n + 1, sizeof *f->named);
        f->named[n++] = (struct named){box, f->picture->profile->stacks.rows[box->stack].frame};
    }
    if (!n)
        return;
    qsort(f->named, n, sizeof *f->named, by_frame);
    for (size_t i = 0; i < n; i++)
        if (!i || f->named[i].frame != f->named[f->n_named - 1].frame)
            f->named[f->n_named++] = f->named[i];
    qsort(f->named, f->n_named, sizeof *f->named, by_width);
}

/* Whether nothing is seen at [x_px, end_px) of the row: no box of more than 2 px, no other name. */
static bool is_free(const struct find *f, uint32_t depth, double x_px, double end_px)
{
    const double seen_px = 2;

    for (size_t i = 0; i < f->found->n; i++) {
        const struct callout *c = &f->found->rows[i];
        if (c->depth == depth && c->x_px < end_px + seen_px &&
            c->x_px + c->width_px > x_px - seen_px)
            return false;
    }
    if (depth >= f->to)
        return true;
    for (size_t i = f->rows[depth]; i < f->rows[depth + 1]; i++) {
        struct picture_place place = picture_place_of(f->picture, &f->layout->boxes[i]);
        double left = (double)place.from / 10;
        double right = (double)(place.from + place.width) / 10;
        if (right - left > seen_px && left < end_px + seen_px && right > x_px - seen_px)
            return false;
    }
    return true;
}

/* Sets the row; false: there is no room. What is far is rather named than not. */
static bool find_row(const struct find *f, struct callout *c)
{
    const uint32_t end = f->to + f->spare;
    const double x = c->x_px;
    const double right = x + c->width_px;
    const uint32_t at = c->box_depth;

    for (c->depth = at + 1; c->depth < end && c->depth < at + CALLOUT_ROWS; c->depth++)
        if (is_free(f, c->depth, x, right))
            return true;
    for (c->depth = at; c->depth > f->from && at - c->depth + 1 < CALLOUT_ROWS;)
        if (is_free(f, --c->depth, x, right))
            return true;
    for (c->depth = at + 1; c->depth < end; c->depth++)
        if (is_free(f, c->depth, x, right))
            return true;
    return false;
}

/* Appends the name of a box after the sign of its change; false: there is no room for it. */
static bool add_text(struct find *f, const struct box *box, size_t cells)
{
    struct str mark = str_of(difference_text_mark(f->picture, box));
    struct buf *text = &f->found->text;

    buf_clear(&f->clean);
    text_clean_name(name_without_mark(tree_name(f->picture->tree, box->stack)), &f->clean);
    buf_add(text, mark);
    if (mark.n)
        buf_add_byte(text, ' ');
    const size_t marked = text->n;
    short_names_fit(&f->short_names, buf_str(&f->clean), cells, f->picture->style->cut, text);
    return text->n > marked;
}

static void add(struct find *f, const struct box *box)
{
    enum { MARK_CELLS = 2 };
    const double edge_px = 1;
    const double pad = 2 * FLAME_TEXT_PAD_PX;
    const double most = (f->inner_px - 2 * edge_px - pad) / f->cell_px - MARK_CELLS;
    struct callouts *found = f->found;
    struct picture_place place = picture_place_of(f->picture, box);
    struct callout c = {.box_depth = box->depth,
                        .middle_px = ((double)place.from + (double)place.width / 2) / 10,
                        .text = found->text.n};

    if (most < 1 || !add_text(f, box, most < CALLOUT_CELLS ? (size_t)most : CALLOUT_CELLS)) {
        found->text.n = c.text;
        return;
    }
    c.text_end = found->text.n;
    double needs = (double)text_cells(callout_text(found, &c)) * f->cell_px + pad;
    c.width_px = needs;
    c.x_px = c.middle_px - needs / 2;
    if (c.x_px > f->inner_px - needs - edge_px)
        c.x_px = f->inner_px - needs - edge_px;
    if (c.x_px < edge_px)
        c.x_px = edge_px;
    if ((double)place.width / 10 >= needs || !find_row(f, &c)) {
        found->text.n = c.text;
        return;
    }
    if (c.depth >= found->end)
        found->end = c.depth + 1;
    found->rows[found->n++] = c;
}

void callouts_find(struct callouts *c, const struct picture *picture, const struct layout *layout,
                   const size_t *rows, struct callout_rows among)
{
    const struct style *style = picture->style;
    const uint32_t to = among.to <= layout->depth ? among.to : layout->depth + 1;
    struct find f = {.found = c,
                     .picture = picture,
                     .layout = layout,
                     .rows = rows,
                     .from = among.from,
                     .to = to,
                     .spare = among.spare,
                     .cell_px = style->fontsize * style->fontwidth,
                     .inner_px = style_inner_px(style)};

    *c = (struct callouts){.end = to};
    if (!picture->difference || style->old_words)
        return;
    short_names_start(&f.short_names);
    list_widest(&f);
    for (size_t i = 0; i < f.n_named && i < CALLOUTS_MOST; i++)
        add(&f, f.named[i].box);
    mem_free(f.named, f.room, sizeof *f.named);
    short_names_free(&f.short_names);
    buf_free(&f.clean);
}

static double y_px(const struct style *style, struct callout_page page, uint32_t depth)
{
    const uint32_t row = style->inverted ? depth - page.from : page.to - 1 - depth;

    return page.top_px + row * style->frame_px;
}

struct figure_rect callout_line(const struct callout *c, const struct style *style,
                                struct callout_page page)
{
    const double y = y_px(style, page, c->depth);
    const double box_y = y_px(style, page, c->box_depth);
    const double from = fmin(y, box_y) + style->frame_px - flame_row_gap_px(style);

    return (struct figure_rect){page.left_px + c->middle_px - 0.5, from, 1, fmax(y, box_y) - from};
}

struct figure_rect callout_box(const struct callout *c, const struct style *style,
                               struct callout_page page)
{
    return (struct figure_rect){page.left_px + c->x_px, y_px(style, page, c->depth), c->width_px,
                                style->frame_px - flame_row_gap_px(style)};
}

static void draw_name(const struct callouts *all, const struct callout *c,
                      const struct style *style, struct figure_rect r, struct sink *commands)
{
    figure_colour(commands, (struct colour)CALLOUT_FILL);
    figure_rect(commands, r);
    figure_colour(commands, (struct colour)PROVEN_STROKE);
    figure_outline(commands, r);
    figure_text(commands,
                (struct figure_text){.x = r.x + FLAME_TEXT_PAD_PX,
                                     .y = r.y + flame_baseline_px(style),
                                     .size = style->fontsize,
                                     .room = r.width - FLAME_TEXT_PAD_PX,
                                     .flags = FIGURE_CUT_RIGHT},
                callout_text(all, c));
}

/* All lines first, so that none crosses a name. */
void callouts_draw(const struct callouts *c, const struct style *style, struct callout_page page,
                   struct sink *commands)
{
    if (c->n)
        figure_colour(commands, (struct colour)PROVEN_STROKE);
    for (size_t i = 0; i < c->n; i++)
        figure_rect(commands, callout_line(&c->rows[i], style, page));
    for (size_t i = 0; i < c->n; i++)
        draw_name(c, &c->rows[i], style, callout_box(&c->rows[i], style, page), commands);
}

void callouts_free(struct callouts *c)
{
    buf_free(&c->text);
    *c = (struct callouts){0};
}
