/* The pages that cairo draws on, and the file they become. */
#ifndef RENDER_CHILD_CAIRO_SURFACE_H
#define RENDER_CHILD_CAIRO_SURFACE_H

#include <cairo.h>

#include "base/process/commands.h"
#include "render/figure/page.h"
#include "render/process/figure_wire.h"

struct surface {
    enum figure_format format;
    struct figure_paper paper;
    uint32_t most_pixels; /* 0: any */
    int quality;
    bool transparent;
    char *meta[FIGURE_METAS]; /* owned; NULL: none */
    cairo_surface_t *pages;   /* NULL before the first page */
    cairo_t *cr;              /* in pixels of the picture */
    unsigned n_pages;
    struct figure_place place; /* of the picture on the last page */
    unsigned char *bytes;      /* of PostScript, to replace its date; see surface_finish */
    size_t n, room;
};

/* Reads the child's arguments, the format and the deadline, and starts the figure. */
bool surface_start(struct surface *s, int argc, char **argv);

/* Carries out a command about the whole file, whose operation was already read; false when it is
 * another command or incomplete. */
bool surface_setting(struct surface *s, unsigned char operation, struct commands *commands);

/* Begins a page for a picture of that size. If the page is too large or a library fails, prints a
 * message on standard error and ends the program. */
void surface_page(struct surface *s, double width_px, double height_px);

/* Ends the last page, writes the file to standard output, and exits without freeing what the
 * libraries hold. */
_Noreturn void surface_finish(struct surface *s);

#endif
