/* A flame graph as SVG: complete without scripts, interactive with them. Everything that matters is
 * a presentation attribute with an absolute number, so the picture is the same in browsers,
 * librsvg, Inkscape and Qt; the style sheet only adds dark mode and print.
 *
 *   <svg> <title> <desc> <style> <defs> backgrounds, title, subtitle
 *     <g class="legend"> what colours mean
 *     <g class="axis"> the time axis of a flame chart
 *     <g class="frames"> the frames
 *       <g class="callouts"> names beside small boxes, each a line, a box and a text
 *     <metadata> <script>
 */
#include "base/mem.h"
#include "render/flame/answer.h"
#include "render/flame/callout.h"
#include "render/flame/difference_box.h"
#include "render/flame/difference_text.h"
#include "render/flame/narrow_rows.h"
#include "render/flame/page.h"
#include "render/flame/picture.h"
#include "render/flame/svg_frames.h"
#include "render/flame/svg_viewer.h"
#include "render/flame/time_axis.h"
#include "render/output.h"

enum { HEAVIEST = 5 };

struct canvas {
    struct picture *picture;
    struct sink *s;
    struct svg_frames frames;
    struct callouts callouts;
    struct svg_viewer viewer;
    struct sink answer;
    double top_px; /* where the first row begins */
    double height_px;
};

static void canvas_measure(struct canvas *c)
{
    const struct style *style = c->picture->style;

    c->top_px = flame_top_px(style);
    c->height_px = c->top_px + svg_frames_height_px(&c->frames) + flame_bottom_px(style);
}

enum { ELEMENTS_AROUND = 21 + 2 * LEGEND_MOST, MARK_ELEMENTS = 3, TICK_BYTES = 250 };

/* Of a name beside a box. */
enum { CALLOUT_ELEMENTS = 3, CALLOUT_BYTES = 1000 };

/* Wide pictures have many ticks. */
static uint64_t ticks_of(const struct canvas *c)
{
    return c->picture->style->time_axis ? time_axis_of(c->picture).n : 0;
}

/* How many names there may be beside boxes. */
static uint64_t callouts_most(const struct canvas *c)
{
    return c->picture->difference ? CALLOUTS_MOST : 0;
}

/* Besides the frames. */
static uint64_t elements_around(const struct canvas *c)
{
    uint64_t marks = c->picture->marks_inlined ? MARK_ELEMENTS : 0;
    uint64_t ticks = ticks_of(c);
    uint64_t rows = c->picture->style->answer_rows;

    return ELEMENTS_AROUND + marks + (c->picture->n_narrow_rows > 0) +
           (c->picture->roles ? SVG_HATCH_ELEMENTS : 0) + (rows ? 1 + rows : 0) +
           (ticks ? 1 + 2 * ticks : 0) + svg_viewer_elements(&c->viewer) + 1 +
           CALLOUT_ELEMENTS * callouts_most(c);
}

/* Leaves out the rows that have no room beside what else there is. */
static void cut(struct canvas *c)
{
    const uint64_t around = 16384; /* bytes besides the texts that options give */
    const uint64_t escaped = 6;    /* a byte as &quot; */
    const struct style *style = c->picture->style;
    const struct str texts[] = {style->title, style->subtitle,  style->answer,   style->legend,
                                style->notes, style->countname, style->nametype, style->fonttype};
    uint64_t limit = c->picture->limits->elements;
    uint64_t elements = elements_around(c);
    uint64_t bytes = around + TICK_BYTES * ticks_of(c) + CALLOUT_BYTES * callouts_most(c) +
                     (c->s->most ? svg_viewer_bytes(&c->viewer) : 0);

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        bytes += escaped * texts[i].n;
    svg_frames_cut(&c->frames, limit > elements ? limit - elements : 0,
                   !c->s->most          ? UINT64_MAX
                   : c->s->most > bytes ? c->s->most - bytes
                                        : 0);
}

static bool check_elements(const struct canvas *c, struct fault *f)
{
    uint64_t limit = c->picture->limits->elements;
    uint64_t around = elements_around(c);
    uint64_t n = around + svg_frames_elements(&c->frames, limit > around ? limit - around : 0);

    return n <= limit || limits_reached(f, "svg", "elements", limit);
}

/* By frame: whether it is drawn under its name somewhere. */
static bool *drawn_frames(const struct canvas *c)
{
    const struct profile *p = c->picture->profile;
    bool *drawn = mem_alloc(p->frames.n, sizeof *drawn);

    for (size_t i = 0; i < c->frames.layout.n; i++)
        if (!c->frames.layout.boxes[i].joined)
            drawn[p->stacks.rows[c->frames.layout.boxes[i].stack].frame] = true;
    return drawn;
}

