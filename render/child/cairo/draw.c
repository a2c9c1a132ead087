/* flame-cairo: the child process in which cairo and pango draw a figure. It reads its commands from
 * standard input (render/process/figure_wire.h) and writes the figure to standard output. */
#include <cairo-pdf.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "render/child/cairo/label.h"
#include "render/child/cairo/surface.h"

struct figure {
    struct surface surface;
    struct commands commands;
    struct figure_labels labels;
    char *families; /* owned */
    uint32_t colour;
    bool pending; /* rectangles of that colour are not filled yet */
};

struct rect {
    double x, y, width, height;
};

/* cairo takes a colour as parts of 1. */
static void set_colour(cairo_t *cr, uint32_t colour)
{
    const double most = 255;

    cairo_set_source_rgb(cr, (colour >> 16 & 0xff) / most, (colour >> 8 & 0xff) / most,
                         (colour & 0xff) / most);
}

static void fill_pending(struct figure *d)
{
    if (!d->pending)
        return;
    set_colour(d->surface.cr, d->colour);
    cairo_fill(d->surface.cr);
    d->pending = false;
}

static bool length(struct commands *commands, double *to)
{
    const double hundredth = 0.01;
    uint32_t n;

    if (!commands_number(commands, &n))
        return false;
    *to = (n < UINT32_C(1) << 31 ? (double)n : (double)n - 4294967296.0) * hundredth;
    return true;
}

static bool rectangle(struct commands *commands, struct rect *r)
{
    return length(commands, &r->x) && length(commands, &r->y) && length(commands, &r->width) &&
           length(commands, &r->height);
}

/* Lends a text, NUL-terminated: it is moved over its length to make room. */
static bool text(struct commands *commands, char **to)
{
    size_t n;

    if (!commands_text(commands, to, &n))
        return false;
    *to = memmove(*to - 1, *to, n);
    (*to)[n] = '\0';
    return true;
}

static void check_family(const char *family)
{
    enum { ROOM = 300 };
    const char *nearest;
    char what[ROOM];

    if (labels_has_family(family, &nearest))
        return;
    snprintf(what, sizeof what, "--font: no installed font is named \"%.60s\"%s%s%s (fc-list)",
             family, nearest ? "; did you mean \"" : "", nearest ? nearest : "",
             nearest ? "\"?" : "");
    child_end(CHILD_ASKED_WRONGLY, what);
}

static bool set_font(struct figure *d)
{
    uint32_t must_exist;
    char *families;

    if (d->families || !commands_number(&d->commands, &must_exist) ||
        !text(&d->commands, &families))
        return false;
    if (must_exist)
        check_family(families);
    d->families = mem_alloc(strlen(families) + 1, 1);
    memcpy(d->families, families, strlen(families) + 1);
    return true;
}

static bool page(struct figure *d)
{
    double width;
    double height;

    if (!d->families || !length(&d->commands, &width) || !length(&d->commands, &height))
        return false;
    if (d->surface.pages)
        fill_pending(d);
    surface_page(&d->surface, width, height);
    /* Neighbours meet at whole pixels. */
    cairo_set_antialias(d->surface.cr, figure_has_pixels(d->surface.format)
                                           ? CAIRO_ANTIALIAS_NONE
                                           : CAIRO_ANTIALIAS_DEFAULT);
    if (d->surface.n_pages == 1)
        labels_start(&d->labels, d->surface.cr, d->families);
    return true;
}

static bool colour(struct figure *d)
{
    uint32_t n;

    if (!commands_number(&d->commands, &n))
        return false;
    if (n != d->colour)
        fill_pending(d);
    d->colour = n;
    return true;
}

static uint32_t mixed(uint32_t a, uint32_t b, unsigned step, unsigned steps)
{
    uint32_t colour = 0;

    for (unsigned shift = 0; shift < 24; shift += 8) {
        uint32_t from = a >> shift & 0xff;
        uint32_t to = b >> shift & 0xff;
        colour |= ((from * (steps - 1 - step) + to * step) / (steps - 1)) << shift;
    }
    return colour;
}

