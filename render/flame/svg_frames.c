/* Writes rows of boxes as SVG groups, rectangles and labels. */
#include "render/flame/svg_frames.h"

#include "base/mem.h"
#include "render/common/amount.h"
#include "render/flame/difference_box.h"
#include "render/flame/difference_text.h"
#include "render/flame/fill.h"
#include "render/flame/lane.h"
#include "render/flame/narrow_rows.h"
#include "render/flame/page.h"

/* Enough for the numbers and the tags of a box. */
enum { ROOM = 256 };

/* What is the same for all boxes. */
static void write_constants(struct svg_frames *f)
{
    const struct style *style = f->picture->style;
    struct sink *s = f->xml.s;
    struct sink text;

    sink_open_buf(&text);
    f->xml.s = &text;
    sink_byte(&text, ' ');
    xml_text(&f->xml, picture_unit(f->picture));
    sink_text(&text, ", ");
    f->unit_end = text.buf.n;
    svg_number(&text, "height", style->frame_px - flame_row_gap_px(style));
    buf_add(&f->constants, buf_str(&text.buf));
    sink_discard(&text);
    f->xml.s = s;
}

void svg_frames_start(struct svg_frames *f, struct picture *picture, struct sink *sink)
{
    const struct style *style = picture->style;
    const struct frame_attributes *added = picture->painter->attributes;

    *f = (struct svg_frames){
        .picture = picture,
        .s = sink,
        .xml = {.s = sink, .ascii = style->ascii},
        .cell_px = style->fontsize * style->fontwidth,
        .n_given = added ? added->n : 0,
    };
    short_names_start(&f->short_names);
    write_constants(f);
    picture_layout(picture, &f->layout);
    f->id_given = mem_alloc(f->n_given, sizeof *f->id_given);
}

void svg_frames_free(struct svg_frames *f)
{
    mem_free(f->id_given, f->n_given, sizeof *f->id_given);
    layout_free(&f->layout);
    buf_free(&f->name);
    buf_free(&f->label);
    buf_free(&f->constants);
    short_names_free(&f->short_names);
    xml_free(&f->xml);
}

double svg_frames_height_px(const struct svg_frames *f)
{
    unsigned line = f->picture->n_narrow_rows > 0;

    return (f->layout.depth + 1.0 + f->spare + line) * f->picture->style->frame_px;
}

static size_t cells_of(const struct svg_frames *f, const struct box *box)
{
    double room = (double)picture_place_of(f->picture, box).width / 10 - 2 * FLAME_TEXT_PAD_PX;

    return room > 0 ? (size_t)(room / f->cell_px) : 0;
}

/* The user's attributes of a frame; row NULL: none. */
struct added {
    const struct frame_attributes *all;
    const struct attribute_row *row;
};

static struct str added_value(struct added added, enum frame_attribute which)
{
    return added.row ? frame_attributes_value(added.all, added.row, which) : STR("");
}

static struct added added_to(const struct svg_frames *f, struct str raw)
{
    const struct frame_attributes *all = f->picture->painter->attributes;

    return (struct added){all, all ? frame_attributes_find(all, raw) : NULL};
}

/* The most elements of a box. */
static uint64_t elements_of(const struct svg_frames *f, const struct box *box)
{
    struct added added = added_to(f, picture_raw_name(f->picture, box));

    return (cells_of(f, box) ? 3U : 2U) + (added_value(added, ATTRIBUTE_HREF).n > 0);
}

enum { ELEMENTS_MOST = 4 };

/* Of a row, besides its boxes. */
static unsigned elements_around(const struct svg_frames *f)
{
    return 2U + (f->picture->marks_inlined ? 1 : 0) + (f->picture->roles ? 1 : 0);
}

uint64_t svg_frames_elements(const struct svg_frames *f, uint64_t enough)
{
    uint64_t n = 1 + elements_around(f) * ((uint64_t)f->layout.depth + 1);

    if (n + f->layout.n * ELEMENTS_MOST <= enough)
        return n + f->layout.n * ELEMENTS_MOST;
    for (size_t i = 0; i < f->layout.n; i++)
        n += elements_of(f, &f->layout.boxes[i]);
    return n;
}

static void attribute_text(struct svg_frames *f, const char *name, struct str text)
{
    sink_byte(f->s, ' ');
    sink_text(f->s, name);
    sink_text(f->s, "=\"");
    xml_text(&f->xml, text);
    sink_byte(f->s, '"');
}