static void describe_heaviest(struct canvas *c)
{
    bool *drawn = c->picture->style->only_visible ? drawn_frames(c) : NULL;
    struct picture_self heaviest[HEAVIEST];
    size_t n = picture_heaviest(c->picture, drawn, heaviest, HEAVIEST);

    for (size_t i = 0; i < n; i++) {
        sink_text(c->s, i ? ", " : " Most by themselves: ");
        xml_name(&c->frames.xml, name_without_mark(heaviest[i].name));
        svg_frames_amount(&c->frames, heaviest[i].self);
    }
    if (n)
        sink_byte(c->s, '.');
    mem_free(drawn, c->picture->profile->frames.n, sizeof *drawn);
}

/* The sentences that the viewer shows first, and that stand in the description. */
static void find_answer(struct canvas *c)
{
    const struct style *style = c->picture->style;
    bool *drawn = style->only_visible ? drawn_frames(c) : NULL;

    sink_open_buf(&c->answer);
    if (style->answer.n && !(drawn && c->picture->n_too_deep))
        sink_str(&c->answer, style->answer);
    else if (c->picture->difference || !style->old_words)
        answer_write(&c->answer, c->picture, drawn, " ");
    mem_free(drawn, c->picture->profile->frames.n, sizeof *drawn);
}

static void write_answer(struct canvas *c, const char *before, const char *behind)
{
    if (!c->answer.buf.n)
        return;
    sink_text(c->s, before);
    xml_text(&c->frames.xml, buf_str(&c->answer.buf));
    sink_text(c->s, behind);
}

static void describe_total(struct canvas *c)
{
    const struct picture *p = c->picture;
    struct sink text;

    sink_open_buf(&text);
    if (p->difference) {
        sink_text(&text, "two sides, ");
        difference_text_headline(&text, p);
    } else {
        picture_count(&text, p, p->tree->total[0]);
        sink_byte(&text, ' ');
        sink_str(&text, picture_unit(p));
    }
    xml_text(&c->frames.xml, buf_str(&text.buf));
    sink_discard(&text);
}

static const char *widths_of(const struct style *style)
{
    if (style->lanes)
        return ": threads have a lane each, the heaviest first, percentages are of the time of "
               "all, time runs from left to right, gaps are between samples,";
    if (style->time_axis)
        return ": time runs from left to right, gaps are between samples,";
    return style->chart ? ": time runs from left to right," : ": width is the share,";
}

static void describe(struct canvas *c)
{
    const struct picture *p = c->picture;
    struct sink *s = c->s;

    sink_text(s, "<desc>");
    sink_text(s, p->style->chart ? "Flame chart of " : "Flame graph of ");
    describe_total(c);
    sink_text(s, widths_of(p->style));
    sink_text(s, p->style->reverse ? " callers stand " : " callees stand ");
    sink_text(s, p->style->inverted ? "below" : "above");
    sink_text(s, p->style->reverse ? " what they call." : " their callers.");
    write_answer(c, p->difference ? " Verdict: " : " ", "");
    if (!p->difference && p->style->old_words)
        describe_heaviest(c);
    sink_byte(s, ' ');
    sink_grouped(s, p->n_drawn, 0);
    sink_text(s, " frames are drawn");
    if (p->n_too_narrow) {
        sink_text(s, "; ");
        sink_grouped(s, p->n_too_narrow, 0);
        sink_text(s, " narrow callees of theirs");
        if (!p->difference)
            svg_frames_amount(&c->frames, p->too_narrow);
        sink_text(s, " are drawn joined or not at all");
    }
    if (p->n_narrow_rows) {
        sink_text(s, "; ");
        narrow_rows_line(s, p);
    }
    if (p->n_too_deep) {
        sink_text(s, "; ");
        sink_grouped(s, p->n_too_deep, 0);
        sink_text(s, " frames are deeper than there is room");
    }
    sink_byte(s, '.');
    if (p->style->notes.n) {
        sink_text(s, " Notes: ");
        xml_text(&c->frames.xml, p->style->notes);
    }
    sink_text(s, "</desc>\n");
}

