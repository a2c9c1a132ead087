/* Finds the last row that is worth its height. */
#include "render/flame/narrow_rows.h"

#include "render/flame/difference_box.h"
#include "render/flame/page.h"

/* Frames below this width are drawn only where they were asked for. */
static const double USUAL_LEAST_PX = 0.5;

static bool are_left_out(const struct style *style)
{
    double least =
        style->minwidth_percent ? style->minwidth / 100 * style_inner_px(style) : style->minwidth;

    return !style->chart && !style->old_words && !style->only_visible && least >= USUAL_LEAST_PX &&
           style->frame_px >= style->fontsize;
}

/* What a comparison names is outlined, however narrow. */
static bool is_worth_a_row(const struct picture *picture, const struct box *box)
{
    return box->depth == 0 || picture_place_of(picture, box).width >= 10 ||
           (picture->difference && difference_box_is_named(picture, box));
}

void narrow_rows_cut(struct picture *picture, struct layout *layout)
{
    size_t i = layout->n;

    if (!are_left_out(picture->style))
        return;
    while (i > 1 && !is_worth_a_row(picture, &layout->boxes[i - 1]))
        i--;
    uint32_t rows = layout->boxes[i - 1].depth + 1;
    uint32_t more = layout->depth + 1 - rows;
    if (more < 2)
        return;
    layout_cut(layout, rows);
    picture->n_narrow_rows = more;
    picture->n_in_narrow_rows = layout->n_too_deep;
    picture->n_drawn -= layout->n_too_deep;
    layout->n_too_deep = 0;
}

void narrow_rows_line(struct sink *s, const struct picture *picture)
{
    sink_grouped(s, picture->n_narrow_rows, 0);
    sink_text(s, " more rows, none a pixel wide");
}

void narrow_rows_draw(struct sink *commands, const struct picture *picture, struct colour ink,
                      double y_px)
{
    const struct style *style = picture->style;
    struct sink line;

    if (!picture->n_narrow_rows)
        return;
    sink_open_buf(&line);
    narrow_rows_line(&line, picture);
    figure_colour(commands, ink);
    figure_text(commands,
                (struct figure_text){.x = style_margin_px(style) + FLAME_TEXT_PAD_PX,
                                     .y = y_px + flame_baseline_px(style),
                                     .size = style->fontsize,
                                     .room = style_inner_px(style),
                                     .flags = FIGURE_CUT_RIGHT},
                buf_str(&line.buf));
    sink_discard(&line);
}
