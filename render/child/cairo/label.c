/* Measures, shortens and draws text with pango. */
#include "render/child/cairo/label.h"

#include "base/nearest.h"
#include "render/common/text.h"
#include "render/process/figure_wire.h"

/* Compares font names ignoring case. */
bool labels_has_family(const char *family, const char **nearest)
{
    PangoFontFamily **families;
    struct nearest known = {0};
    bool found = false;
    int n;

    pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &n);
    for (int i = 0; i < n && !found; i++) {
        const char *name = pango_font_family_get_name(families[i]);
        found = g_ascii_strcasecmp(name, family) == 0;
        (void)nearest_look(&known, str_of(family), name);
    }
    g_free(families);
    *nearest = nearest_word(&known);
    return found;
}

void labels_start(struct figure_labels *l, cairo_t *cr, const char *families)
{
    PangoContext *context;

    *l = (struct figure_labels){.layout = pango_cairo_create_layout(cr)};
    context = pango_layout_get_context(l->layout);
    /* Letters have their positions on paper, independent of pixels. */
    pango_context_set_round_glyph_positions(context, FALSE);
    l->font = pango_font_description_new();
    pango_font_description_set_family(l->font, families);
    pango_layout_set_single_paragraph_mode(l->layout, TRUE);
    short_names_start(&l->short_names);
}

static void set_font(struct figure_labels *l, const struct figure_label *label)
{
    const double hundredth = 0.01;
    bool bold = label->flags & FIGURE_BOLD;

    if (l->size == label->size && l->bold == bold)
        return;
    l->size = label->size;
    l->bold = bold;
    pango_font_description_set_absolute_size(l->font, label->size * hundredth * PANGO_SCALE);
    pango_font_description_set_weight(l->font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(l->layout, l->font);
}

static double width_of(struct figure_labels *l, struct str text)
{
    PangoRectangle logical;

    pango_layout_set_text(l->layout, text.p, (int)text.n);
    pango_layout_line_get_extents(pango_layout_get_line_readonly(l->layout, 0), NULL, &logical);
    return (double)logical.width / PANGO_SCALE;
}

/* The sign of a change and the blank after it, which are not cut. */
static struct str mark_of(const struct figure_label *label)
{
    size_t n = 0;

    while (label->flags & FIGURE_MARKED && n < label->text.n && label->text.p[n++] != ' ')
        ;
    return str_from_to(label->text, 0, n);
}

static enum text_cut cut_of(const struct figure_label *label)
{
    return label->flags & FIGURE_CUT_RIGHT ? TEXT_CUT_RIGHT : TEXT_CUT_SMART;
}

/* Pango's widths have 32 bits, ten of them below the pixel: longer text is cut before it is
 * measured. */
static struct str measurable(struct figure_labels *l, const struct figure_label *label)
{
    const double most_px = 1 << 20;
    const double hundredth = 0.01;
    size_t cells = (size_t)(most_px / ((label->size ? label->size : 1) * hundredth));

    if (label->text.n <= cells)
        return label->text;
    buf_clear(&l->measured);
    text_fit(label->text, cells, cut_of(label), &l->measured);
    return buf_str(&l->measured);
}

/* Begins the fitted text with the sign of a change; takes its cells off. Returns the rest. */
static struct str start_part(struct figure_labels *l, const struct figure_label *label,
                             size_t *cells)
{
    struct str mark = mark_of(label);
    size_t taken = text_cells(mark);

    buf_clear(&l->fitted);
    buf_add(&l->fitted, mark);
    *cells -= taken < *cells ? taken : *cells;
    return str_from_to(label->text, mark.n, label->text.n);
}

/* Puts as much of a text as that many cells hold into the layout; returns its width, 0: nothing
 * fits. */
static double width_of_part(struct figure_labels *l, const struct figure_label *label, size_t cells)
{
    struct str name = start_part(l, label, &cells);

    text_fit(name, cells, cut_of(label), &l->fitted);
    return l->fitted.n ? width_of(l, buf_str(&l->fitted)) : 0;
}

/* The same with a short name that stands for no other function, where one fits. */
static double width_of_own_part(struct figure_labels *l, const struct figure_label *label,
                                size_t cells)
{
    size_t left = cells;
    struct str name = start_part(l, label, &left);

    short_names_fit(&l->short_names, name, left, cut_of(label), &l->fitted);
    double width = l->fitted.n ? width_of(l, buf_str(&l->fitted)) : 0;
    return width <= label->room ? width : width_of_part(l, label, cells);
}

/* The same for the longest part of a too wide text that fits its room. Letters differ in width, so
 * this searches from a guess: with growing steps until past the end of the room, then by bisection.
 */
static double fit(struct figure_labels *l, const struct figure_label *label, double width)
{
    size_t inside = 0;
    size_t outside = text_cells(label->text);
    size_t step = 1;
    size_t cells = (size_t)((double)outside * label->room / width) + 1;

    while (outside - inside > 1) {
        if (cells <= inside || cells >= outside)
            cells = inside + (outside - inside) / 2;
        width = width_of_part(l, label, cells);
        if (width <= label->room) {
            inside = cells;
            cells += step;
        } else {
            outside = cells;
            cells = cells > step ? cells - step : 0;
        }
        step *= 2;
    }
    return width_of_own_part(l, label, inside);
}

/* For text hidden behind a box: cairo omits letters that are clipped, so they are condensed
 * instead. */
static void condense(struct figure_labels *l, cairo_t *cr, const struct figure_label *label,
                     double width)
{
    cairo_save(cr);
    cairo_translate(cr, label->x, label->y);
    cairo_scale(cr, label->room / width, 1);
    cairo_move_to(cr, 0, 0);
    pango_cairo_show_layout_line(cr, pango_layout_get_line_readonly(l->layout, 0));
    cairo_restore(cr);
}

/* Shows text that is short enough to measure. */
static void show(struct figure_labels *l, cairo_t *cr, const struct figure_label *label)
{
    double width = width_of(l, label->text);
    bool over = label->room > 0 && width > label->room;

    if (label->flags & FIGURE_WHOLE) {
        if (over)
            condense(l, cr, label, width);
        return;
    }
    if (over)
        width = fit(l, label, width);
    if (width <= 0)
        return;
    double x = label->x;
    if (label->flags & (FIGURE_MIDDLE | FIGURE_END))
        x -= label->flags & FIGURE_END ? width : width / 2;
    cairo_move_to(cr, x, label->y);
    pango_cairo_show_layout_line(cr, pango_layout_get_line_readonly(l->layout, 0));
}

void labels_show(struct figure_labels *l, cairo_t *cr, const struct figure_label *label)
{
    struct figure_label shown = *label;

    if (!label->text.n)
        return;
    set_font(l, label);
    shown.text = measurable(l, label);
    show(l, cr, &shown);
}