/* Ends the list with a generic family: without one, a missing font would become serif. */
static void font_family(struct canvas *c)
{
    static const char *const generic[] = {"serif", "monospace", "cursive", "fantasy", "system-ui"};
    struct str family = c->picture->style->fonttype;
    bool falls_back = false;

    for (size_t i = 0; i < sizeof generic / sizeof generic[0]; i++)
        falls_back = falls_back || str_ends(family, str_of(generic[i]));
    sink_text(c->s, " font-family=\"");
    xml_text(&c->frames.xml, family);
    sink_text(c->s, falls_back ? "\"" : ", sans-serif\"");
}

static void open_svg(struct canvas *c)
{
    const struct style *style = c->picture->style;
    bool mono = str_equal(style->fonttype, STR("monospace"));

    sink_text(c->s, "<?xml version=\"1.0\" encoding=\"");
    sink_text(c->s, style->ascii ? "US-ASCII" : "UTF-8");
    sink_text(c->s, "\" standalone=\"no\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
    svg_number(c->s, "width", style->width_px);
    svg_number(c->s, "height", c->height_px);
    sink_text(c->s, " viewBox=\"0 0 ");
    sink_short(c->s, style->width_px, 2);
    sink_byte(c->s, ' ');
    sink_short(c->s, c->height_px, 2);
    sink_byte(c->s, '"');
    sink_text(c->s, " class=\"flame-picture");
    sink_text(c->s, c->picture->difference ? " flame-difference" : "");
    sink_text(c->s, mono ? " mono\"" : "\"");
    font_family(c);
    svg_number(c->s, "font-size", style->fontsize);
    sink_text(c->s, " data-nametype=\"");
    xml_text(&c->frames.xml, style->nametype);
    sink_byte(c->s, '"');
    svg_colour(c->s, "data-search-color", style->search_colour);
    if (!style->old_words && !style->no_script)
        write_answer(c, " data-answer=\"", "\"");
    sink_text(c->s, " role=\"img\">\n<title>");
    xml_text(&c->frames.xml, style->page_title.n ? style->page_title : style->title);
    sink_text(c->s, "</title>\n");
    describe(c);
    svg_viewer_style(&c->viewer, c->s);
}

static void gradient(struct canvas *c, const char *id, struct colour top, struct colour bottom)
{
    sink_text(c->s, "<linearGradient id=\"");
    sink_text(c->s, id);
    sink_text(c->s, "\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop offset=\"0.05\"");
    svg_colour(c->s, "stop-color", top);
    sink_text(c->s, "/><stop offset=\"0.95\"");
    svg_colour(c->s, "stop-color", bottom);
    sink_text(c->s, "/></linearGradient>");
}

static void background_rect(struct canvas *c, const char *attributes)
{
    sink_text(c->s, "<rect");
    svg_number(c->s, "width", c->picture->style->width_px);
    svg_number(c->s, "height", c->height_px);
    sink_text(c->s, attributes);
}

static void backgrounds(struct canvas *c)
{
    struct background b = c->picture->background;

    sink_text(c->s, "<defs>");
    gradient(c, "flame-light", b.top, b.bottom);
    gradient(c, "flame-dark", b.dark_top, b.dark_bottom);
    sink_text(c->s, c->picture->roles ? SVG_HATCH : "");
    sink_text(c->s, "</defs>\n");
    background_rect(c, " class=\"light\" fill=\"url(#flame-light)\"/>\n");
    background_rect(c, " class=\"dark\" fill=\"url(#flame-dark)\" display=\"none\"/>\n");
}

static void heading(struct canvas *c, struct str text, double y, double size, bool faint)
{
    const struct style *style = c->picture->style;

    if (text.n == 0)
        return;
    buf_clear(&c->frames.name);
    buf_clear(&c->frames.label);
    text_clean(text, &c->frames.name);
    if (!faint && c->picture->difference)
        size = flame_verdict_px(style, text_cells(buf_str(&c->frames.name)));
    struct colour ink = colour_text_on(c->picture->background.top);
    sink_text(c->s, style->has_ui_colour ? "<text" : "<text class=\"ui\"");
    svg_number(c->s, "x", style->width_px / 2);
    svg_number(c->s, "y", y);
    svg_number(c->s, "font-size", size);
    svg_colour(c->s, "fill", style->has_ui_colour ? style->ui_colour : ink);
    if (faint)
        sink_text(c->s, " fill-opacity=\"0.75\"");
    sink_text(c->s, " text-anchor=\"middle\">");
    if (style->exact.n && !faint) {
        sink_text(c->s, "<title>");
        xml_text(&c->frames.xml, style->exact);
        sink_text(c->s, "</title>");
    }
    double cells = style_inner_px(style) / (size * style->fontwidth);
    text_fit(buf_str(&c->frames.name), cells > 0 ? (size_t)cells : 0, TEXT_CUT_RIGHT,
             &c->frames.label);
    xml_clean(&c->frames.xml, buf_str(&c->frames.label));
    sink_text(c->s, "</text>\n");
}

/* In a group, for the viewer to tell it from title and subtitle. */
static void answer(struct canvas *c)
{
    const struct style *style = c->picture->style;
    struct str lines[ANSWER_LINES];
    size_t n = answer_lines(style, buf_str(&c->answer.buf), lines);

    if (!style->answer_rows)
        return;
    sink_text(c->s, "<g>\n");
    for (size_t i = 0; i < n && i < style->answer_rows; i++)
        heading(c, lines[i], flame_answer_y_px(style) + 1.5 * style->fontsize * (double)i,
                style->fontsize, true);
    sink_text(c->s, "</g>\n");
}

static void legend_mark(struct canvas *c, double x, double y)
{
    sink_text(c->s, "<path class=\"inlined\" d=\"M");
    sink_short(c->s, x, 2);
    sink_byte(c->s, ',');
    sink_short(c->s, y, 2);
    sink_text(c->s, SVG_MARK SVG_MARK_END);
}

static void legend_entry(struct canvas *c, size_t i)
{
    const struct style *style = c->picture->style;
    const struct legend_entry *e = &c->picture->legend->rows[i];
    const double side = legend_swatch_px(style);
    const double baseline = flame_legend_y_px(style) + 1.5 * style->fontsize * e->row;
    struct colour ink = colour_text_on(c->picture->background.top);

    sink_text(c->s, "<rect");
    svg_number(c->s, "x", e->x_px);
    svg_number(c->s, "y", baseline - side);
    svg_number(c->s, "width", side);
    svg_number(c->s, "height", side);
    svg_colour(c->s, "fill", e->swatch);
    sink_text(c->s, "/>");
    if (i == c->picture->legend->n)
        legend_mark(c, e->x_px, baseline - side);
    sink_text(c->s, style->has_ui_colour ? "<text" : "<text class=\"ui\"");
    svg_number(c->s, "x", e->x_px + 1.5 * side);
    svg_number(c->s, "y", baseline);
    svg_colour(c->s, "fill", style->has_ui_colour ? style->ui_colour : ink);
    sink_byte(c->s, '>');
    buf_clear(&c->frames.label);
    legend_text(c->picture->legend, i, &c->frames.label);
    xml_clean(&c->frames.xml, buf_str(&c->frames.label));
    sink_text(c->s, "</text>\n");
}

static void legend(struct canvas *c)
{
    if (!c->picture->legend || !c->picture->legend->n_rows)
        return;
    sink_text(c->s, "<g class=\"legend\">\n");
    for (size_t i = 0; i < legend_n_shown(c->picture->legend); i++)
        legend_entry(c, i);
    sink_text(c->s, "</g>\n");
}

/* A tick, and its label to the right. */
static void tick(struct canvas *c, const struct time_axis *axis, uint64_t i)
{
    const struct style *style = c->picture->style;
    const double x = (double)i * axis->px;
    struct colour ink = colour_text_on(c->picture->background.top);
    struct sink label;

    sink_text(c->s, style->has_ui_colour ? "<rect" : "<rect class=\"ui\"");
    svg_number(c->s, "x", x);
    svg_number(c->s, "width", 1);
    svg_number(c->s, "height", flame_axis_px(style));
    svg_colour(c->s, "fill", style->has_ui_colour ? style->ui_colour : ink);
    sink_text(c->s, style->has_ui_colour ? "/><text" : "/><text class=\"ui\"");
    svg_number(c->s, "x", x + FLAME_AXIS_PAD_PX);
    svg_number(c->s, "y", style->fontsize);
    svg_colour(c->s, "fill", style->has_ui_colour ? style->ui_colour : ink);
    sink_byte(c->s, '>');
    sink_open_buf(&label);
    time_axis_label(axis, i * axis->step, &label);
    xml_text(&c->frames.xml, buf_str(&label.buf));
    sink_discard(&label);
    sink_text(c->s, "</text>\n");
}

static void write_axis(struct canvas *c)
{
    const struct style *style = c->picture->style;

    if (!style->time_axis)
        return;
    struct time_axis axis = time_axis_of(c->picture);
    sink_text(c->s, "<g class=\"axis\" transform=\"translate(");
    sink_short(c->s, style_margin_px(style), 2);
    sink_byte(c->s, ',');
    sink_short(c->s, c->top_px - flame_axis_px(style), 2);
    sink_text(c->s, ")\">\n");
    for (uint64_t i = 0; i < axis.n; i++)
        tick(c, &axis, i);
    sink_text(c->s, "</g>\n");
}

/* Finds names for what is proven, which may need more rows. */
static void find_callouts(struct canvas *c)
{
    const uint32_t end = c->frames.layout.depth + 1;
    size_t *rows = layout_rows(&c->frames.layout);

    callouts_find(&c->callouts, c->picture, &c->frames.layout, rows,
                  (struct callout_rows){0, end, CALLOUT_SPARE});
    c->frames.spare = c->callouts.end - end;
    mem_free(rows, end + (size_t)1, sizeof *rows);
}

/* As a box of its own colour in the dark. */
static void callout_rect(struct canvas *c, struct figure_rect r, struct colour fill,
                         struct colour dark)
{
    sink_text(c->s, "<rect");
    svg_number(c->s, "x", r.x);
    svg_number(c->s, "y", r.y);
    svg_number(c->s, "width", r.width);
    svg_number(c->s, "height", r.height);
    svg_colour(c->s, "fill", fill);
    svg_colour(c->s, "color", dark);
}

static void callout(struct canvas *c, const struct callout *row, struct figure_rect r)
{
    callout_rect(c, r, (struct colour)CALLOUT_FILL, (struct colour)CALLOUT_DARK);
    svg_colour(c->s, "stroke", (struct colour)PROVEN_STROKE);
    sink_text(c->s, " stroke-width=\"1\"/><text");
    svg_number(c->s, "x", r.x + FLAME_TEXT_PAD_PX);
    svg_number(c->s, "y", r.y + flame_baseline_px(c->picture->style));
    sink_byte(c->s, '>');
    xml_clean(&c->frames.xml, callout_text(&c->callouts, row));
    sink_text(c->s, "</text>\n");
}

/* All lines first, so that none crosses a name. */
static void write_callouts(struct canvas *c)
{
    const struct style *style = c->picture->style;
    const struct callout *rows = c->callouts.rows;
    const struct callout_page page = {.to = c->callouts.end + (c->picture->n_narrow_rows > 0)};

    if (!c->callouts.n)
        return;
    sink_text(c->s, "<g class=\"callouts\" pointer-events=\"none\">\n");
    for (size_t i = 0; i < c->callouts.n; i++) {
        callout_rect(c, callout_line(&rows[i], style, page), (struct colour)PROVEN_STROKE,
                     (struct colour)CALLOUT_FILL);
        sink_text(c->s, "/>\n");
    }
    for (size_t i = 0; i < c->callouts.n; i++)
        callout(c, &rows[i], callout_box(&rows[i], style, page));
    sink_text(c->s, "</g>\n");
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    const struct style *style = picture->style;
    struct canvas c = {.picture = picture, .s = sink};

    svg_viewer_start(&c.viewer, picture);
    svg_frames_start(&c.frames, picture, sink);
    narrow_rows_cut(picture, &c.frames.layout);
    cut(&c);
    find_callouts(&c);
    canvas_measure(&c);
    /* What was written to a file is taken back when memory runs out; elsewhere it is not. */
    if (!sink->temporary)
        svg_viewer_finish(&c.viewer);
    bool ok = check_elements(&c, f);
    if (ok) {
        find_answer(&c);
        open_svg(&c);
        backgrounds(&c);
        heading(&c, style->title, flame_title_y_px(style), flame_title_px(style), false);
        heading(&c, style->subtitle, flame_subtitle_y_px(style), style->fontsize, true);
        answer(&c);
        heading(&c, style->legend, flame_legend_y_px(style), style->fontsize, true);
        legend(&c);
        write_axis(&c);
        svg_frames_write(&c.frames, c.top_px);
        write_callouts(&c);
        svg_frames_end(&c.frames);
        svg_viewer_write(&c.viewer, sink);
        sink_text(sink, "</svg>\n");
    }
    sink_discard(&c.answer);
    callouts_free(&c.callouts);
    svg_frames_free(&c.frames);
    svg_viewer_free(&c.viewer);
    return ok;
}

static const char *const endings[] = {"svg", NULL};

const struct output_format output_svg = {
    .name = "svg",
    .about = "a flame graph as one SVG file",
    .endings = endings,
    .write = write,
    .embeds_tree = true,
    .both = true,
    .by_time = true,
};
