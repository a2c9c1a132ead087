/* Colours by the theme, or of a comparison by change. */
#include "app/draw/colours.h"

#include "render/flame/difference_text.h"

static bool has_inlined(const struct picture *picture)
{
    const struct profile *p = picture->profile;

    for (stack_id i = 1; i < p->stacks.n; i++)
        if (picture->tree->total[i] && tree_kind(picture->tree, i) == KIND_INLINED)
            return true;
    return false;
}

static void choose_changes(struct colours *c, struct style *style, struct picture *picture)
{
    picture->marks_inlined = !style->old_words && has_inlined(picture);
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
    picture->marks_inlined = c->legend.marks_inlined;
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
