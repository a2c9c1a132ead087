/* Writes attributes and texts of a call graph's SVG. */
#include "render/graph/canvas.h"

#include "render/graph/numbers.h"

void graph_canvas_free(struct graph_canvas *c)
{
    xml_free(&c->xml);
    buf_free(&c->text);
}

void graph_canvas_number(struct graph_canvas *c, const char *name, double value)
{
    sink_byte(c->s, ' ');
    sink_text(c->s, name);
    sink_text(c->s, "=\"");
    sink_short(c->s, value, 2);
    sink_byte(c->s, '"');
}

void graph_canvas_text(struct graph_canvas *c, const char *name, const char *value)
{
    sink_byte(c->s, ' ');
    sink_text(c->s, name);
    sink_text(c->s, "=\"");
    sink_text(c->s, value);
    sink_byte(c->s, '"');
}

void graph_canvas_colour(struct graph_canvas *c, const char *name, struct colour value)
{
    struct colour_text text;

    graph_canvas_text(c, name, colour_hex(&text, value));
}

void graph_canvas_ink(struct graph_canvas *c, const char *name, bool faint)
{
    graph_canvas_text(c, name, faint ? "#595959" : "#1c1c1c");
}

void graph_canvas_point(struct graph_canvas *c, char sign, double x, double y)
{
    sink_byte(c->s, sign);
    sink_short(c->s, x, 1);
    sink_byte(c->s, ' ');
    sink_short(c->s, y, 1);
}

void graph_canvas_clean(struct graph_canvas *c, struct str clean)
{
    xml_clean(&c->xml, clean);
}

static void amount(struct graph_canvas *c, uint64_t value, double share)
{
    const struct graph_picture *p = c->d->picture;

    buf_clear(&c->text);
    graph_amount(p->graph, p->view->m, value, &c->text);
    graph_canvas_clean(c, buf_str(&c->text));
    sink_text(c->s, " (");
    sink_fixed(c->s, share * 100, 2);
    sink_text(c->s, "%)");
}

void graph_canvas_amount(struct graph_canvas *c, uint64_t value)
{
    amount(c, value, graph_share(c->d->picture->view->m, value));
}

void graph_canvas_self(struct graph_canvas *c, uint32_t function)
{
    const struct graph_measure *m = c->d->picture->view->m;

    amount(c, m->self[function], graph_self_share(m, function));
}

void graph_canvas_label(struct graph_canvas *c, const struct drawn_label *label,
                        struct drawn_point middle)
{
    double y = middle.y - label->height_px / 2;
    double size = label->n ? c->d->lines[label->first].size_px : 0;
    bool alike = true;

    for (size_t i = 0; i < label->n; i++)
        alike = alike && c->d->lines[label->first + i].size_px == size;
    if (alike)
        graph_canvas_number(c, "font-size", size);
    sink_byte(c->s, '>');
    for (size_t i = 0; i < label->n; i++) {
        const struct drawn_line *line = &c->d->lines[label->first + i];
        sink_text(c->s, "<tspan");
        graph_canvas_number(c, "x", middle.x);
        graph_canvas_number(c, "y", y + line->size_px * (GRAPH_LINE / 2 + 0.33));
        if (!alike)
            graph_canvas_number(c, "font-size", line->size_px);
        if (line->name)
            sink_text(c->s, " font-weight=\"bold\"");
        sink_byte(c->s, '>');
        graph_canvas_clean(c, drawing_text(c->d, line));
        sink_text(c->s, "</tspan>");
        y += line->size_px * GRAPH_LINE;
    }
    sink_text(c->s, "</text>");
}
