/* <a href="#snapshot-3"><rect x y width height><title>snapshot 3, at ...</title></rect></a>
 * Writes strips with tooltips and links. */
#include "render/timeline/strips.h"

#include "render/timeline/trees.h"

static void entry(struct timeline_canvas *c, const char *before, struct str name, uint64_t value)
{
    sink_text(c->s, before);
    xml_text(&c->xml, name);
    sink_byte(c->s, ' ');
    picture_count(c->s, c->picture, value);
}

static void shot_title(struct timeline_canvas *c, size_t shot)
{
    const struct timeline *t = &c->t;
    const struct timeline_snapshot *s = &t->shots[shot];
    struct sink name;

    sink_open_buf(&name);
    timeline_trees_name(c, shot, true, &name);
    sink_text(c->s, "<title>");
    xml_text(&c->xml, buf_str(&name.buf));
    sink_discard(&name);
    for (size_t i = 0; i < TIMELINE_PARTS; i++)
        entry(c, i ? ", " : "\n", timeline_part_name(i), s->parts[i]);
    for (size_t i = 0; s->is_detailed && i < t->n_sites; i++)
        if (s->sites[i])
            entry(c, "\n", timeline_site_name(t, i), s->sites[i]);
    sink_text(c->s, "</title>");
}

static void strip(struct timeline_canvas *c, const struct timeline_chart *chart, size_t shot,
                  double from, double to)
{
    bool has_tree = timeline_trees_has(&c->t, shot);

    if (has_tree) {
        sink_text(c->s, "<a href=\"#");
        timeline_trees_id(c->s, shot);
        sink_text(c->s, "\">");
    }
    sink_text(c->s, "<rect");
    svg_number(c->s, "x", from);
    svg_number(c->s, "y", chart->top);
    svg_number(c->s, "width", to - from);
    svg_number(c->s, "height", chart->height);
    sink_byte(c->s, '>');
    shot_title(c, shot);
    sink_text(c->s, has_tree ? "</rect></a>\n" : "</rect>\n");
}

static size_t next(const struct timeline *t, size_t shot, bool of_sites)
{
    do
        shot++;
    while (shot < t->n && of_sites && !t->shots[shot].is_detailed);
    return shot;
}

static void strips(struct timeline_canvas *c, const struct timeline_chart *chart, bool of_sites)
{
    const struct timeline *t = &c->t;
    size_t first = of_sites && !t->shots[0].is_detailed ? next(t, 0, true) : 0;
    double from = chart->left;

    for (size_t i = first; i < t->n;) {
        size_t after = next(t, i, of_sites);
        double to = chart->left + chart->width;
        if (after < t->n)
            to = (timeline_x(chart, t->shots[i].at) + timeline_x(chart, t->shots[after].at)) / 2;
        strip(c, chart, i, from, to);
        from = to;
        i = after;
    }
}

void timeline_strips(struct timeline_canvas *c)
{
    sink_text(c->s, "<g class=\"frames\" fill=\"#808080\" fill-opacity=\"0\">\n");
    strips(c, &c->whole, false);
    if (c->sites.height > 0)
        strips(c, &c->sites, true);
    sink_text(c->s, "</g>\n");
}
