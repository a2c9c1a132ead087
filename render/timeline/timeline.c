/* Memory over time as SVG:
 *
 *   <svg> <title> <desc> <style> backgrounds, title, subtitle
 *     <g> memory in use: heap, overhead, stacks as stacked areas; the peak; axes
 *     <g> who allocated it: the largest sites, in detailed snapshots
 *     <g class="frames"> a strip for each snapshot, with its numbers as <title> and a link to its
 * tree <g> legend <g class="trees"> a tree for each detailed snapshot
 *     <script> zoom and search in these trees
 *
 * Both charts share the time axis. Lines between snapshots are straight, because nothing is known
 * there. */
#include <math.h>

#include "render/common/web_assets.h"
#include "render/flame/fill.h"
#include "render/flame/page.h"
#include "render/output.h"
#include "render/timeline/axis.h"
#include "render/timeline/legend.h"
#include "render/timeline/strips.h"
#include "render/timeline/trees.h"

enum { PAD_PX = 16, CHART_PX = 160, SITES_PX = 160, GAP_PX = 34, TIME_CELLS = 13 };

/* ---- places */

static void place(struct timeline_canvas *c)
{
    const struct style *style = c->picture->style;
    const struct timeline *t = &c->t;
    double left = fmin(11 * c->cell + PAD_PX, style->width_px / 3);
    double row = 1.5 * c->font;
    struct timeline_chart chart = {
        .left = left,
        .top = flame_top_px(style) + 2 * c->font,
        .width = fmax(style->width_px - left - PAD_PX, 1),
        .height = CHART_PX,
        .from = t->shots[0].at,
        .to = t->shots[t->n - 1].at,
        .value_most = timeline_axis_top((double)t->most),
    };

    c->whole = chart;
    double bottom = chart.top + chart.height + 2 * row;
    bottom += row * (double)timeline_legend_rows(c, timeline_n_parts(t));
    chart.top = bottom + GAP_PX;
    chart.height = t->n_detailed && t->n_sites ? SITES_PX : 0;
    chart.value_most = timeline_axis_top((double)t->most_heap);
    c->sites = chart;
    if (chart.height > 0)
        bottom = chart.top + chart.height + 2 * row +
                 row * (double)timeline_legend_rows(c, t->n_sites + 1);
    c->height = ceil(bottom + row);
    c->trees_top = c->height + row;
}

/* ---- areas */

/* The range of an area: the first and last of its snapshots. */
struct reach {
    size_t first, last;
    double spread_px; /* to both sides of one moment alone */
};

static bool has(const struct timeline_canvas *c, bool of_sites, size_t shot)
{
    return !of_sites || c->t.shots[shot].is_detailed;
}

static struct reach reach_of(const struct timeline_canvas *c, const struct timeline_chart *chart,
                             bool of_sites)
{
    const struct timeline *t = &c->t;
    struct reach reach = {.last = t->n - 1};

    while (!has(c, of_sites, reach.first))
        reach.first++;
    while (!has(c, of_sites, reach.last))
        reach.last--;
    double width =
        timeline_x(chart, t->shots[reach.last].at) - timeline_x(chart, t->shots[reach.first].at);
    reach.spread_px = width < 1 ? 4 : 0;
    return reach;
}

static void point(struct timeline_canvas *c, const struct timeline_chart *chart, char mark,
                  double x, uint64_t value)
{
    sink_byte(c->s, mark);
    sink_short(c->s, x, 2);
    sink_byte(c->s, ' ');
    sink_short(c->s, timeline_y(chart, (double)value), 2);
}

