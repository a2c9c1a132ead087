/* The legend of a call graph: what colours, numbers and lines mean, each a row with a sample. */
#include <math.h>

#include "render/common/text.h"
#include "render/graph/canvas.h"
#include "render/graph/dark.h"
#include "render/graph/svg_page.h"

enum { ROW = 22, PAD = 10, SAMPLE = 80, GAP = 12, FONT = 13, STOPS = 8 };

enum legend_row {
    ROW_COLOUR,
    ROW_NUMBERS,
    ROW_CALL,
    ROW_FATE,
    ROW_RESIDUAL,
    ROW_HOT,
    ROW_INLINED,
    ROW_CHANCE,
    LEGEND_ROWS
};

static bool has_dashes(const struct drawing *d)
{
    for (uint32_t i = 0; i < d->n_boxes; i++)
        if (d->boxes[i].dashed)
            return true;
    for (uint32_t i = 0; i < d->n_edges; i++)
        if (d->edges[i].dashed)
            return true;
    return false;
}

static bool has_inlined(const struct drawing *d)
{
    for (uint32_t i = 0; i < d->n_boxes; i++)
        if (d->boxes[i].inlined)
            return true;
    return false;
}

static bool is_wanted(const struct drawing *d, enum legend_row row)
{
    const struct graph_view *v = d->picture->view;

    switch (row) {
    case ROW_COLOUR:
        return d->picture->both ||
               !colour_equal(graph_colour(d->picture, 0), graph_colour(d->picture, 1));
    case ROW_NUMBERS:
        return true;
    case ROW_CALL:
        return d->n_calls > 0;
    case ROW_FATE:
        return has_dashes(d);
    case ROW_RESIDUAL:
        return v->n_residuals + v->others.n_edges > 0;
    case ROW_HOT:
        return v->n_hot > 0;
    case ROW_INLINED:
        return has_inlined(d);
    case ROW_CHANCE:
        return v->g->estimated || graph_view_bounds(v);
    case LEGEND_ROWS:
        break;
    }
    return false;
}

/* NULL: the same sentence as for one profile. */
static const char *sentence_of_both(enum legend_row row, bool by_self)
{
    switch (row) {
    case ROW_COLOUR:
        return by_self ? "less or more than before, by itself" : "less or more than before";
    case ROW_NUMBERS:
        return "before \xE2\x86\x92 after, the change, (by itself)";
    case ROW_CALL:
        return "a call, and what goes through it";
    case ROW_FATE:
        return "gone, new: in one of both alone";
    case ROW_HOT:
        return "hot path after: always the heaviest call";
    case ROW_RESIDUAL:
    case ROW_INLINED:
    case ROW_CHANCE:
    case LEGEND_ROWS:
        break;
    }
    return NULL;
}

static const char *sentence(const struct drawing *d, enum legend_row row)
{
    bool by_self = d->picture->style->by_self;
    const char *of_both = d->picture->both ? sentence_of_both(row, by_self) : NULL;

    if (of_both)
        return of_both;
    switch (row) {
    case ROW_COLOUR:
        return by_self ? "by itself, of what has most: 0 to 100%" : "share of all: 0 to 100%";
    case ROW_NUMBERS:
        return "with what it calls, (by itself)";
    case ROW_CALL:
        return "a call, and the share that goes through it";
    case ROW_FATE:
        break;
    case ROW_RESIDUAL:
        return "calls through functions that are not shown";
    case ROW_HOT:
        return "hot path: always the heaviest call";
    case ROW_INLINED:
        return "inlined into its callers";
    case ROW_CHANCE:
        return d->picture->graph->estimated ? "totals are estimated from call ratios"
                                            : "totals in cycles are upper bounds";
    case LEGEND_ROWS:
        break;
    }
    return "";
}

/* Steps: a gradient would need an id, and would be wrong if the colour scale is bent. */
static void sample_colour(struct graph_canvas *c)
{
    const struct graph_style *style = c->d->picture->style;

    for (unsigned i = 0; i < STOPS; i++) {
        double at = (double)i / (STOPS - 1);
        struct colour colour =
            c->d->picture->both ? colormap_change(&style->colours, 2 * at - 1, style->colours.fill)
                                : graph_colour(c->d->picture, at);
        sink_text(c->s, "<rect");
        graph_canvas_number(c, "x", i * (double)SAMPLE / STOPS);
        graph_canvas_number(c, "y", -6);
        graph_canvas_number(c, "width", (double)SAMPLE / STOPS);
        graph_canvas_number(c, "height", 12);
        graph_canvas_colour(c, "fill", colour);
        graph_canvas_colour(c, "color",
                            c->d->picture->both ? graph_dark_change(c->d->picture, 2 * at - 1)
                                                : graph_dark_fill(c->d->picture, at));
        sink_text(c->s, "/>");
    }
}

