/* Cairo surfaces for each figure format. */
#include "render/child/cairo/surface.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cairo-pdf.h>
#include <cairo-ps.h>

#include "base/mem.h"
#include "render/child/cairo/raster.h"

/* cairo keeps its first error and draws nothing after it. */
static void check(cairo_status_t status)
{
    if (status != CAIRO_STATUS_SUCCESS)
        child_fail(cairo_status_to_string(status));
}

bool surface_start(struct surface *s, int argc, char **argv)
{
    *s = (struct surface){.paper = {.scale = 1}};
    if (argc != 3 || !child_begin(argv[2]))
        return false;
    for (unsigned i = 0; i < FIGURE_FORMATS; i++)
        if (strcmp(argv[1], figure_names[i]) == 0) {
            s->format = (enum figure_format)i;
            return true;
        }
    return false;
}

static bool set_paper(struct surface *s, struct commands *commands)
{
    enum { SCALE, WIDTH, HEIGHT, MARGIN, PIXELS, QUALITY, FLAGS, NUMBERS };
    const double scale_unit = 1e-4;
    const double hundredth = 0.01;
    uint32_t n[NUMBERS];

    for (unsigned i = 0; i < NUMBERS; i++)
        if (!commands_number(commands, &n[i]))
            return false;
    s->paper = (struct figure_paper){n[SCALE] * scale_unit, n[WIDTH] * hundredth,
                                     n[HEIGHT] * hundredth, n[MARGIN] * hundredth};
    s->most_pixels = n[PIXELS];
    s->quality = (int)n[QUALITY];
    s->transparent = s->format == FIGURE_PNG && n[FLAGS] & FIGURE_TRANSPARENT;
    return n[QUALITY] >= 1 && n[QUALITY] <= 100 && n[SCALE] > 0;
}

static bool set_meta(struct surface *s, struct commands *commands)
{
    uint32_t which;
    char *text;
    size_t n;

    if (!commands_number(commands, &which) || which >= FIGURE_METAS || s->meta[which] ||
        !commands_text(commands, &text, &n))
        return false;
    s->meta[which] = mem_alloc(n + 1, 1);
    memcpy(s->meta[which], text, n);
    return true;
}

bool surface_setting(struct surface *s, unsigned char operation, struct commands *commands)
{
    if (s->pages)
        return false;
    return operation == FIGURE_PAPER  ? set_paper(s, commands)
           : operation == FIGURE_META ? set_meta(s, commands)
                                      : false;
}