/* The area between the sums below a part and below the next one, there and back. */
static void area(struct timeline_canvas *c, const struct timeline_chart *chart, bool of_sites,
                 size_t part)
{
    const struct timeline_snapshot *shots = c->t.shots;
    struct reach reach = reach_of(c, chart, of_sites);

    sink_text(c->s, " d=\"");
    for (size_t i = reach.first; i <= reach.last; i++)
        if (has(c, of_sites, i))
            point(c, chart, i == reach.first ? 'M' : 'L',
                  timeline_x(chart, shots[i].at) - reach.spread_px,
                  timeline_below(&shots[i], c, of_sites, part + 1));
    if (reach.spread_px > 0)
        point(c, chart, 'L', timeline_x(chart, shots[reach.last].at) + reach.spread_px,
              timeline_below(&shots[reach.last], c, of_sites, part + 1));
    for (size_t i = reach.last + 1; i-- > reach.first;)
        if (has(c, of_sites, i))
            point(c, chart, 'L', timeline_x(chart, shots[i].at) + reach.spread_px,
                  timeline_below(&shots[i], c, of_sites, part));
    if (reach.spread_px > 0)
        point(c, chart, 'L', timeline_x(chart, shots[reach.first].at) - reach.spread_px,
              timeline_below(&shots[reach.first], c, of_sites, part));
    sink_text(c->s, "Z\"/>\n");
}

static void areas(struct timeline_canvas *c)
{
    for (size_t i = 0; i < TIMELINE_PARTS; i++) {
        sink_text(c->s, "<path");
        svg_colour(c->s, "fill", timeline_part_fills[i]);
        area(c, &c->whole, false, i);
    }
    for (size_t i = 0; c->sites.height > 0 && i <= c->t.n_sites; i++) {
        sink_text(c->s, i < c->t.n_sites ? "<path" : "<path class=\"rest\"");
        svg_colour(c->s, "fill",
                   i < c->t.n_sites ? timeline_site_fills[i] : (struct colour)REST_FILL);
        area(c, &c->sites, true, i);
    }
}

/* ---- axes */

static void axis_of_bytes(struct timeline_canvas *c, const struct timeline_chart *chart)
{
    struct timeline_axis axis =
        timeline_axis_of(chart->value_most, TIMELINE_BYTES, TIMELINE_UPWARD);

    for (uint64_t i = 0; i <= axis.n; i++) {
        double y = timeline_y(chart, (double)i * axis.step);
        timeline_line(c, chart->left, y, chart->left + chart->width, y,
                      i ? " stroke-opacity=\"0.35\"" : " stroke-opacity=\"0.9\"");
        buf_clear(&c->label.buf);
        timeline_axis_text(&axis, (double)i * axis.step, &c->label);
        timeline_write(c, chart->left - c->cell, y + c->font / 3, "end", buf_str(&c->label.buf),
                       10);
    }
}

static const char *time_name(const struct timeline *t)
{
    if (str_equal(t->unit, STR("B")))
        return "bytes allocated and freed";
    if (str_equal(t->unit, STR("i")))
        return "instructions";
    return t->place == TIMELINE_BY_INDEX ? "snapshots" : "time";
}

/* Snapshots that have no times are told by their numbers, of which some may be missing. */
static void time_text(struct timeline_canvas *c, const struct timeline_axis *axis, double at)
{
    const struct timeline *t = &c->t;

    buf_clear(&c->label.buf);
    if (t->place == TIMELINE_BY_INDEX)
        sink_u64(&c->label, t->shots[(size_t)at].is->number);
    else
        timeline_axis_text(axis, at, &c->label);
}

/* A label does not leave the page. */
static const char *anchor_of(const struct timeline_canvas *c, double x)
{
    double half = (double)c->label.buf.n * c->cell / 2;

    if (x < half)
        return "start";
    return x + half > c->picture->style->width_px ? "end" : "middle";
}

static void axis_of_time(struct timeline_canvas *c, const struct timeline_chart *chart)
{
    double room = floor(chart->width / (TIME_CELLS * c->cell));
    unsigned steps = room < 1 ? 1 : room > 10 ? 10 : (unsigned)room;
    struct timeline_axis axis =
        timeline_axis_of(chart->to - chart->from, timeline_unit_of(&c->t), steps);
    double bottom = chart->top + chart->height;
    double first = ceil(chart->from / axis.step);

    for (uint64_t i = 0; i <= axis.n && (first + (double)i) * axis.step <= chart->to; i++) {
        double at = (first + (double)i) * axis.step;
        double x = timeline_x(chart, at);
        time_text(c, &axis, at);
        timeline_line(c, x, bottom, x, bottom + c->font / 3, "");
        timeline_write(c, x, bottom + 1.4 * c->font, anchor_of(c, x), buf_str(&c->label.buf),
                       TIME_CELLS);
    }
    timeline_write(c, chart->left + chart->width, bottom + 2.6 * c->font, "end",
                   str_of(time_name(&c->t)), chart->width / 2 / c->cell);
}