static void sample_dark(struct graph_canvas *c, double share)
{
    const struct graph_picture *p = c->d->picture;

    graph_canvas_colour(c, "color", p->both ? graph_dark_change(p, 0) : graph_dark_fill(p, share));
}

/* In a comparison colours show changes. */
static struct colour sample_of(const struct drawing *d, double share, bool box)
{
    return d->picture->both ? colormap_change(&d->picture->style->colours, 0, box)
           : box            ? graph_colour(d->picture, share)
                            : graph_line_colour(d->picture, share);
}

static void sample_box(struct graph_canvas *c, bool hot)
{
    struct colour fill = c->d->picture->style->colours.fill ? sample_of(c->d, hot ? 1 : 0.1, true)
                                                            : (struct colour){0xff, 0xff, 0xff};
    double inset = hot ? GRAPH_HOT_GAP : 0;

    for (unsigned i = !hot; i < 2; i++) {
        double by = i ? inset : 0;
        sink_text(c->s, "<rect");
        graph_canvas_number(c, "x", (hot ? (SAMPLE - 32) / 2 : 0) + by);
        graph_canvas_number(c, "y", -9 + by);
        graph_canvas_number(c, "width", (hot ? 32 : SAMPLE) - 2 * by);
        graph_canvas_number(c, "height", 18 - 2 * by);
        graph_canvas_number(c, "rx", 4);
        graph_canvas_text(c, "class", i ? "box" : "ring");
        if (i) {
            graph_canvas_colour(c, "fill", fill);
            sample_dark(c, hot ? 1 : 0.1);
        } else {
            sink_text(c->s, " fill=\"none\"");
        }
        graph_canvas_colour(c, "stroke", sample_of(c->d, hot ? 1 : 0.1, false));
        sink_text(c->s, "/>");
    }
    if (hot)
        return;
    sink_text(c->s, "<text class=\"on\"");
    graph_canvas_number(c, "x", SAMPLE / 2.0);
    graph_canvas_number(c, "y", 4.5);
    sink_text(c->s, " text-anchor=\"middle\"");
    graph_canvas_colour(c, "fill", colour_text_on(fill));
    sink_text(c->s, c->d->picture->both ? ">9 \xE2\x86\x92 3 (1)</text>" : ">9% (3%)</text>");
}

static void sample_line(struct graph_canvas *c, double share, double pen, bool dashed)
{
    struct colour colour = sample_of(c->d, share, false);

    sink_text(c->s, "<g class=\"edges\"><path d=\"M0 0H");
    sink_u64(c->s, SAMPLE - 9);
    sink_byte(c->s, '"');
    graph_canvas_colour(c, "stroke", colour);
    graph_canvas_number(c, "stroke-width", pen);
    if (dashed)
        graph_canvas_text(c, "stroke-dasharray", c->d->picture->both ? "2 4" : "6 4");
    sink_text(c->s, "/>");
    sink_text(c->s, "<path d=\"M71 -4L80 0L71 4z\"");
    graph_canvas_colour(c, "fill", colour);
    sink_text(c->s, "/></g>");
}

static void sample_fates(struct graph_canvas *c)
{
    const struct colormap *m = &c->d->picture->style->colours;
    const struct colour white = {0xff, 0xff, 0xff};

    for (int heat = -1; heat <= 1; heat += 2) {
        sink_text(c->s, "<rect class=\"box alone\"");
        graph_canvas_number(c, "x", heat < 0 ? 0 : SAMPLE - 32);
        sink_text(c->s, " y=\"-8\" width=\"32\" height=\"16\" rx=\"4\"");
        graph_canvas_colour(c, "fill", m->fill ? colormap_change(m, heat * 0.6, true) : white);
        graph_canvas_colour(c, "color", graph_dark_change(c->d->picture, heat * 0.6));
        graph_canvas_colour(c, "stroke", colormap_change(m, heat * 0.6, false));
        sink_text(c->s, " stroke-width=\"2\" stroke-dasharray=\"6 3\"/>");
    }
}