void svg_frames_amount(struct svg_frames *f, uint64_t value)
{
    struct decimal shown = picture_shown(f->picture, value);
    char *from = sink_room(f->s, ROOM);
    char *to = digits_grouped(DIGITS_TEXT(from, " ("), shown.value, shown.scale);

    sink_took(f->s, (size_t)(to - from));
    sink_bytes(f->s, f->constants.p, f->unit_end);
    if (value == f->layout.whole) {
        sink_text(f->s, "100%)");
        return;
    }
    amount_percent(f->s, value, f->layout.whole);
    sink_text(f->s, "%)");
}

/* " (1,234 samples, 12.34%)" of a box; in a comparison with both sides. */
static void box_amount(struct svg_frames *f, const struct box *box)
{
    struct sink text;

    if (!f->picture->difference) {
        svg_frames_amount(f, box->depth ? box->total : f->layout.whole);
        return;
    }
    sink_open_buf(&text);
    difference_text_title(&text, f->picture, box);
    sink_byte(f->s, ' ');
    xml_text(&f->xml, buf_str(&text.buf));
    sink_discard(&text);
}

/* "\nfrom 2.10 ms to 3.50 ms": programs read the line before. */
static void box_times(struct svg_frames *f, const struct box *box)
{
    if (!f->picture->style->time_axis || !box->depth || box->lane)
        return;
    sink_text(f->s, "\nfrom ");
    amount_write_scaled(f->s, (double)box->start, STR("ns"));
    sink_text(f->s, " to ");
    amount_write_scaled(f->s, (double)(box->start + box->total), STR("ns"));
    if (!f->lane)
        return;
    sink_text(f->s, ", ");
    amount_percent(f->s, box->total, f->lane->total);
    sink_text(f->s, "% of ");
    xml_name(&f->xml, tree_name(f->picture->tree, f->lane->stack));
}

/* Tooltips of folded stacks stay what tools read that know those of flamegraph.pl. */
static void say_inlined(struct svg_frames *f, const struct box *box)
{
    if (!is_box_inlined(f->picture, box))
        return;
    struct str name = tree_name(f->picture->tree, box->stack);
    if (name_without_mark(name).n == name.n)
        sink_text(f->s, "\ninlined into its caller");
}

static void say_repeats(struct svg_frames *f, const struct box *box)
{
    const uint32_t n = picture_repeats(f->picture, box);

    if (n < 2)
        return;
    sink_byte(f->s, '\n');
    sink_grouped(f->s, n, 0);
    sink_text(f->s, " such frames in a row, drawn as one");
}

static void frame_title(struct svg_frames *f, const struct box *box, struct str title)
{
    sink_text(f->s, "><title>");
    if (box->lane) {
        buf_clear(&f->name);
        lane_name(f->picture, box, &f->name);
        xml_clean(&f->xml, buf_str(&f->name));
        box_amount(f, box);
    } else if (box->joined > 1 || (box->joined && f->picture->style->only_visible)) {
        sink_grouped(f->s, box->joined, 0);
        sink_text(f->s, box->joined > 1 ? " narrow frames" : " narrow frame");
        box_amount(f, box);
        box_times(f, box);
    } else if (title.n) {
        xml_text(&f->xml, title);
    } else {
        xml_name(&f->xml, name_without_mark(tree_name(f->picture->tree, box->stack)));
        box_amount(f, box);
        box_times(f, box);
        say_inlined(f, box);
        say_repeats(f, box);
    }
    sink_text(f->s, "</title></rect>");
}

static void place(struct svg_frames *f, const struct box *box)
{
    struct picture_place place = picture_place_of(f->picture, box);
    char *from = sink_room(f->s, ROOM);
    char *to = digits_decimal(DIGITS_TEXT(from, " x=\""), place.from, 1);

    to = digits_decimal(DIGITS_TEXT(to, "\" width=\""), place.width, 1);
    to = DIGITS_TEXT(to, "\"");
    sink_took(f->s, (size_t)(to - from));
    sink_str(f->s, str_from_to(buf_str(&f->constants), f->unit_end, f->constants.n));
}

static void open_link(struct svg_frames *f, struct added added)
{
    struct str target = added_value(added, ATTRIBUTE_TARGET);

    sink_text(f->s, "<a");
    attribute_text(f, "href", added_value(added, ATTRIBUTE_HREF));
    attribute_text(f, "target", target.n ? target : STR("_top"));
    sink_text(f->s, " rel=\"noopener noreferrer\">");
}