static cairo_status_t to_stdout(void *unused, const unsigned char *bytes, unsigned n)
{
    (void)unused;
    return fwrite(bytes, 1, n, stdout) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_status_t to_memory(void *to, const unsigned char *bytes, unsigned n)
{
    struct surface *s = to;

    s->bytes = mem_grow(s->bytes, &s->room, s->n + n, 1);
    memcpy(s->bytes + s->n, bytes, n);
    s->n += n;
    return CAIRO_STATUS_SUCCESS;
}

static void open_pdf(struct surface *s)
{
    static const int kinds[FIGURE_METAS] = {
        [FIGURE_TITLE] = CAIRO_PDF_METADATA_TITLE,
        [FIGURE_SUBJECT] = CAIRO_PDF_METADATA_SUBJECT,
        [FIGURE_KEYWORDS] = CAIRO_PDF_METADATA_KEYWORDS,
        [FIGURE_CREATOR] = CAIRO_PDF_METADATA_CREATOR,
        [FIGURE_DATE] = CAIRO_PDF_METADATA_CREATE_DATE,
    };

    s->pages =
        cairo_pdf_surface_create_for_stream(to_stdout, NULL, s->place.width, s->place.height);
    check(cairo_surface_status(s->pages));
    for (unsigned i = 0; i < FIGURE_METAS; i++)
        if (s->meta[i] || i == FIGURE_DATE) /* it would be that of today */
            cairo_pdf_surface_set_metadata(s->pages, (cairo_pdf_metadata_t)kinds[i],
                                           s->meta[i] ? s->meta[i] : "");
}

/* A PostScript comment is a line of at most 255 bytes. */
static void ps_comment(struct surface *s, const char *key, const char *text)
{
    enum { ROOM = 200 };
    char line[ROOM];
    int n = snprintf(line, sizeof line, "%%%%%s: %s", key, text);

    for (size_t i = 0; line[i]; i++)
        if ((unsigned char)line[i] < ' ' || (unsigned char)line[i] > '~')
            line[i] = '?';
    if (n > 0)
        cairo_ps_surface_dsc_comment(s->pages, line);
}

static void open_ps(struct surface *s)
{
    s->pages = cairo_ps_surface_create_for_stream(to_memory, s, s->place.width, s->place.height);
    check(cairo_surface_status(s->pages));
    cairo_ps_surface_restrict_to_level(s->pages, CAIRO_PS_LEVEL_2);
    cairo_ps_surface_set_eps(s->pages, s->format == FIGURE_EPS);
    if (s->meta[FIGURE_TITLE])
        ps_comment(s, "Title", s->meta[FIGURE_TITLE]);
}

static void open_pixels(struct surface *s)
{
    cairo_format_t format = s->transparent ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24;

    s->pages = cairo_image_surface_create(format, (int)s->place.width, (int)s->place.height);
    check(cairo_surface_status(s->pages));
}

static void open_pages(struct surface *s)
{
    if (s->format == FIGURE_PDF)
        open_pdf(s);
    else if (figure_has_pixels(s->format))
        open_pixels(s);
    else
        open_ps(s);
    s->cr = cairo_create(s->pages);
    check(cairo_status(s->cr));
}

static void next_page(struct surface *s)
{
    if (figure_has_pixels(s->format) || s->format == FIGURE_EPS)
        child_fail("a second page, wanted one");
    cairo_show_page(s->cr);
    if (s->format == FIGURE_PDF)
        cairo_pdf_surface_set_size(s->pages, s->place.width, s->place.height);
    else
        cairo_ps_surface_set_size(s->pages, s->place.width, s->place.height);
}

/* Paints the paper white, because a printed or mailed figure has no page behind it. */
static void paint_paper(struct surface *s)
{
    cairo_identity_matrix(s->cr);
    if (figure_has_pixels(s->format) && !s->transparent) {
        cairo_set_source_rgb(s->cr, 1, 1, 1);
        cairo_paint(s->cr);
    }
    cairo_translate(s->cr, s->place.x, s->place.y);
    cairo_scale(s->cr, s->place.scale, s->place.scale);
}

void surface_page(struct surface *s, double width_px, double height_px)
{
    char why[FIGURE_WHY_ROOM];

    if (!(width_px > 0 && height_px > 0))
        child_refuse("a picture without width or height, wanted both");
    s->place = figure_place_of(s->format, &s->paper, width_px, height_px);
    if (!figure_sides_fit(s->format, &s->place, why))
        child_refuse(why);
    if (!figure_pixels_fit(s->format, &s->place, s->most_pixels)) {
        snprintf(why, sizeof why,
                 "%ld x %ld pixels found, wanted at most %u in all (--limit image=N, --scale, "
                 "--dpi)",
                 lround(s->place.width), lround(s->place.height), (unsigned)s->most_pixels);
        child_refuse(why);
    }
    if (s->pages)
        next_page(s);
    else
        open_pages(s);
    paint_paper(s);
    s->n_pages++;
}

/* cairo writes today's date into a line of its own in the header; replaces or drops it. */
static void write_ps(const struct surface *s)
{
    static const char key[] = "%%CreationDate:";
    const unsigned char *end = s->bytes + s->n;
    const unsigned char *line = s->bytes;

    while (line < end) {
        const unsigned char *next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next + 1 : end;
        if ((size_t)(next - line) >= sizeof key && memcmp(line, key, sizeof key - 1) == 0) {
            (void)fwrite(s->bytes, 1, (size_t)(line - s->bytes), stdout);
            if (s->meta[FIGURE_DATE])
                (void)fprintf(stdout, "%s %s\n", key, s->meta[FIGURE_DATE]);
            (void)fwrite(next, 1, (size_t)(end - next), stdout);
            return;
        }
        line = next;
    }
    (void)fwrite(s->bytes, 1, s->n, stdout);
}

static void write_pixels(struct surface *s)
{
    const double px_of_inch = 96;
    struct raster r = {.image = s->pages,
                       .transparent = s->transparent,
                       .quality = s->quality,
                       .dpi = s->paper.scale * px_of_inch,
                       .title = s->meta[FIGURE_TITLE]};

    cairo_surface_flush(s->pages);
    (s->format == FIGURE_PNG ? raster_png : raster_jpeg)(&r);
}

void surface_finish(struct surface *s)
{
    if (!s->pages)
        child_fail("no page");
    if (!figure_has_pixels(s->format))
        cairo_show_page(s->cr);
    check(cairo_status(s->cr));
    if (figure_has_pixels(s->format))
        write_pixels(s);
    cairo_destroy(s->cr);
    s->cr = NULL;
    cairo_surface_finish(s->pages);
    check(cairo_surface_status(s->pages));
    if (s->n)
        write_ps(s);
    if (fflush(stdout) != 0 || ferror(stdout))
        child_fail("the figure cannot be handed over");
    _exit(0);
}