static void sample_inlined(struct graph_canvas *c)
{
    struct colour fill = c->d->picture->style->colours.fill ? sample_of(c->d, 0.1, true)
                                                            : (struct colour){0xff, 0xff, 0xff};

    sink_text(c->s, "<rect class=\"box\" x=\"24\" y=\"-8\"");
    sink_text(c->s, " width=\"32\" height=\"16\" rx=\"5\"");
    graph_canvas_colour(c, "fill", fill);
    sample_dark(c, 0.1);
    graph_canvas_colour(c, "stroke", sample_of(c->d, 0.1, false));
    sink_text(c->s, "/>");
    graph_svg_mark(c, (struct drawn_point){24, -8}, colour_text_on(fill));
}

static void sample(struct graph_canvas *c, enum legend_row row)
{
    switch (row) {
    case ROW_COLOUR:
        sample_colour(c);
        break;
    case ROW_NUMBERS:
        sample_box(c, false);
        break;
    case ROW_CALL:
        sample_line(c, 0.3, 1.5, false);
        break;
    case ROW_FATE:
        sample_fates(c);
        break;
    case ROW_RESIDUAL:
        sample_line(c, 0.1, 1, true);
        break;
    case ROW_HOT:
        sample_line(c, 1, 3, false);
        sample_box(c, true);
        break;
    case ROW_INLINED:
        sample_inlined(c);
        break;
    case ROW_CHANCE:
    case LEGEND_ROWS:
        break;
    }
}

static unsigned rows_of(const struct drawing *d)
{
    unsigned n = 0;

    for (unsigned i = 0; i < LEGEND_ROWS; i++)
        n += is_wanted(d, (enum legend_row)i);
    return n;
}

static double column_width(const struct drawing *d)
{
    size_t cells = 0;

    for (unsigned i = 0; i < LEGEND_ROWS; i++) {
        size_t has = text_cells(str_of(sentence(d, (enum legend_row)i)));
        if (is_wanted(d, (enum legend_row)i) && has > cells)
            cells = has;
    }
    return PAD + SAMPLE + GAP + ceil((double)cells * GRAPH_CELL * FONT);
}

static unsigned rows_in(const struct drawing *d, unsigned columns)
{
    return (rows_of(d) + columns - 1) / columns;
}

struct drawn_size graph_svg_legend_size(const struct drawing *d, unsigned columns)
{
    return (struct drawn_size){columns * column_width(d) + PAD,
                               rows_in(d, columns) * (double)ROW + 2 * PAD};
}

static void row(struct graph_canvas *c, enum legend_row which, double x, double y)
{
    sink_text(c->s, "<g transform=\"translate(");
    sink_short(c->s, x, 1);
    sink_byte(c->s, ',');
    sink_short(c->s, y, 1);
    sink_text(c->s, ")\">");
    sample(c, which);
    sink_text(c->s, "<text class=\"ui\"");
    graph_canvas_number(c, "x", SAMPLE + GAP);
    graph_canvas_number(c, "y", 4.5);
    graph_canvas_ink(c, "fill", false);
    sink_byte(c->s, '>');
    sink_text(c->s, sentence(c->d, which));
    sink_text(c->s, "</text></g>\n");
}

void graph_svg_legend(struct graph_canvas *c, const struct graph_page *page)
{
    struct drawn_size size = graph_svg_legend_size(c->d, page->columns);
    unsigned in_column = rows_in(c->d, page->columns);
    unsigned n = 0;

    sink_text(c->s, "<g class=\"legend\"");
    graph_canvas_number(c, "font-size", FONT);
    sink_text(c->s, " transform=\"translate(");
    sink_short(c->s, page->legend.x, 1);
    sink_byte(c->s, ',');
    sink_short(c->s, page->legend.y, 1);
    sink_text(c->s, ") scale(");
    sink_short(c->s, page->scale, 3);
    sink_text(c->s, ")\">\n<rect class=\"panel\"");
    graph_canvas_number(c, "width", size.width);
    graph_canvas_number(c, "height", size.height);
    sink_text(c->s, " rx=\"6\" fill=\"#ffffff\" stroke=\"#c8c8c8\"/>\n");
    for (unsigned i = 0; i < LEGEND_ROWS; i++) {
        if (!is_wanted(c->d, (enum legend_row)i))
            continue;
        unsigned column = n / in_column;
        unsigned in_it = n % in_column;
        row(c, (enum legend_row)i, PAD + column * column_width(c->d), PAD + ROW * (in_it + 0.5));
        n++;
    }
    sink_text(c->s, "</g>\n");
}