static void added_attributes(struct svg_frames *f, struct added added)
{
    struct str id = added_value(added, ATTRIBUTE_ID);
    struct str class = added_value(added, ATTRIBUTE_CLASS);

    if (id.n && added.all && !f->id_given[added.row - added.all->rows]) {
        attribute_text(f, "id", id);
        f->id_given[added.row - added.all->rows] = true;
    }
    if (class.n)
        attribute_text(f, "class", class);
}

static void rest(struct svg_frames *f, const struct box *box)
{
    sink_text(f->s, "<rect class=\"rest\"");
    place(f, box);
    svg_colour(f->s, "fill", (struct colour)REST_FILL);
    frame_title(f, box, STR(""));
    sink_byte(f->s, '\n');
}

static void outline(struct svg_frames *f, const struct box *box)
{
    const struct style *style = f->picture->style;

    if (difference_box_is_named(f->picture, box)) {
        svg_colour(f->s, "stroke", (struct colour)PROVEN_STROKE);
        sink_text(f->s, " stroke-width=\"2\"");
    } else if (difference_box_is_dashed(f->picture, box)) {
        svg_colour(f->s, "stroke", (struct colour)ONE_SIDE_STROKE);
        sink_text(f->s, " stroke-dasharray=\"4 2\"");
    } else if (style->has_stroke) {
        svg_colour(f->s, "stroke", style->stroke);
    }
}

/* The head of a lane, or what stands for the others. */
static void lane(struct svg_frames *f, const struct box *box)
{
    f->lane = box;
    sink_text(f->s, "<rect class=\"lane\"");
    place(f, box);
    svg_colour(f->s, "fill", (struct colour)LANE_FILL);
    frame_title(f, box, STR(""));
    sink_byte(f->s, '\n');
}

static void rectangle(struct svg_frames *f, const struct box *box)
{
    const struct picture *p = f->picture;
    struct added added = added_to(f, picture_raw_name(p, box));
    bool link = added_value(added, ATTRIBUTE_HREF).n > 0;
    struct frame_paint paint = frame_paint_of(p, box);

    if (link)
        open_link(f, added);
    sink_text(f->s, "<rect");
    added_attributes(f, added);
    place(f, box);
    svg_colour(f->s, "fill", paint.fill);
    if (paint.has_dark)
        svg_colour(f->s, "color", paint.dark);
    outline(f, box);
    frame_title(f, box, added_value(added, ATTRIBUTE_TITLE));
    sink_text(f->s, link ? "</a>\n" : "\n");
}

static void name_of(struct svg_frames *f, const struct box *box)
{
    buf_clear(&f->name);
    text_clean_name(name_without_mark(tree_name(f->picture->tree, box->stack)), &f->name);
}

/* Says behind a name how many frames the box stands for. */
static void add_repeats(struct svg_frames *f, const struct box *box)
{
    struct sink text;

    sink_open_buf(&text);
    sink_text(&text, REPEATS_SIGN);
    sink_grouped(&text, picture_repeats(f->picture, box), 0);
    buf_add(&f->label, buf_str(&text.buf));
    sink_discard(&text);
}

/* The name after the sign of its change, or just the sign. */
static void label_of(struct svg_frames *f, const struct box *box, size_t cells)
{
    struct str mark = str_of(f->picture->difference ? difference_text_mark(f->picture, box) : "");

    name_of(f, box);
    const size_t needs = text_cells(buf_str(&f->name)) + mark.n;
    const bool repeats = picture_repeats(f->picture, box) > 1 &&
                         (needs > cells || needs + REPEATS_CELLS <= cells) && cells > REPEATS_CELLS;
    buf_clear(&f->label);
    buf_add(&f->label, mark);
    if (mark.n && cells > 2)
        buf_add_byte(&f->label, ' ');
    size_t marked = f->label.n;
    cells -= repeats ? REPEATS_CELLS : 0;
    short_names_fit(&f->short_names, buf_str(&f->name),
                    cells - (mark.n ? cells > 2 ? 2 : cells : 0), f->picture->style->cut,
                    &f->label);
    if (repeats && f->label.n > marked)
        add_repeats(f, box);
    if (mark.n && f->label.n == marked)
        f->label.n = mark.n;
}

static void lane_fit(struct svg_frames *f, const struct box *box, size_t cells)
{
    buf_clear(&f->name);
    buf_clear(&f->label);
    lane_label(f->picture, box, &f->name);
    text_fit(buf_str(&f->name), cells, TEXT_CUT_RIGHT, &f->label);
}

