/* Colours by the theme, or of a comparison by change. */
#include "app/draw/colours.h"

#include "render/flame/difference_text.h"

static void choose_changes(struct colours *c, struct style *style, const struct picture *picture)
{
    sink_open_buf(&c->of_changes);
    difference_text_legend(&c->of_changes, picture);
    style->legend = buf_str(&c->of_changes.buf);
    style->legend_rows = 1;
}

void colours_choose(struct colours *c, struct style *style, const struct theme *theme,
                    struct picture *picture)
{
    if (picture->difference) {
        choose_changes(c, style, picture);
        return;
    }
    legend_build(&c->legend, theme, picture->tree, style->reverse);
    picture->legend = &c->legend;
    if (style->no_legend || style->colour_diffusion)
        legend_clear(&c->legend);
    legend_place(&c->legend, style);
    style->legend_rows = c->legend.n_rows;
}

void colours_free(struct colours *c)
{
    legend_free(&c->legend);
    sink_discard(&c->of_changes);
}
