/* Names of what a comparison proves, beside boxes that are too small for them. */
#ifndef RENDER_FLAME_CALLOUT_H
#define RENDER_FLAME_CALLOUT_H

#include "render/flame/picture.h"

enum { CALLOUTS_MOST = 24 };

/* Of the widest box of its function; lengths from the left edge of the root's box. */
struct callout {
    uint32_t depth;     /* the row of the name, */
    uint32_t box_depth; /* and of the box that a line leads to */
    double x_px, width_px;
    double middle_px;      /* of the box */
    size_t text, text_end; /* in callouts.text: clean, with the sign of the change */
};

struct callouts {
    struct callout rows[CALLOUTS_MOST];
    size_t n;
    uint32_t end; /* behind the last row of boxes and names */
    struct buf text;
};

/* What a name stands on, and in dark surroundings. */
#define CALLOUT_FILL                                                                               \
    {                                                                                              \
        0xff, 0xff, 0xff                                                                           \
    }
#define CALLOUT_DARK                                                                               \
    {                                                                                              \
        0x17, 0x19, 0x1c                                                                           \
    }

/* Rows [from, to) of a layout, which may end before, and how many may be added behind them. */
struct callout_rows {
    uint32_t from, to, spare;
};

enum { CALLOUT_SPARE = 8 };

/* Finds names for boxes of these rows, those of the widest first, and places where they hide no box
 * that is seen. None without a comparison, and as programs by their old names draw it. rows: as
 * layout_rows gives them. */
void callouts_find(struct callouts *c, const struct picture *picture, const struct layout *layout,
                   const size_t *rows, struct callout_rows among);

/* Where rows [from, to) stand. */
struct callout_page {
    uint32_t from, to;
    double left_px, top_px; /* of the upper row */
};

/* The line from a name to its box, and what the name stands on. */
struct figure_rect callout_line(const struct callout *c, const struct style *style,
                                struct callout_page page);
struct figure_rect callout_box(const struct callout *c, const struct style *style,
                               struct callout_page page);

/* Draws them on a page of a figure. */
void callouts_draw(const struct callouts *c, const struct style *style, struct callout_page page,
                   struct sink *commands);
void callouts_free(struct callouts *c);

static inline struct str callout_text(const struct callouts *c, const struct callout *row)
{
    return str_from_to(buf_str(&c->text), row->text, row->text_end);
}

#endif