static void label(struct svg_frames *f, const struct box *box)
{
    size_t cells = box->joined && !box->lane ? 0 : cells_of(f, box);

    if (!cells)
        return;
    if (box->lane)
        lane_fit(f, box, cells);
    else
        label_of(f, box, cells);
    if (!f->label.n)
        return;
    struct frame_paint paint = {.ink = {0, 0, 0}};
    if (!box->lane)
        paint = frame_paint_of(f->picture, box);
    sink_text(f->s, "<text x=\"");
    sink_decimal(f->s, picture_place_of(f->picture, box).from, 1);
    sink_byte(f->s, '"');
    if (paint.ink.r)
        svg_colour(f->s, "fill", paint.ink);
    if (paint.has_dark && !colour_text_on(paint.dark).r)
        sink_text(f->s, " color=\"#000000\"");
    sink_byte(f->s, '>');
    xml_clean(&f->xml, buf_str(&f->label));
    sink_text(f->s, "</text>\n");
}

/* Marks the inlined ones of boxes [from, to), which share a row. */
static void marks(struct svg_frames *f, size_t from, size_t to)
{
    bool found = false;

    for (size_t i = from; i < to; i++) {
        const struct box *box = &f->layout.boxes[i];
        if (!is_marked_inlined(f->picture, box))
            continue;
        sink_text(f->s, found ? "M" : "<path class=\"inlined\" d=\"M");
        sink_decimal(f->s, picture_place_of(f->picture, box).from, 1);
        sink_text(f->s, ",0" SVG_MARK);
        found = true;
    }
    if (found)
        sink_text(f->s, SVG_MARK_END);
}

/* Hatches those of boxes [from, to), which share a row, that wait. */
static void hatch(struct svg_frames *f, size_t from, size_t to)
{
    const struct style *style = f->picture->style;
    bool found = false;

    for (size_t i = from; i < to && f->picture->roles; i++) {
        const struct box *box = &f->layout.boxes[i];
        if (!picture_is_hatched(f->picture, box))
            continue;
        const struct picture_place place = picture_place_of(f->picture, box);
        sink_text(f->s, found ? "M" : "<path class=\"waits\" d=\"M");
        sink_decimal(f->s, place.from, 1);
        sink_text(f->s, ",0h");
        sink_decimal(f->s, place.width, 1);
        sink_byte(f->s, 'v');
        sink_short(f->s, style->frame_px - flame_row_gap_px(style), 2);
        sink_text(f->s, "h-");
        sink_decimal(f->s, place.width, 1);
        sink_byte(f->s, 'z');
        found = true;
    }
    if (found)
        sink_text(f->s, "\" fill=\"url(#flame-waits)\" pointer-events=\"none\"/>\n");
}

/* Writes boxes [from, to), which share a row: rectangles first, then their labels. */
static void row(struct svg_frames *f, size_t from, size_t to)
{
    const struct style *style = f->picture->style;
    uint32_t depth = f->layout.boxes[from].depth;
    uint32_t line = f->picture->n_narrow_rows > 0;
    uint32_t rows_above = style->inverted ? depth : f->layout.depth + f->spare - depth + line;

    sink_text(f->s, "<g transform=\"translate(0,");
    sink_short(f->s, rows_above * style->frame_px, 2);
    sink_text(f->s, ")\">\n");
    for (size_t i = from; i < to; i++)
        if (f->layout.boxes[i].lane)
            lane(f, &f->layout.boxes[i]);
        else if (f->layout.boxes[i].joined)
            rest(f, &f->layout.boxes[i]);
        else
            rectangle(f, &f->layout.boxes[i]);
    hatch(f, from, to);
    marks(f, from, to);
    sink_text(f->s, "<g pointer-events=\"none\" transform=\"translate(");
    sink_u64(f->s, FLAME_TEXT_PAD_PX);
    sink_byte(f->s, ',');
    sink_short(f->s, flame_baseline_px(style), 2);
    sink_text(f->s, ")\">\n");
    for (size_t i = from; i < to; i++)
        label(f, &f->layout.boxes[i]);
    sink_text(f->s, "</g></g>\n");
}

/* The end of the row that begins with that box. */
static size_t row_end(const struct svg_frames *f, size_t from)
{
    const struct box *boxes = f->layout.boxes;
    size_t to = from + 1;

    while (to < f->layout.n && boxes[to].depth == boxes[from].depth)
        to++;
    return to;
}

