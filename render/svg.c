/* SVG: a picture that needs no script, and one to look around in where scripts run. Everything that
 * matters is a presentation attribute with an absolute number, so the picture is the same in
 * browsers, librsvg, Inkscape and Qt; the style sheet only adds dark surroundings and print.
 *
 *   <svg> <title> <desc> <style> <defs> backgrounds, title, subtitle
 *     <g class="frames" transform="translate(margin, top)">
 *       <g transform="translate(0, y of the row)">
 *         <rect x width height fill><title>name (1,234 samples, 12.34%)</title></rect> ...
 *         <g pointer-events="none" transform="translate(pad, baseline)"><text x>name</text> ...
 *     <metadata> <script>
 */
#include "base/mem.h"
#include "render/flame_page.h"
#include "render/output.h"
#include "render/sides.h"
#include "render/svg_viewer.h"
#include "render/xml.h"

enum { HEAVIEST = 5 };

struct canvas {
    struct picture *picture;
    struct layout layout;
    struct svg_viewer viewer;
    struct sink *s;
    struct xml xml;
    double top_px; /* where the first row begins */
    double height_px;
    double cell_px; /* width of a character */
    struct buf name, label;
    bool *id_given; /* by row of the user's attributes: an id stands once in a file */
};

static size_t cells_of(const struct canvas *c, const struct box *box)
{
    double room = (double)output_place_of(c->picture, box).width / 10 - 2 * FLAME_TEXT_PAD_PX;

    return room > 0 ? (size_t)(room / c->cell_px) : 0;
}

static void canvas_measure(struct canvas *c)
{
    const struct style *style = c->picture->style;

    c->cell_px = style->fontsize * style->fontwidth;
    c->top_px = flame_top_px(style);
    c->height_px = c->top_px + (c->layout.depth + 1.0) * style->frame_px + flame_bottom_px(style);
}

/* What the user adds to a frame; row is NULL for nothing. */
struct added {
    const struct frame_attributes *all;
    const struct attribute_row *row;
};

static struct str added_value(struct added added, enum frame_attribute which)
{
    return added.row ? frame_attributes_value(added.all, added.row, which) : STR("");
}

static struct added added_to(const struct canvas *c, struct str raw)
{
    const struct frame_attributes *all = c->picture->painter->attributes;

    return (struct added){all, all ? frame_attributes_find(all, raw) : NULL};
}

/* An element for each rectangle, title and label, two for each row, and a few around them. */
static bool check_elements(const struct canvas *c, struct fault *f)
{
    uint64_t limit = c->picture->limits->elements;
    uint64_t n = 20 + 2 * ((uint64_t)c->layout.depth + 1) + svg_viewer_elements(&c->viewer);

    for (size_t i = 0; i < c->layout.n; i++) {
        const struct box *box = &c->layout.boxes[i];
        struct added added = added_to(c, output_raw_name(c->picture, box));
        n += cells_of(c, box) ? 3 : 2;
        n += added_value(added, ATTRIBUTE_HREF).n > 0;
    }
    if (n <= limit)
        return true;
    return limits_reached(f, "svg", "elements", limit);
}

static void attribute(struct canvas *c, const char *name, double value)
{
    sink_byte(c->s, ' ');
    sink_text(c->s, name);
    sink_text(c->s, "=\"");
    sink_short(c->s, value, 2);
    sink_byte(c->s, '"');
}

static void attribute_text(struct canvas *c, const char *name, struct str text)
{
    sink_byte(c->s, ' ');
    sink_text(c->s, name);
    sink_text(c->s, "=\"");
    xml_text(&c->xml, text);
    sink_byte(c->s, '"');
}

static void colour(struct canvas *c, const char *name, struct colour value)
{
    struct colour_text text;

    sink_byte(c->s, ' ');
    sink_text(c->s, name);
    sink_text(c->s, "=\"");
    sink_text(c->s, colour_hex(&text, value));
    sink_byte(c->s, '"');
}