/* A mark below each detailed snapshot. */
static void detailed_marks(struct timeline_canvas *c)
{
    double bottom = c->sites.top + c->sites.height;

    for (size_t i = 0; c->sites.height > 0 && i < c->t.n; i++) {
        double x = timeline_x(&c->sites, c->t.shots[i].at);
        if (c->t.shots[i].is_detailed)
            timeline_line(c, x, c->sites.top, x, bottom,
                          " stroke-opacity=\"0.35\" stroke-dasharray=\"1 3\"");
    }
}

/* ---- words */

/* Another snapshot than the marked peak may be higher. */
static void peak_words(const struct timeline_canvas *c, struct sink *to)
{
    const struct timeline_snapshot *peak = &c->t.shots[c->t.peak];

    sink_open_buf(to);
    sink_text(to, !peak->is->is_peak        ? "most: "
                  : peak->total < c->t.most ? "marked peak: "
                                            : "peak: ");
    timeline_amount(c, peak->total, to);
    if (peak->is->is_peak && peak->total < c->t.most) {
        sink_text(to, "; most: ");
        timeline_amount(c, c->t.most, to);
    }
}

static void peak(struct timeline_canvas *c)
{
    const struct timeline_chart *chart = &c->whole;
    double x = timeline_x(chart, c->t.shots[c->t.peak].at);
    bool is_right = x > chart->left + chart->width / 2;
    struct sink words;

    timeline_line(c, x, chart->top - c->font, x, chart->top + chart->height,
                  " stroke-width=\"1.5\" stroke-dasharray=\"4 3\"");
    peak_words(c, &words);
    timeline_write(c, x + (is_right ? -0.5 : 0.5) * c->font, chart->top - c->font / 2,
                   is_right ? "end" : "start", buf_str(&words.buf), chart->width / c->cell);
    sink_discard(&words);
}

/* ---- page */

static struct str title(const struct timeline_canvas *c)
{
    struct str asked = c->picture->style->title;

    return asked.n ? asked : STR("Memory over Time");
}

static void describe(struct timeline_canvas *c)
{
    const struct timeline *t = &c->t;
    struct sink words;

    sink_text(c->s, "<desc>What a program holds in ");
    sink_grouped(c->s, t->n, 0);
    sink_text(c->s, t->n == 1 ? " snapshot; " : " snapshots; ");
    peak_words(c, &words);
    xml_text(&c->xml, buf_str(&words.buf));
    sink_discard(&words);
    sink_text(c->s, ". ");
    sink_grouped(c->s, t->n_detailed, 0);
    sink_text(c->s, c->t.n_detailed == 1 ? " of them tells what allocated it"
                                         : " of them tell what allocated it");
    sink_text(c->s, c->trees.height > 0 ? "; a strip of it leads to its tree below." : ".");
    if (c->picture->style->notes.n) {
        sink_text(c->s, " Notes: ");
        xml_text(&c->xml, c->picture->style->notes);
    }
    sink_text(c->s, "</desc>\n");
}

static void draw_background(struct timeline_canvas *c, const char *class, struct colour value,
                            const char *rest)
{
    sink_text(c->s, "<rect class=\"");
    sink_text(c->s, class);
    sink_byte(c->s, '"');
    svg_number(c->s, "width", c->picture->style->width_px);
    svg_number(c->s, "height", c->height);
    svg_colour(c->s, "fill", value);
    sink_text(c->s, rest);
}