/* Draws stripes, because older PostScript printers would get a gradient as an image. */
static void stripes(cairo_t *cr, const struct rect *r, uint32_t top, uint32_t bottom)
{
    enum { STRIPES = 24 };

    for (unsigned i = 0; i < STRIPES; i++) {
        double y = r->y + r->height * i / STRIPES;
        set_colour(cr, mixed(top, bottom, i, STRIPES));
        cairo_rectangle(cr, r->x, y, r->width, r->y + r->height - y);
        cairo_fill(cr);
    }
}

static bool shade(struct figure *d)
{
    cairo_t *cr = d->surface.cr;
    const double margin = 0.05;
    const double most = 255;
    struct rect r;
    uint32_t to;

    if (!rectangle(&d->commands, &r) || !commands_number(&d->commands, &to))
        return false;
    fill_pending(d);
    if (d->surface.format == FIGURE_EPS || d->surface.format == FIGURE_PS) {
        stripes(cr, &r, d->colour, to);
        return true;
    }
    cairo_pattern_t *pattern = cairo_pattern_create_linear(0, r.y, 0, r.y + r.height);
    const uint32_t ends[] = {d->colour, to};
    for (unsigned i = 0; i < 2; i++)
        cairo_pattern_add_color_stop_rgb(pattern, i ? 1 - margin : margin,
                                         (ends[i] >> 16 & 0xff) / most,
                                         (ends[i] >> 8 & 0xff) / most, (ends[i] & 0xff) / most);
    cairo_set_source(cr, pattern);
    cairo_rectangle(cr, r.x, r.y, r.width, r.height);
    cairo_fill(cr);
    cairo_pattern_destroy(pattern);
    return true;
}

static bool rect(struct figure *d)
{
    struct rect r;

    if (!rectangle(&d->commands, &r))
        return false;
    cairo_rectangle(d->surface.cr, r.x, r.y, r.width, r.height);
    d->pending = true;
    return true;
}

static bool outline(struct figure *d, bool dashed)
{
    static const double dashes[] = {4, 2};
    struct rect r;

    if (!rectangle(&d->commands, &r))
        return false;
    fill_pending(d);
    set_colour(d->surface.cr, d->colour);
    cairo_set_line_width(d->surface.cr, 1);
    cairo_rectangle(d->surface.cr, r.x, r.y, r.width, r.height);
    cairo_set_dash(d->surface.cr, dashes, dashed ? 2 : 0, 0);
    cairo_stroke(d->surface.cr);
    return true;
}

/* Lines at multiples of the distance from the left edge of the page, so that hatches of neighbours
 * meet. */
static bool hatch(struct figure *d)
{
    const double distance = 6;
    const double most = 4000; /* lines: no picture is wider */
    cairo_t *cr = d->surface.cr;
    struct rect r;

    if (!rectangle(&d->commands, &r))
        return false;
    fill_pending(d);
    set_colour(cr, d->colour);
    cairo_save(cr);
    cairo_rectangle(cr, r.x, r.y, r.width, r.height);
    cairo_clip(cr);
    cairo_set_line_width(cr, 1);
    cairo_set_dash(cr, NULL, 0, 0);
    const double first = floor(r.x / distance);
    const int n = (int)fmin(ceil((r.width + r.height) / distance) + 1, most);
    for (int i = 0; i < n; i++) {
        cairo_move_to(cr, (first + i) * distance, r.y);
        cairo_line_to(cr, (first + i) * distance - r.height, r.y + r.height);
    }
    cairo_stroke(cr);
    cairo_restore(cr);
    return true;
}