/* " (1,234 samples, 12.34%)" */
static void amount(struct canvas *c, uint64_t value)
{
    sink_text(c->s, " (");
    output_count(c->s, c->picture, value);
    sink_byte(c->s, ' ');
    xml_text(&c->xml, output_unit(c->picture));
    sink_text(c->s, ", ");
    if (value == c->layout.whole)
        sink_text(c->s, "100");
    else
        output_percent(c->s, value, c->layout.whole);
    sink_text(c->s, "%)");
}

/* By frame: whether it is drawn somewhere under its name. */
static bool *drawn_frames(const struct canvas *c)
{
    const struct profile *p = c->picture->profile;
    bool *drawn = mem_alloc(p->frames.n, sizeof *drawn);

    for (size_t i = 0; i < c->layout.n; i++)
        if (!c->layout.boxes[i].joined)
            drawn[p->stacks.rows[c->layout.boxes[i].stack].frame] = true;
    return drawn;
}

static void describe_heaviest(struct canvas *c)
{
    bool *drawn = c->picture->style->only_visible ? drawn_frames(c) : NULL;
    struct output_self heaviest[HEAVIEST];
    size_t n = output_heaviest(c->picture, drawn, heaviest, HEAVIEST);

    for (size_t i = 0; i < n; i++) {
        sink_text(c->s, i ? ", " : " Most by themselves: ");
        xml_text(&c->xml, name_without_mark(heaviest[i].name));
        amount(c, heaviest[i].self);
    }
    if (n)
        sink_byte(c->s, '.');
    mem_free(drawn, c->picture->profile->frames.n, sizeof *drawn);
}

static void describe_total(struct canvas *c)
{
    const struct picture *p = c->picture;
    struct sink text;

    sink_open_buf(&text);
    if (p->difference) {
        sink_text(&text, "two sides, ");
        sides_headline(&text, p);
    } else {
        output_count(&text, p, p->tree->total[0]);
        sink_byte(&text, ' ');
        sink_str(&text, output_unit(p));
    }
    xml_text(&c->xml, buf_str(&text.buf));
    sink_discard(&text);
}

static void describe(struct canvas *c)
{
    const struct picture *p = c->picture;
    struct sink *s = c->s;

    sink_text(s, "<desc>");
    sink_text(s, p->style->chart ? "Flame chart of " : "Flame graph of ");
    describe_total(c);
    sink_text(s, p->style->chart ? ": time runs from left to right," : ": width is the share,");
    sink_text(s, p->style->reverse ? " callers stand " : " callees stand ");
    sink_text(s, p->style->inverted ? "below" : "above");
    sink_text(s, p->style->reverse ? " what they call." : " their callers.");
    if (!p->difference)
        describe_heaviest(c);
    sink_byte(s, ' ');
    sink_grouped(s, p->n_drawn, 0);
    sink_text(s, " frames are drawn");
    if (p->n_hidden) {
        sink_text(s, "; ");
        sink_grouped(s, p->n_hidden, 0);
        sink_text(s, " narrow callees of theirs");
        if (!p->difference)
            amount(c, p->hidden);
        sink_text(s, " are drawn joined or not at all");
    }
    sink_byte(s, '.');
    if (p->style->notes.n) {
        sink_text(s, " Notes: ");
        xml_text(&c->xml, p->style->notes);
    }
    sink_text(s, "</desc>\n");
}

/* A family that is not there falls back to what its list ends in, not to the reader's serif. */
static void font_family(struct canvas *c)
{
    static const char *const generic[] = {"serif", "monospace", "cursive", "fantasy", "system-ui"};
    struct str family = c->picture->style->fonttype;
    bool falls_back = false;

    for (size_t i = 0; i < sizeof generic / sizeof generic[0]; i++)
        falls_back = falls_back || str_ends(family, str_of(generic[i]));
    sink_text(c->s, " font-family=\"");
    xml_text(&c->xml, family);
    sink_text(c->s, falls_back ? "\"" : ", sans-serif\"");
}