static void open_svg(struct timeline_canvas *c)
{
    const struct style *style = c->picture->style;
    struct background b = c->picture->background;
    double cells = style_inner_px(style) / c->cell;

    sink_text(c->s, "<?xml version=\"1.0\" encoding=\"");
    sink_text(c->s, style->ascii ? "US-ASCII" : "UTF-8");
    sink_text(c->s, "\" standalone=\"no\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
    svg_number(c->s, "width", style->width_px);
    svg_number(c->s, "height", c->height);
    sink_text(c->s, " viewBox=\"0 0 ");
    sink_short(c->s, style->width_px, 2);
    sink_byte(c->s, ' ');
    sink_short(c->s, c->height, 2);
    sink_text(c->s, "\" class=\"timeline mono\" font-family=\"");
    xml_text(&c->xml, style->fonttype);
    sink_byte(c->s, '"');
    svg_number(c->s, "font-size", c->font);
    svg_colour(c->s, "data-search-color", style->search_colour);
    sink_text(c->s, " role=\"group\">\n<title>");
    xml_text(&c->xml, style->page_title.n ? style->page_title : title(c));
    sink_text(c->s, "</title>\n");
    describe(c);
    web_write(c->s, "style", &web_style);
    web_write(c->s, "style", &web_timeline_style);
    draw_background(c, "light", b.top, "/>\n");
    draw_background(c, "dark", b.dark_top, " display=\"none\"/>\n");
    sink_text(c->s, "<g");
    svg_number(c->s, "font-size", flame_title_px(style));
    sink_text(c->s, ">\n");
    timeline_write(c, style->width_px / 2, flame_title_y_px(style), "middle", title(c),
                   style_inner_px(style) / (flame_title_px(style) * style->fontwidth));
    sink_text(c->s, "</g>\n");
    if (style->subtitle.n)
        timeline_write(c, style->width_px / 2, flame_subtitle_y_px(style), "middle",
                       style->subtitle, cells);
}

/* Two strips with tooltips and links, and a mark with its line, for each snapshot; the number of
 * other elements is fixed. */
static bool check_elements(const struct timeline_canvas *c, struct fault *f)
{
    uint64_t limit = c->picture->limits->elements;

    return 8 * (uint64_t)c->t.n + 200 + c->trees.n_elements <= limit ||
           limits_reached(f, "timeline", "elements", limit);
}

static void trees(struct timeline_canvas *c)
{
    if (c->trees.height <= 0)
        return;
    sink_text(c->s, "<g class=\"trees\">\n");
    sink_str(c->s, buf_str(&c->trees.text.buf));
    sink_text(c->s, "</g>\n");
    if (!c->picture->style->no_script)
        web_write(c->s, "script", &web_timeline_script);
}

static void draw(struct timeline_canvas *c)
{
    open_svg(c);
    areas(c);
    axis_of_bytes(c, &c->whole);
    axis_of_time(c, &c->whole);
    if (c->sites.height > 0) {
        axis_of_bytes(c, &c->sites);
        axis_of_time(c, &c->sites);
    }
    detailed_marks(c);
    peak(c);
    timeline_strips(c);
    if (c->trees.height <= 0)
        timeline_legends(c, c->t.peak, timeline_told(&c->t));
    trees(c);
    sink_text(c->s, "</svg>\n");
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    const struct style *style = picture->style;
    struct timeline_canvas c = {
        .picture = picture,
        .s = sink,
        .xml = {.s = sink, .ascii = style->ascii},
        .font = style->fontsize,
        .cell = style->fontsize * style->fontwidth,
    };
    sink_open_buf(&c.label);
    bool ok = timeline_build(&c.t, picture->profile, f);

    if (ok) {
        place(&c);
        ok = timeline_trees_draw(&c, f) && check_elements(&c, f);
    }
    if (ok) {
        if (c.trees.height > 0)
            c.height = ceil(c.trees_top + c.trees.height + 1.5 * c.font);
        draw(&c);
    }
    sink_discard(&c.trees.text);
    timeline_free(&c.t);
    sink_discard(&c.label);
    xml_free(&c.xml);
    buf_free(&c.clean);
    buf_free(&c.fitted);
    return ok;
}

static const char *const endings[] = {NULL};

const struct output_format output_timeline = {
    .name = "timeline",
    .about = "memory over time by allocation site, as SVG or a figure",
    .endings = endings,
    .write = write,
    .whole = true,
    .all_snapshots = true,
};