static bool show_text(struct figure *d)
{
    struct figure_label label = {.flags = 0};
    char *p;
    size_t n;

    if (!length(&d->commands, &label.x) || !length(&d->commands, &label.y) ||
        !commands_number(&d->commands, &label.size) || !length(&d->commands, &label.room) ||
        !commands_number(&d->commands, &label.flags) || !commands_text(&d->commands, &p, &n))
        return false;
    fill_pending(d);
    set_colour(d->surface.cr, d->colour);
    label.text = (struct str){p, n};
    labels_show(&d->labels, d->surface.cr, &label);
    return true;
}

/* Appends a text quoted for an attribute of a cairo tag. */
static void quoted(struct buf *to, const char *value)
{
    for (; *value; value++) {
        if (*value == '\'' || *value == '\\')
            buf_add_byte(to, '\\');
        buf_add_byte(to, *value);
    }
}

static bool link(struct figure *d)
{
    cairo_t *cr = d->surface.cr;
    struct rect r;
    char *address;
    struct buf tag = {0};

    if (!rectangle(&d->commands, &r) || !text(&d->commands, &address))
        return false;
    fill_pending(d);
    set_colour(cr, d->colour);
    buf_add(&tag, STR("uri='"));
    quoted(&tag, address);
    buf_add_byte(&tag, '\'');
    buf_add_byte(&tag, '\0');
    /* Outside of any other tag, a link makes cairo 1.16 write a damaged file. */
    cairo_tag_begin(cr, "Figure", NULL);
    cairo_tag_begin(cr, CAIRO_TAG_LINK, tag.p);
    cairo_rectangle(cr, r.x, r.y, r.width, r.height);
    cairo_fill(cr);
    cairo_tag_end(cr, CAIRO_TAG_LINK);
    cairo_tag_end(cr, "Figure");
    buf_free(&tag);
    return true;
}

static bool entry(struct figure *d)
{
    enum { ROOM = 80 };
    const struct figure_place *place = &d->surface.place;
    char where[ROOM];
    double y;
    char *name;

    if (!length(&d->commands, &y) || !text(&d->commands, &name))
        return false;
    if (d->surface.format != FIGURE_PDF)
        return true;
    long at = (long)(place->y + y * place->scale);
    snprintf(where, sizeof where, "page=%u pos=[0 %ld]", d->surface.n_pages, at);
    cairo_pdf_surface_add_outline(d->surface.pages, CAIRO_PDF_OUTLINE_ROOT, name, where,
                                  (cairo_pdf_outline_flags_t)0);
    return true;
}

static bool on_page(struct figure *d, unsigned char operation)
{
    switch ((enum figure_operation)operation) {
    case FIGURE_COLOUR:
        return colour(d);
    case FIGURE_SHADE:
        return shade(d);
    case FIGURE_RECT:
        return rect(d);
    case FIGURE_OUTLINE:
        return outline(d, false);
    case FIGURE_DASHES:
        return outline(d, true);
    case FIGURE_HATCH:
        return hatch(d);
    case FIGURE_TEXT:
        return show_text(d);
    case FIGURE_LINK:
        return link(d);
    case FIGURE_ENTRY:
        return entry(d);
    case FIGURE_PAPER:
    case FIGURE_META:
    case FIGURE_SVG:
    case FIGURE_FONT:
    case FIGURE_PAGE:
        break;
    }
    return false;
}

static bool run_commands(struct figure *d)
{
    while (d->commands.at < d->commands.n) {
        unsigned char operation = d->commands.p[d->commands.at++];
        bool ok = operation == FIGURE_PAGE ? page(d)
                  : d->surface.pages       ? on_page(d, operation)
                  : operation == FIGURE_FONT
                      ? set_font(d)
                      : surface_setting(&d->surface, operation, &d->commands);
        if (!ok)
            return false;
    }
    if (d->surface.pages)
        fill_pending(d);
    return true;
}

int main(int argc, char **argv)
{
    struct figure d = {.pending = false};

    if (!surface_start(&d.surface, argc, argv) || !commands_read(&d.commands) || !run_commands(&d))
        child_fail("its input is cut off or damaged");
    surface_finish(&d.surface);
}