static void open_svg(struct canvas *c)
{
    const struct style *style = c->picture->style;
    bool mono = str_equal(style->fonttype, STR("monospace"));

    sink_text(c->s, "<?xml version=\"1.0\" encoding=\"");
    sink_text(c->s, style->ascii ? "US-ASCII" : "UTF-8");
    sink_text(c->s, "\" standalone=\"no\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
    attribute(c, "width", style->width_px);
    attribute(c, "height", c->height_px);
    sink_text(c->s, " viewBox=\"0 0 ");
    sink_short(c->s, style->width_px, 2);
    sink_byte(c->s, ' ');
    sink_short(c->s, c->height_px, 2);
    sink_byte(c->s, '"');
    if (mono)
        sink_text(c->s, " class=\"mono\"");
    font_family(c);
    attribute(c, "font-size", style->fontsize);
    attribute_text(c, "data-nametype", style->nametype);
    colour(c, "data-search-color", style->search_colour);
    sink_text(c->s, " role=\"img\">\n<title>");
    xml_text(&c->xml, style->title);
    sink_text(c->s, "</title>\n");
    describe(c);
    svg_viewer_style(&c->viewer, c->s);
}

static void gradient(struct canvas *c, const char *id, struct colour top, struct colour bottom)
{
    sink_text(c->s, "<linearGradient id=\"");
    sink_text(c->s, id);
    sink_text(c->s, "\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop offset=\"0.05\"");
    colour(c, "stop-color", top);
    sink_text(c->s, "/><stop offset=\"0.95\"");
    colour(c, "stop-color", bottom);
    sink_text(c->s, "/></linearGradient>");
}

static void background_rect(struct canvas *c, const char *attributes)
{
    sink_text(c->s, "<rect");
    attribute(c, "width", c->picture->style->width_px);
    attribute(c, "height", c->height_px);
    sink_text(c->s, attributes);
}

static void backgrounds(struct canvas *c)
{
    struct background b = c->picture->background;

    sink_text(c->s, "<defs>");
    gradient(c, "flame-light", b.top, b.bottom);
    gradient(c, "flame-dark", b.dark_top, b.dark_bottom);
    sink_text(c->s, "</defs>\n");
    background_rect(c, " class=\"light\" fill=\"url(#flame-light)\"/>\n");
    background_rect(c, " class=\"dark\" fill=\"url(#flame-dark)\" display=\"none\"/>\n");
}

static void heading(struct canvas *c, struct str text, double y, double size, bool faint)
{
    const struct style *style = c->picture->style;

    if (text.n == 0)
        return;
    struct colour ink = colour_text_on(c->picture->background.top);
    sink_text(c->s, style->has_ui_colour ? "<text" : "<text class=\"ui\"");
    attribute(c, "x", style->width_px / 2);
    attribute(c, "y", y);
    attribute(c, "font-size", size);
    colour(c, "fill", style->has_ui_colour ? style->ui_colour : ink);
    if (faint)
        sink_text(c->s, " fill-opacity=\"0.75\"");
    sink_text(c->s, " text-anchor=\"middle\">");
    buf_clear(&c->name);
    buf_clear(&c->label);
    text_clean(text, &c->name);
    double cells = style_inner_px(style) / (size * style->fontwidth);
    text_fit(buf_str(&c->name), cells > 0 ? (size_t)cells : 0, TEXT_CUT_RIGHT, &c->label);
    xml_clean(&c->xml, buf_str(&c->label));
    sink_text(c->s, "</text>\n");
}

/* " (1,234 samples, 12.34%)" of a box, with both sides where there are two. */
static void box_amount(struct canvas *c, const struct box *box)
{
    struct sink text;

    if (!c->picture->difference) {
        amount(c, box->depth ? box->total : c->layout.whole);
        return;
    }
    sink_open_buf(&text);
    sides_title(&text, c->picture, box);
    sink_byte(c->s, ' ');
    xml_text(&c->xml, buf_str(&text.buf));
    sink_discard(&text);
}

static void frame_title(struct canvas *c, const struct box *box, struct str title)
{
    sink_text(c->s, "><title>");
    if (box->joined > 1 || (box->joined && c->picture->style->only_visible)) {
        sink_grouped(c->s, box->joined, 0);
        sink_text(c->s, box->joined > 1 ? " narrow frames" : " narrow frame");
        box_amount(c, box);
    } else if (title.n) {
        xml_text(&c->xml, title);
    } else {
        xml_clean(&c->xml, buf_str(&c->name));
        box_amount(c, box);
    }
    sink_text(c->s, "</title></rect>");
}

static void place(struct canvas *c, const struct box *box)
{
    const struct style *style = c->picture->style;
    struct output_place place = output_place_of(c->picture, box);

    sink_text(c->s, " x=\"");
    sink_decimal(c->s, place.from, 1);
    sink_text(c->s, "\" width=\"");
    sink_decimal(c->s, place.width, 1);
    sink_text(c->s, "\" height=\"");
    sink_short(c->s, style->frame_px - flame_row_gap_px(style), 2);
    sink_byte(c->s, '"');
}

static void open_link(struct canvas *c, struct added added)
{
    struct str target = added_value(added, ATTRIBUTE_TARGET);

    sink_text(c->s, "<a");
    attribute_text(c, "href", added_value(added, ATTRIBUTE_HREF));
    attribute_text(c, "target", target.n ? target : STR("_top"));
    sink_text(c->s, " rel=\"noopener noreferrer\">");
}

static void added_attributes(struct canvas *c, struct added added)
{
    struct str id = added_value(added, ATTRIBUTE_ID);
    struct str class = added_value(added, ATTRIBUTE_CLASS);

    if (id.n && !c->id_given[added.row - added.all->rows]) {
        attribute_text(c, "id", id);
        c->id_given[added.row - added.all->rows] = true;
    }
    if (class.n)
        attribute_text(c, "class", class);
}

static void name_of(struct canvas *c, const struct box *box)
{
    buf_clear(&c->name);
    text_clean(name_without_mark(tree_name(c->picture->tree, box->stack)), &c->name);
}

static void rest(struct canvas *c, const struct box *box)
{
    sink_text(c->s, "<rect class=\"rest\"");
    place(c, box);
    colour(c, "fill", (struct colour)OUTPUT_REST_FILL);
    name_of(c, box);
    frame_title(c, box, STR(""));
    sink_byte(c->s, '\n');
}

/* Around frames that one side alone has. */
static void dashes(struct canvas *c)
{
    colour(c, "stroke", (struct colour)SIDES_DASHES);
    sink_text(c->s, " stroke-dasharray=\"4 2\"");
}

static void rectangle(struct canvas *c, const struct box *box)
{
    const struct picture *p = c->picture;
    struct added added = added_to(c, output_raw_name(p, box));
    bool link = added_value(added, ATTRIBUTE_HREF).n > 0;

    name_of(c, box);
    if (link)
        open_link(c, added);
    sink_text(c->s, "<rect");
    added_attributes(c, added);
    place(c, box);
    colour(c, "fill", output_paint_of(p, box).fill);
    if (p->difference && sides_fate_of(sides_of_box(p, box)) != SIDES_STAYS)
        dashes(c);
    else if (p->style->has_stroke)
        colour(c, "stroke", p->style->stroke);
    frame_title(c, box, added_value(added, ATTRIBUTE_TITLE));
    sink_text(c->s, link ? "</a>\n" : "\n");
}

/* The name with the mark of its change before it, or the mark alone. */
static void label_of(struct canvas *c, const struct box *box, size_t cells)
{
    struct str mark = str_of(c->picture->difference ? sides_mark(c->picture, box) : "");

    name_of(c, box);
    buf_clear(&c->label);
    buf_add(&c->label, mark);
    if (mark.n && cells > 2)
        buf_add_byte(&c->label, ' ');
    size_t marked = c->label.n;
    text_fit(buf_str(&c->name), cells - (mark.n ? cells > 2 ? 2 : cells : 0),
             c->picture->style->cut, &c->label);
    if (mark.n && c->label.n == marked)
        c->label.n = mark.n;
}

static void label(struct canvas *c, const struct box *box)
{
    size_t cells = box->joined ? 0 : cells_of(c, box);

    if (!cells)
        return;
    label_of(c, box, cells);
    if (!c->label.n)
        return;
    struct colour ink = output_paint_of(c->picture, box).ink;
    sink_text(c->s, "<text x=\"");
    sink_decimal(c->s, output_place_of(c->picture, box).from, 1);
    sink_byte(c->s, '"');
    if (ink.r)
        colour(c, "fill", ink);
    sink_byte(c->s, '>');
    xml_clean(&c->xml, buf_str(&c->label));
    sink_text(c->s, "</text>\n");
}

/* Writes boxes [from, to), which share a row: rectangles first, then their labels. */
static void row(struct canvas *c, size_t from, size_t to)
{
    const struct style *style = c->picture->style;
    uint32_t depth = c->layout.boxes[from].depth;
    uint32_t rows_above = style->inverted ? depth : c->layout.depth - depth;

    sink_text(c->s, "<g transform=\"translate(0,");
    sink_short(c->s, rows_above * style->frame_px, 2);
    sink_text(c->s, ")\">\n");
    for (size_t i = from; i < to; i++)
        if (c->layout.boxes[i].joined)
            rest(c, &c->layout.boxes[i]);
        else
            rectangle(c, &c->layout.boxes[i]);
    sink_text(c->s, "<g pointer-events=\"none\" transform=\"translate(");
    sink_u64(c->s, FLAME_TEXT_PAD_PX);
    sink_byte(c->s, ',');
    sink_short(c->s, flame_baseline_px(style), 2);
    sink_text(c->s, ")\">\n");
    for (size_t i = from; i < to; i++)
        label(c, &c->layout.boxes[i]);
    sink_text(c->s, "</g></g>\n");
}

static void frames(struct canvas *c)
{
    const struct box *boxes = c->layout.boxes;

    sink_text(c->s, "<g class=\"frames\" transform=\"translate(");
    sink_short(c->s, style_margin_px(c->picture->style), 2);
    sink_byte(c->s, ',');
    sink_short(c->s, c->top_px, 2);
    sink_text(c->s, ")\">\n");
    for (size_t from = 0; from < c->layout.n;) {
        size_t to = from + 1;
        while (to < c->layout.n && boxes[to].depth == boxes[from].depth)
            to++;
        row(c, from, to);
        from = to;
    }
    sink_text(c->s, "</g>\n");
}

static bool write(struct picture *picture, struct sink *sink, struct fault *f)
{
    const struct style *style = picture->style;
    struct canvas c = {.picture = picture, .s = sink, .xml = {.s = sink, .ascii = style->ascii}};
    const struct frame_attributes *added = picture->painter->attributes;
    size_t n_added = added ? added->n : 0;

    svg_viewer_start(&c.viewer, picture);
    output_layout(picture, &c.layout);
    canvas_measure(&c);
    c.id_given = mem_alloc(n_added, sizeof *c.id_given);
    /* What was written to a file is taken back when memory runs out; elsewhere it is not. */
    if (!sink->temporary)
        svg_viewer_finish(&c.viewer);
    bool ok = check_elements(&c, f);
    if (ok) {
        open_svg(&c);
        backgrounds(&c);
        heading(&c, style->title, flame_title_y_px(style), flame_title_px(style), false);
        heading(&c, style->subtitle, flame_subtitle_y_px(style), style->fontsize, true);
        heading(&c, style->legend, flame_legend_y_px(style), style->fontsize, true);
        frames(&c);
        svg_viewer_write(&c.viewer, sink);
        sink_text(sink, "</svg>\n");
    }
    mem_free(c.id_given, n_added, sizeof *c.id_given);
    layout_free(&c.layout);
    svg_viewer_free(&c.viewer);
    buf_free(&c.name);
    buf_free(&c.label);
    xml_free(&c.xml);
    return ok;
}

static const char *const endings[] = {"svg", NULL};

const struct output_format output_svg = {
    .name = "svg",
    .about = "a flame graph as one SVG file",
    .endings = endings,
    .write = write,
    .carries_tree = true,
    .both = true,
};
