/* The positions of a flame graph's parts, the same in every format that draws it. */
#ifndef RENDER_FLAME_PAGE_H
#define RENDER_FLAME_PAGE_H

#include <math.h>

#include "render/flame/style.h"

enum { FLAME_TEXT_PAD_PX = 3, FLAME_ROW_GAP_PX = 1, FLAME_AXIS_PAD_PX = 4 };

/* The mark of inlined frames is a dark corner of that side, in boxes that are at least so wide:
 * black that covers so many percent, which is 3:1 on all fills that have black labels. */
enum { FLAME_MARK_PX = 5, FLAME_MARKED_PX = 8, FLAME_MARK_PERCENT = 65 };

/* The height of the time axis, which stands directly above the frames; 0: there is none. */
static inline double flame_axis_px(const struct style *style)
{
    return style->time_axis ? ceil(style->fontsize * 1.5) : 0;
}

/* The heights above the first row and below the last. */
static inline double flame_top_px(const struct style *style)
{
    const unsigned rows = (style->subtitle.n > 0) + style->answer_rows + style->legend_rows;

    return ceil(style->fontsize * (3 + 1.5 * rows)) + flame_axis_px(style);
}

/* On the second page of a figure and on the others. */
static inline double flame_next_top_px(const struct style *style)
{
    return style->fontsize * 3 + flame_axis_px(style);
}

static inline double flame_bottom_px(const struct style *style)
{
    return ceil(style->fontsize * 1.5);
}

/* Baselines and font sizes of title and subtitle. */
static inline double flame_title_y_px(const struct style *style)
{
    return style->fontsize * 2;
}

static inline double flame_title_px(const struct style *style)
{
    return style->fontsize + 5;
}

/* Returns the font size of the title, which is a verdict of so many cells: it is rather written as
 * small as other texts than cut. */
static inline double flame_verdict_px(const struct style *style, size_t cells)
{
    const double room = style_inner_px(style) / ((double)(cells + 1) * style->fontwidth);

    return room > flame_title_px(style) ? flame_title_px(style)
           : room < style->fontsize     ? style->fontsize
                                        : room;
}

static inline double flame_subtitle_y_px(const struct style *style)
{
    return style->fontsize * 3.5;
}

static inline double flame_answer_y_px(const struct style *style)
{
    return style->fontsize * (style->subtitle.n ? 5 : 3.5);
}

static inline double flame_legend_y_px(const struct style *style)
{
    return flame_answer_y_px(style) + style->fontsize * 1.5 * style->answer_rows;
}

/* Between rows; 0 if rows are no higher than their contents. */
static inline double flame_row_gap_px(const struct style *style)
{
    return style->frame_px > 2 * FLAME_ROW_GAP_PX ? FLAME_ROW_GAP_PX : 0;
}

/* The baseline of a label, from the top of its row. */
static inline double flame_baseline_px(const struct style *style)
{
    return (style->frame_px - flame_row_gap_px(style)) / 2 + style->fontsize * 0.33;
}

#endif
