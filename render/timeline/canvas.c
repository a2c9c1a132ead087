/* <path d="M95.46 318L1184 318" ...> <text x="88" y="322" ...>: the SVG elements of both charts. */
#include "render/timeline/canvas.h"

#include "render/common/amount.h"
#include "render/timeline/axis.h"

static struct colour ink(const struct timeline_canvas *c)
{
    const struct style *style = c->picture->style;

    return style->has_ui_colour ? style->ui_colour : colour_text_on(c->picture->background.top);
}

void timeline_write(struct timeline_canvas *c, double x, double y, const char *anchor,
                    struct str raw, double cells)
{
    buf_clear(&c->clean);
    buf_clear(&c->fitted);
    text_clean(raw, &c->clean);
    text_fit(buf_str(&c->clean), cells > 0 ? (size_t)cells : 0, TEXT_CUT_SMART, &c->fitted);
    sink_text(c->s, c->picture->style->has_ui_colour ? "<text" : "<text class=\"ui\"");
    svg_number(c->s, "x", x);
    svg_number(c->s, "y", y);
    svg_colour(c->s, "fill", ink(c));
    sink_text(c->s, " text-anchor=\"");
    sink_text(c->s, anchor);
    sink_text(c->s, "\">");
    xml_clean(&c->xml, buf_str(&c->fitted));
    sink_text(c->s, "</text>\n");
}

void timeline_line(struct timeline_canvas *c, double x1, double y1, double x2, double y2,
                   const char *look)
{
    sink_text(c->s, "<path d=\"M");
    sink_short(c->s, x1, 2);
    sink_byte(c->s, ' ');
    sink_short(c->s, y1, 2);
    sink_byte(c->s, 'L');
    sink_short(c->s, x2, 2);
    sink_byte(c->s, ' ');
    sink_short(c->s, y2, 2);
    sink_text(c->s, "\" fill=\"none\" stroke=\"#808080\"");
    sink_text(c->s, look);
    sink_text(c->s, "/>\n");
}

struct str timeline_part_name(size_t part)
{
    static const char *const names[TIMELINE_PARTS] = {"heap", "heap overhead", "stacks"};

    return str_of(names[part]);
}

struct str timeline_site_name(const struct timeline *t, size_t site)
{
    return site < t->n_sites ? names_get(&t->p->names, t->sites[site]) : STR("other sites");
}

double timeline_x(const struct timeline_chart *chart, double at)
{
    double span = chart->to - chart->from;

    return chart->left + (span > 0 ? (at - chart->from) / span * chart->width : chart->width / 2);
}

double timeline_y(const struct timeline_chart *chart, double value)
{
    double part = chart->value_most > 0 ? value / chart->value_most : 0;

    return chart->top + chart->height * (1 - part);
}

void timeline_amount(const struct timeline_canvas *c, uint64_t n, struct sink *to)
{
    amount_write_rounded(to, picture_shown(c->picture, n), picture_unit(c->picture));
}