/* How many rows have at most so many elements. */
static uint32_t rows_of_elements(const struct svg_frames *f, uint64_t most)
{
    uint64_t n = 1;
    uint32_t rows = 0;

    for (size_t from = 0; from < f->layout.n; rows++) {
        size_t to = row_end(f, from);
        n += elements_around(f);
        for (; from < to; from++)
            n += elements_of(f, &f->layout.boxes[from]);
        if (n > most)
            break;
    }
    return rows;
}

/* Whether the bytes of the rows are below the number without a doubt. */
static bool is_surely_below(const struct svg_frames *f, uint64_t bytes)
{
    const uint64_t box = 500;      /* without its name */
    const uint64_t character = 12; /* title and label, each byte as &quot; */
    uint64_t n = 0;

    for (size_t i = 0; i < f->layout.n && n < bytes; i++) {
        size_t name = tree_name(f->picture->tree, f->layout.boxes[i].stack).n;
        n += box + character * (name < TEXT_NAME_MOST ? name : TEXT_NAME_MOST);
    }
    return n < bytes;
}

/* How many rows have at most so many bytes: found by writing them. */
static uint32_t rows_of_bytes(struct svg_frames *f, uint64_t most)
{
    struct sink *s = f->s;
    struct sink measured;
    uint32_t rows = 0;

    sink_open_buf(&measured);
    f->s = f->xml.s = &measured;
    for (size_t from = 0; from < f->layout.n; rows++) {
        size_t to = row_end(f, from);
        row(f, from, to);
        if (measured.written > most)
            break;
        buf_clear(&measured.buf);
        from = to;
    }
    sink_discard(&measured);
    f->s = f->xml.s = s;
    memset(f->id_given, 0, f->n_given * sizeof *f->id_given);
    short_names_free(&f->short_names);
    short_names_start(&f->short_names);
    return rows;
}

void svg_frames_cut(struct svg_frames *f, uint64_t elements, uint64_t bytes)
{
    const uint32_t least = 500; /* fewer would not be the picture that was asked for */
    struct picture *p = f->picture;
    uint32_t rows = f->layout.depth + 1;

    if (rows <= least)
        return;
    if (svg_frames_elements(f, elements) > elements)
        rows = rows_of_elements(f, elements);
    if (!is_surely_below(f, bytes)) {
        uint32_t fitting = rows_of_bytes(f, bytes);
        rows = fitting < rows ? fitting : rows;
    }
    if (rows > f->layout.depth || rows < least)
        return;
    layout_cut(&f->layout, rows);
    p->n_rows = rows;
    p->n_too_deep = f->layout.n_too_deep;
    p->n_drawn -= p->n_too_deep;
    p->n_too_deep += p->n_in_narrow_rows;
    p->n_narrow_rows = 0;
}

/* Says in the row behind the last one what rows are left out there. */
static void narrow_rows(struct svg_frames *f)
{
    const struct style *style = f->picture->style;
    const double top = style->inverted ? svg_frames_height_px(f) - style->frame_px : 0;
    struct colour ink = colour_text_on(f->picture->background.top);
    struct sink line;

    if (!f->picture->n_narrow_rows)
        return;
    sink_open_buf(&line);
    narrow_rows_line(&line, f->picture);
    buf_clear(&f->label);
    text_fit(buf_str(&line.buf), (size_t)(style_inner_px(style) / f->cell_px), TEXT_CUT_RIGHT,
             &f->label);
    sink_discard(&line);
    sink_text(f->s, style->has_ui_colour ? "<text" : "<text class=\"ui\"");
    svg_number(f->s, "x", FLAME_TEXT_PAD_PX);
    svg_number(f->s, "y", top + flame_baseline_px(style));
    svg_colour(f->s, "fill", style->has_ui_colour ? style->ui_colour : ink);
    sink_text(f->s, " fill-opacity=\"0.75\">");
    xml_clean(&f->xml, buf_str(&f->label));
    sink_text(f->s, "</text>\n");
}

void svg_frames_write(struct svg_frames *f, double top_px)
{
    sink_text(f->s, "<g class=\"frames\" transform=\"translate(");
    sink_short(f->s, style_margin_px(f->picture->style), 2);
    sink_byte(f->s, ',');
    sink_short(f->s, top_px, 2);
    sink_text(f->s, ")\">\n");
    for (size_t from = 0; from < f->layout.n;) {
        size_t to = row_end(f, from);
        row(f, from, to);
        from = to;
    }
    narrow_rows(f);
}
